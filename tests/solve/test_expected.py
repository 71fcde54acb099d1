"""Tables of games with chance: bear-offs by exact fractions and GNU Backgammon's, Pig by plain value iteration."""

import struct
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, isnan
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from plywise import CHANCE, Game, load_game
from plywise.agents.tables.probe_through import holder_of, probe_through
from plywise.games.backgammon import Backgammon
from plywise.games.dice.pig import Pig
from plywise.knowledge.solved import SolvedFolder
from plywise.rules import RulesError, SearchError
from plywise.solve.expected import solve_expected
from plywise.solve.progress import Passed

Points = tuple[int, ...]
GNUBG = Path("/var/lib/gnubg/gnubg_ts0.bd")
"""Where Debian's package puts its two-sided table of six checkers."""

GNUBG_STEP = 1 / 32767.5
"""The equities of that table are whole numbers of such steps above -1; each rounds what follows from others."""


def built(path: Path, spec: str, tier: str, **options: Any) -> SolvedFolder:
    game: Any = load_game(spec)
    solve_expected(game, spec, game.parse_tier(tier), path, **options)
    return SolvedFolder.open(path)


@pytest.fixture(scope="module")
def bear_off(tmp_path_factory) -> SolvedFolder:
    """Bear-offs of up to three checkers a side."""
    return built(tmp_path_factory.mktemp("tables") / "bear-off", "backgammon", "bear-off 3", threads=2)


def looked_up(folder: SolvedFolder, game: Any, state: Any) -> float:
    solved = folder.table(game.tier_name(game.tier(state))).solved(game.index(state))
    assert solved is not None
    return float(solved.value)


def bear_off_state(mine: Points, theirs: Points) -> Any:
    sides = [(15 - sum(points), *points, *(0,) * 19) for points in (mine, theirs)]
    return Backgammon.State(sides[0], sides[1], left=0)


def points_of(text: str) -> Points:
    return tuple(text.count(str(point)) for point in range(1, 7))


# Bear-offs


@pytest.mark.parametrize(
    ("mine", "theirs", "wins"),
    [
        ("6", "6", "13/16"),
        ("66", "66", "410592493/544195584"),
        ("52", "32", "1957/2916"),
        ("52", "54", "363937/419904"),
        ("62", "32", "6445/11664"),
        ("53", "42", "3529/5832"),
    ],
)
def test_known_chances(bear_off, mine, theirs, wins):
    equity = looked_up(bear_off, Backgammon(), bear_off_state(points_of(mine), points_of(theirs)))
    assert (equity + 1) / 2 == pytest.approx(float(Fraction(wins)), abs=1e-12)


@cache
def after_dice(points: Points, dice: tuple[int, ...]) -> frozenset[Points]:
    """Return what one side's checkers at home may be after dice, played in this order, by independent rules."""
    if not dice or not any(points):
        return frozenset([points])
    die = dice[0]
    found: set[Points] = set()
    rear = max(point for point in range(1, 7) if points[point - 1])
    for point in range(1, 7):
        if points[point - 1] and (point >= die or point == rear):
            left = list(points)
            left[point - 1] -= 1
            if point > die:
                left[point - die - 1] += 1
            found |= after_dice(tuple(left), dice[1:])
    return frozenset(found)


@cache
def winning(mine: Points, theirs: Points) -> Fraction:
    """Return the exact chance of the side on roll."""
    total = Fraction(0)
    for first in range(1, 7):
        for second in range(1, first + 1):
            orders = [(first,) * 4] if first == second else [(first, second), (second, first)]
            ways = set().union(*(after_dice(mine, order) for order in orders))
            best = max(1 - winning(theirs, left) if any(left) else Fraction(1) for left in ways)
            total += best if first == second else 2 * best
    return total / 36


def test_all_of_up_to_three_checkers_by_fractions(bear_off):
    game, compared = Backgammon(), 0
    for tier in game.parse_tier("bear-off 3"):
        values = bear_off.table(game.tier_name(tier)).working()
        for slot, value in enumerate(values):
            state = game.unindex(tier, slot)
            exact = 2 * winning(state.mine[1:7], state.theirs[1:7]) - 1
            assert abs(value - float(exact)) < 1e-12, game.state_name(state)
            compared += 1
    assert compared == (comb(9, 6) - 1) ** 2


def test_dice_on_the_table_are_looked_through(bear_off):
    game: Any = Backgammon()

    def known(tier: int, slot: int) -> float:
        return float(bear_off.table(game.tier_name(tier)).code(slot))

    state = game.result(bear_off_state(points_of("52"), points_of("32")), 21)
    options = [1 - winning(points_of("32"), points_of(text)) for text in ("4", "5", "31", "22")]
    assert probe_through(game, state, 0, known) == pytest.approx(float(2 * max(options) - 1), abs=1e-12)
    assert probe_through(game, state, 1, known) == pytest.approx(float(1 - 2 * max(options)), abs=1e-12)
    beyond = game.result(bear_off_state((4,) * 6, points_of("3")), 21)
    assert isnan(probe_through(game, beyond, 0, lambda tier, slot: float("nan")))


def gnubg_number(points: Points) -> int:
    """Number one side's checkers as GNU Backgammon does: by the places of bars, up to six checkers."""
    place = 5 + sum(points)
    bits = 1 << place
    for count in points[:-1]:
        place -= count + 1
        bits |= 1 << place
    number, chosen = 0, 6
    for at in range(11, -1, -1):
        if chosen > at:
            break
        if bits >> at & 1:
            number += comb(at, chosen)
            chosen -= 1
    return number


@pytest.mark.slow
def test_six_checkers_against_gnu_backgammon(tmp_path):
    if not GNUBG.exists():
        pytest.skip("Install gnubg, whose Debian package makes this table.")
    folder = built(tmp_path / "bear-off", "backgammon", "bear-off 6", threads=2)
    assert sum(folder.table(name).entry.states for name in folder.names) == 923 * 923
    game, random, data = Backgammon(), Random(1), GNUBG.read_bytes()
    differences = []
    for _ in range(1_000):
        tier = random.choice(game.parse_tier("bear-off 6"))
        state = game.unindex(tier, random.randrange(game.tier_size(tier)))
        place = gnubg_number(state.mine[1:7]) * 924 + gnubg_number(state.theirs[1:7])
        (theirs,) = struct.unpack_from("<H", data, 40 + 8 * place)
        differences.append(abs(looked_up(folder, game, state) - (theirs * GNUBG_STEP - 1)))
    # Of all 851,929 positions, the one that differs most does by 3.70 steps, and the mean is 1.48.
    assert max(differences) < 4 * GNUBG_STEP


# Pig


def plain_pig(goal: int, sides: int, error: float) -> dict[tuple[int, int, int], float]:
    """Solve Pig by the equations of Neller and Presser: the chance of who has i, against j, with k in the pot."""
    keys = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal - i)]
    chances = dict.fromkeys(keys, 0.0)
    moved = 1.0
    while moved > error:
        moved = 0.0
        for i, j, k in reversed(keys):
            roll = 1 - chances[j, i, 0]
            for side in range(2, sides + 1):
                roll += 1.0 if i + k + side >= goal else chances[i, j, k + side]
            hold = 1 - chances[j, i + k, 0] if k else 0.0
            best = max(roll / sides, hold)
            moved = max(moved, abs(best - chances[i, j, k]))
            chances[i, j, k] = best
    return chances


@pytest.fixture(scope="module")
def pig(tmp_path_factory) -> SolvedFolder:
    """Pig to 20 points."""
    return built(tmp_path_factory.mktemp("tables") / "pig", "pig:goal=20", "all")


def test_pig_to_20_by_plain_value_iteration(pig):
    game, plain = Pig(goal=20), plain_pig(20, 6, 1e-13)
    values = pig.table("all").working()
    assert pig.manifest.build["bounds"]["all"] <= 1e-9
    assert np.count_nonzero(~np.isnan(values)) == sum(k != 1 for _, _, k in plain)
    for (i, j, k), chance in plain.items():
        if k != 1:
            assert abs(values[game.index(game.State((i, j), k))] - chance) < 1e-9, (i, j, k)
            assert game.index(game.State((j, i), k, 1)) == game.index(game.State((i, j), k))


def test_a_larger_error_is_kept_too(pig, tmp_path):
    rough = built(tmp_path / "rough", "pig:goal=20", "all", error=1e-3)
    bound = rough.manifest.build["bounds"]["all"]
    off = np.nanmax(np.abs(rough.table("all").working() - pig.table("all").working()))
    assert 1e-6 < bound <= 1e-3
    assert 0 < off <= bound + 1e-9


@pytest.mark.slow
def test_pig_to_100(tmp_path):
    folder, game = built(tmp_path / "pig", "pig", "all", threads=2), Pig()
    start = looked_up(folder, game, game.initial())
    assert round(start, 4) == 0.5306
    values, plain = folder.table("all").working(), plain_pig(100, 6, 1e-11)
    assert max(abs(values[game.index(game.State((i, j), k))] - plain[i, j, k]) for i, j, k in plain if k != 1) < 2e-9


# Both


@pytest.mark.parametrize(("spec", "tier"), [("backgammon", "bear-off 2"), ("pig:goal=20", "all")])
def test_the_bytes_do_not_depend_on_the_threads(tmp_path, monkeypatch, spec, tier):
    monkeypatch.setattr("plywise.solve.expected.sweeps.RANGE", 64)  # so that there is something to share
    one, many = (built(tmp_path / str(threads), spec, tier, threads=threads) for threads in (1, 3))
    assert one.manifest.checksum == many.manifest.checksum


@pytest.mark.parametrize(
    ("fixture", "spec", "error"), [("bear_off", "backgammon", 1e-12), ("pig", "pig:goal=20", 2e-9)]
)
def test_values_follow_from_those_they_lead_to(request, fixture, spec, error):
    folder, random = request.getfixturevalue(fixture), Random(2)
    game: Any = load_game(spec)
    tables = {folder.table(name).entry.tier: folder.table(name).working() for name in folder.names}
    for tier, values in tables.items():
        for slot in random.sample(range(len(values)), min(20, len(values))):
            if not np.isnan(values[slot]):
                state = game.unindex(tier, slot)
                found = probe_through(game, state, holder_of(game, state), lambda t, i: tables[t][i])
                assert found == pytest.approx(values[slot], abs=error)


def test_work_that_was_cut_off_goes_on(tmp_path):
    whole, names = built(tmp_path / "whole", "backgammon", "bear-off 2"), []

    def stop(progress: Any) -> None:
        names.append(progress.names)
        if progress.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        built(tmp_path / "parts", "backgammon", "bear-off 2", on_progress=stop)
    with pytest.raises(SearchError, match="begun with an error of 1e-09"):
        built(tmp_path / "parts", "backgammon", "bear-off 2", error=1e-6)
    done: list[Any] = []
    parts = built(tmp_path / "parts", "backgammon", "bear-off 2", on_progress=done.append)
    assert names[0] == ("bear-off 1-1",)
    assert {progress.names for progress in done} == {("bear-off 2-2",)}
    assert all(isinstance(progress.passed, Passed) for progress in done)
    assert parts.manifest.checksum == whole.manifest.checksum


# Own games


WAIT, DRAW = 0, 1


class Standoff(Game):
    """Wait, or draw and hit with some chance: who hits wins, who misses loses."""

    class State(NamedTuple):
        turn: int = 0
        drawn: int = 0
        over: int = 0

    cyclic = True
    max_actions = 2

    def __init__(self, hits: float = 0.5, size: int = 1, named: int = 0) -> None:
        self.hits, self.size, self.named = hits, size, named

    def to_move(self, state: State) -> int:
        return CHANCE if state.drawn else state.turn

    def actions(self, state: State) -> Iterator[int]:
        yield WAIT
        yield DRAW

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        yield 1, self.hits
        yield 2, 1 - self.hits

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        if state.drawn:
            return self.State(state.turn, 0, action)
        return self.State(1 - state.turn, 0, 0) if action == WAIT else self.State(state.turn, 1, 0)

    def is_terminal(self, state: State) -> bool:
        return state.over > 0

    def utility(self, state: State, player: int) -> int:
        return 1 if (state.over == 1) == (player == state.turn) else -1

    def tier(self, state: State) -> int:
        return self.named * state.turn

    def index(self, state: State) -> int:
        return -1 if state.drawn or state.over else 0

    def unindex(self, tier: int, index: int) -> State:
        return self.State(0, 0, 0)

    def tier_size(self, tier: int) -> int:
        return self.size

    def next_tiers(self, tier: int) -> tuple[int, ...]:
        return (0,)

    def tier_name(self, tier: int) -> str:
        return "all"


def test_an_own_game_in_a_circle(tmp_path):
    record = solve_expected(Standoff(0.6, size=3), "standoff", (0,), tmp_path / "tables")
    table = SolvedFolder.open(tmp_path / "tables").table("all")
    assert record["bounds"]["all"] <= record["error"] == 1e-9
    assert table.code(0) == pytest.approx(0.2, abs=1e-9)
    assert [table.solved(slot) for slot in (1, 2)] == [None, None]


def test_a_game_that_need_never_end_is_refused(tmp_path):
    with pytest.raises(SearchError, match="need never end"):
        solve_expected(Standoff(0.4), "standoff", (0,), tmp_path / "tables")


def test_a_tier_that_is_left_out_is_named(tmp_path):
    with pytest.raises(RulesError, match="next_tiers leaves out"):
        solve_expected(Standoff(0.6, named=1), "standoff", (0,), tmp_path / "tables")


def test_games_without_numbers_are_refused(tmp_path):
    with pytest.raises(SearchError, match="has no tier"):
        solve_expected(load_game("dice-race"), "dice-race", (0,), tmp_path / "tables")


@pytest.mark.parametrize("error", [0, -1, float("nan"), float("inf")])
def test_errors_that_cannot_be(tmp_path, error):
    with pytest.raises(SearchError, match="an error above 0"):
        solve_expected(Standoff(), "standoff", (0,), tmp_path / "tables", error=error)
