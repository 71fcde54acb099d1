"""Dense tables of random walks: what the compiled passes find is what plain Python finds."""

import random
from typing import Any

import numpy as np
import pytest

from plywise.kernel.tables import Retrograde
from plywise.solve.components import find_components
from plywise.solve.dense import passes
from plywise.solve.dense.passes import ComponentWork
from tests.solve.graphs import TabledWalk, solve_plainly

WON, LOST = 1 << 15, 2


def random_walk(seed: int, nodes: int = 40, layer: int = 14) -> TabledWalk:
    """Make a graph; an arrow leads to its own layer or to one below."""
    lots = random.Random(seed)
    ways = tuple(
        tuple(lots.randrange(min(nodes, (node // layer + 1) * layer)) for _ in range(3)) for node in range(nodes)
    )
    ends = tuple(lots.choice((0, 0, 0, 0, 0, 1, 2, 3)) for _ in range(nodes))
    again = tuple(lots.choice((0, 0, 0, 1)) for _ in range(nodes))
    return TabledWalk(ways, ends, again, layer)


def expected_code(known: dict[Any, tuple[int, int]], state: Any) -> int:
    """Return the code of a state by plain Python."""
    if state not in known or known[state][0] == 0:
        return 1
    outcome, plies = known[state]
    return (WON if outcome > 0 else LOST) + plies


def solved(game: TabledWalk, threads: int = 1, notes=None):
    """Solve all tiers; return the codes of each."""
    retrograde = Retrograde(game, keep=False)
    tables: dict[int, Any] = {}
    for component in find_components(game, range(2 * (-(-game.nodes // game.layer)))):
        below = {tier: tables[tier] for tier in component.below}
        codes = ComponentWork(retrograde, component, below, threads=threads, notes=notes).run()
        for tier, at, size in zip(component.tiers, component.offsets, component.sizes, strict=True):
            tables[tier] = codes[at : at + size].copy()
    return tables


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("batch", [1, passes.BATCH])
def test_codes_are_those_of_a_plain_fix_point(seed, batch, monkeypatch):
    """Also where the messages of each slot are taken by themselves."""
    monkeypatch.setattr(passes, "BATCH", batch)
    game = random_walk(seed)
    known, tables = solve_plainly(game), solved(game, threads=1 + seed % 2)
    outcomes = set()
    for tier, codes in tables.items():
        for index, code in enumerate(codes.tolist()):
            state = game.unindex(tier, index)
            if (game.tier(state), game.index(state)) != (tier, index):
                assert code == 0
            else:
                assert code == expected_code(known, state), (seed, state)
                outcomes.add(known.get(state, (0, 0))[0])
    assert outcomes == {-1, 0, 1}


def test_dues_come_by_pass_in_order_of_slots_however_many_pieces_they_are_sorted_in(monkeypatch):
    lots = np.random.default_rng(1)
    dues = (lots.integers(-9, 10, 1000) * (lots.random(1000) < 0.4)).astype(np.int16)
    monkeypatch.setattr(passes, "PIECE", 64)
    slots, starts = passes.by_pass(dues)
    for number in range(1, 12):
        assert passes.due_in(slots, starts, number).tolist() == np.flatnonzero(np.abs(dues) == number).tolist()


def test_components_come_after_those_they_lead_to():
    game = random_walk(1)
    found = find_components(game, [4])
    assert [component.tiers for component in found] == [(0, 1), (2, 3), (4, 5)]
    assert [component.below for component in found] == [(), (0, 1), (0, 1, 2, 3)]
    assert found[0].offsets == (0, 14)
    assert found[0].slots == 28


def test_work_that_was_cut_off_goes_on_to_the_same_codes(tmp_path):
    game = random_walk(96, nodes=30, layer=30)  # decided in up to 9 plies
    (component,) = find_components(game, [0])
    retrograde = Retrograde(game, keep=False)
    whole = ComponentWork(retrograde, component, {}).run()

    class CutOffError(Exception):
        pass

    for last in (0, 2, 5):

        def stop(passed, last=last):
            if passed.number > last:
                raise CutOffError

        notes = tmp_path / str(last)
        with pytest.raises(CutOffError):
            ComponentWork(retrograde, component, {}, notes=notes, on_pass=stop).run()
        again = ComponentWork(retrograde, component, {}, notes=notes).run()
        assert np.array_equal(whole, again)
