"""Games with dice that number no states: all that can be reached, against values by plain dynamic programming."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import plywise.solve.sparse.by_levels as by_levels
import plywise.solve.sparse.store as store
from plywise import CHANCE, Game, SearchOptions, decide, load_game
from plywise.agents.tables import Tables
from plywise.knowledge.solved import SolvedFolder, SolvedTableError
from plywise.rules import PlywiseError, RulesError, Status
from plywise.search import solve_states
from plywise.solve import solve_game
from plywise.solve.sparse import solve_sparse
from plywise.solve.verify import verify_all, verify_sample
from tests.solve.planted import plant
from tests.solve.test_levels_kept import held

RACE = "dice-race:squares=5"


class Downhill(Game):
    """From node to node: chance may move first, twice in a row and in the end, and so may each player."""

    class State(NamedTuple):
        node: int = 0

    utility_range = (-0.5, 3.5)
    utility_sum = 3
    max_actions = 4

    def __init__(self, nodes: int = 60, extra: float = 0.0) -> None:
        self.nodes, self.extra = nodes, extra

    def to_move(self, state: State) -> int:
        return (state.node // 2 * 7 + 3) % 3 - 1

    def actions(self, state: State) -> Iterator[int]:
        yield from range(1 + state.node % 4)

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        n = 1 + state.node % 4
        for way in range(n):
            yield way, 2 * (way + 1) / (n * (n + 1)) + self.extra

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        return self.State(state.node + 1 + (state.node * 5 + action * 3) % 7)

    def is_terminal(self, state: State) -> bool:
        return state.node >= self.nodes

    def utility(self, state: State, player: int) -> float:
        first = (state.node * 13 % 31) / 10
        return first if player == 0 else 3 - first


@pytest.fixture(scope="module")
def race(tmp_path_factory) -> Path:
    """A short dice race."""
    path: Path = tmp_path_factory.mktemp("race") / "tables"
    solve_game(load_game(RACE), path)
    return path


@pytest.fixture(scope="module")
def downhill(tmp_path_factory) -> Path:
    path: Path = tmp_path_factory.mktemp("downhill") / "tables"
    solve_sparse(Downhill(), "downhill", path)
    return path


def check_all_values(game: Game, path: Path) -> None:
    tables, known = Tables(game, path), solve_states(game)
    table = tables.folder.table("all")
    assert table.slots == table.entry.states == len(known)
    for slot in range(table.slots):
        state, solved = tables.state_of(table, slot), table.solved(slot)
        assert solved is not None
        mover = game.to_move(state)
        assert solved.value == pytest.approx(game.value_to(max(mover, 0), known[game.key(state)]), abs=1e-12)
        assert tables.holder(state) == (0 if mover == CHANCE else mover)
    verified = verify_all(tables)
    assert (verified.wrong, verified.states, verified.is_full) == (0, table.slots, True)


def test_every_value_of_a_race(race):
    check_all_values(load_game(RACE), race)


def test_chance_may_move_whenever_it_likes(downhill):
    assert Downhill().to_move(Downhill().initial()) == CHANCE
    check_all_values(Downhill(), downhill)


def test_the_record_says_how_far_rounding_goes(downhill):
    build = SolvedFolder.open(downhill).manifest.build
    assert 0 < build["rounding"] < 1e-12
    assert Tables(Downhill(), downhill).meaning.kind == "value"


@pytest.mark.parametrize(("whole", "game", "threads"), [("race", load_game(RACE), 2), ("downhill", Downhill(), 1)])
def test_threads_and_memory_do_not_show_in_the_bytes(whole, game, threads, request, tmp_path, monkeypatch):
    """Levels are valued by parts of the next one, so that means are added up in other orders."""
    parts = 0
    real = by_levels.ByLevels.valued_by_part

    def counted(*args: Any) -> Any:
        nonlocal parts
        parts += 1
        return real(*args)

    monkeypatch.setattr(by_levels.ByLevels, "valued_by_part", counted)
    monkeypatch.setattr(store, "BLOCK", 1 << 4)
    monkeypatch.setattr(by_levels, "BLOCK", 1 << 4)
    monkeypatch.setattr(by_levels, "LEAST", 0)
    monkeypatch.setattr("plywise.solve.sparse.work.RANGE", 16)
    monkeypatch.setattr("plywise.solve.sparse.levels.memory_beside", lambda memory: memory)
    solve_sparse(game, game.spec or "downhill", tmp_path / "tables", memory=1 << 9, threads=threads)
    assert parts > 20
    assert held(tmp_path / "tables") == held(request.getfixturevalue(whole))


def test_a_stopped_solve_goes_on(race, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "OFTEN", 0)
    steps = 0

    def stop(progress: Any) -> None:
        nonlocal steps
        steps += 1
        if steps == 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_game(load_game(RACE), tmp_path / "tables", on_progress=stop)
    notes = store.LevelStore.found(tmp_path / "tables" / "levels", "float64")
    assert notes is not None
    assert notes.is_enumerated
    assert notes.codes
    solve_game(load_game(RACE), tmp_path / "tables")
    assert held(tmp_path / "tables") == held(race)


def test_verify_finds_a_planted_value(race, tmp_path):
    tables = Tables(load_game(RACE), race)
    slot = tables.folder.table("all").slots // 2
    right = float(tables.folder.table("all").code(slot))
    for off, wrong in ((1e-13, 0), (1e-9, 1)):
        planted = Tables(tables.game, plant(race, tmp_path / str(off), {("all", slot): right + off}))
        found = verify_all(planted)
        assert found.tolerance == 1e-12
        assert bool(found.wrong) == bool(wrong)
    assert slot in [each.slot for each in found.first]
    assert verify_sample(planted, 10**6).wrong == found.wrong


def test_verify_wants_all_states(race, tmp_path):
    """A table that leaves a state out can't be right, nor one that leaves out the start."""
    folder = SolvedFolder.open(race)
    table, manifest = folder.table("all"), folder.manifest
    start = table.find(Tables(load_game(RACE), race).packing.key(load_game(RACE).initial()))
    for left_out, words in ((start, "lacks the state in which"), (table.slots // 2, "a state that no table here has")):
        into = tmp_path / str(left_out)
        writer = SolvedFolder.create(
            into, game=RACE, fingerprint=manifest.fingerprint, metric="none", meaning=manifest.meaning
        )
        writer.manifest = replace(writer.manifest, packing=manifest.packing)
        rows = [row for row in range(table.slots) if row != left_out]
        writer.write_table("all", 0, table.working()[rows], table.working_keys()[rows])
        writer.finish()
        with pytest.raises(SolvedTableError, match=words):
            verify_all(Tables(load_game(RACE), into))


def test_decisions_are_those_of_the_tables(race):
    game = load_game(RACE)
    state, tables, known = game.parse_state("0-3/0-2 A2"), Tables(game, race), solve_states(game)
    decision = decide(game, state, options=SearchOptions(tables=race))
    assert decision.by_table
    assert decision.status is Status.PROVEN
    assert decision.value == pytest.approx(known[state], abs=1e-12)
    after = {action: known[game.result(state, action)] for action in game.actions(state)}
    assert {choice.action: choice.value for choice in decision.choices} == pytest.approx(after, abs=1e-12)
    outcomes = tables.options(game.initial())
    assert {option.action for option in outcomes} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("spec", "options", "sentence"),
    [
        ("pig", {"tier": "reachable"}, "it has dice and cycles"),
        (str(Path(__file__).parents[2] / "examples" / "ur.py"), {}, "it has dice and cycles"),
        (RACE, {"symmetric": True}, "hold every state: leave out --symmetric"),
        (RACE, {"metric": "none"}, "expected values and no distances"),
        (RACE, {"tier": "all"}, "has no tiers"),
    ],
)
def test_what_no_table_holds(spec, options, sentence, tmp_path):
    with pytest.raises(PlywiseError, match=sentence):
        solve_game(load_game(spec), tmp_path / "tables", **options)
    assert not (tmp_path / "tables" / "manifest.json").exists()


def test_chances_that_do_not_add_up_are_named(tmp_path):
    with pytest.raises(RulesError, match=r"node=.*: The probabilities of a state don't add up to 1"):
        solve_sparse(Downhill(extra=0.01), "downhill", tmp_path / "tables")
