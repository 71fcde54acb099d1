"""Games of three, and of two whose gains don't add up: every vector in a table against the readable max^n."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import plywise.solve.sparse.by_levels as by_levels
import plywise.solve.sparse.store as store
from plywise import Game, SearchOptions, decide, load_game, open_tables
from plywise.agents.tables import Tables
from plywise.knowledge.solved import Meaning, SolvedFolder, SolvedTableError
from plywise.rules import PlywiseError, RulesError, SearchError
from plywise.search import max_n
from plywise.solve import solve_game
from plywise.solve.sparse import solve_sparse
from plywise.solve.verify import verify_all, verify_sample
from plywise.tasks.loaded import options_for
from tests.solve.planted import plant
from tests.solve.test_levels_kept import held

KINGS = "three-kings:armies=4-4-11,strikes=7"
SHIPPED = (KINGS, "mnk:m=3,n=2,k=2,players=3")


class Ties(Game):
    """From node to node, with many ties, halves and losses; who moves doesn't go round, and states come up again.

    By its `canonical`, states of different players would be the same: nothing may be looked up by it.
    """

    class State(NamedTuple):
        node: int = 0

    players = 3
    utility_range = (-0.5, 1)
    utility_sum = None
    utility_scale = 2
    max_actions = 5

    def __init__(self, nodes: int = 60, players: int = 3, scale: int = 2) -> None:
        self.nodes, self.players, self.utility_scale = nodes, players, scale

    def to_move(self, state: State) -> int:
        return (state.node // 2 * 7 + 3) % self.players

    def actions(self, state: State) -> Iterator[int]:
        yield from range(1 + state.node * 7 % 5)

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        return self.State(state.node + 1 + (state.node * 5 + action * 3) % 7)

    def canonical(self, state: State) -> State:
        return self.State(state.node // 3 * 3)

    def is_terminal(self, state: State) -> bool:
        return state.node >= self.nodes

    def utility(self, state: State, player: int) -> float:
        return ((state.node * 13 + player * 5) * 11 % 17 % 4 - 1) / 2


def loaded(name: str) -> Game:
    return {"ties": Ties(), "pair": Ties(players=2)}.get(name) or load_game(name)


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Any:
    """Return the tables of a game, solved once."""
    done: dict[str, Path] = {}

    def build(name: str) -> Path:
        if name not in done:
            done[name] = tmp_path_factory.mktemp("vectors") / "tables"
            solve_game(loaded(name), done[name], spec=name)
        return done[name]

    return build


def memo_max_n(game: Game) -> Any:
    """Return max^n as the book has it, with every state asked once."""
    known: dict[Any, tuple[float, ...]] = {}

    def value(state: Any) -> tuple[float, ...]:
        if state not in known:
            if game.is_terminal(state):
                known[state] = tuple(game.utility(state, player) for player in range(game.players))
            else:
                mover = game.to_move(state)
                known[state] = max(
                    (value(game.result(state, action)) for action in game.actions(state)), key=lambda each: each[mover]
                )
        return known[state]

    value(game.initial())
    return known


@pytest.mark.parametrize("name", ["ties", "pair", *SHIPPED])
def test_every_vector_is_that_of_max_n(name, built):
    game, tables = loaded(name), Tables(loaded(name), built(name))
    table, known = tables.folder.table("all"), memo_max_n(game)
    assert table.slots == table.entry.states == len(known)
    if name in SHIPPED:
        assert known[game.initial()] == max_n(game).values
    for slot in range(table.slots):
        state, solved = tables.state_of(table, slot), table.solved(slot)
        assert solved == (known[state][game.to_move(state)], None, known[state])
        assert tables.solved(state) == solved
    values = tables.solved_slots("all", range(table.slots)).values.tolist()
    assert values == [solved.value for solved in map(table.solved, range(table.slots)) if solved]
    verified = verify_all(tables)
    assert (verified.wrong, verified.states, verified.is_full) == (0, table.slots, True)


@pytest.mark.parametrize(("name", "memory"), [("ties", 1 << 9), (SHIPPED[1], 1 << 8)])
def test_threads_and_memory_do_not_show_in_the_bytes(name, memory, built, tmp_path, monkeypatch):
    """Levels are valued by parts of the next one, in the order of keys: the first of equals is the first action."""
    parts = 0
    real = by_levels.ByLevels.valued_by_part

    def counted(*args: Any) -> Any:
        nonlocal parts
        parts += 1
        return real(*args)

    monkeypatch.setattr(by_levels.ByLevels, "valued_by_part", counted)
    monkeypatch.setattr(store, "BLOCK", 1 << 2)
    monkeypatch.setattr(by_levels, "BLOCK", 1 << 2)
    monkeypatch.setattr(by_levels, "LEAST", 0)
    monkeypatch.setattr("plywise.solve.sparse.work.RANGE", 16)
    monkeypatch.setattr("plywise.solve.sparse.levels.memory_beside", lambda left: left)
    solve_sparse(loaded(name), name, tmp_path / "tables", memory=memory, threads=2)
    assert parts > 10
    assert held(tmp_path / "tables") == held(built(name))


def test_a_stopped_solve_goes_on(built, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "OFTEN", 0)
    steps = 0

    def stop(progress: Any) -> None:
        nonlocal steps
        steps += 1
        if steps == 25:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_game(load_game(KINGS), tmp_path / "tables", on_progress=stop)
    notes = store.LevelStore.found(tmp_path / "tables" / "levels", "uint32")
    assert notes is not None
    assert notes.codes
    solve_game(load_game(KINGS), tmp_path / "tables")
    assert held(tmp_path / "tables") == held(built(KINGS))


def test_verify_finds_a_planted_vector(built, tmp_path):
    game = load_game(KINGS)
    tables = Tables(game, built(KINGS))
    state = game.result(game.initial(), next(iter(game.actions(game.initial()))))
    table, slot = tables.find(state) or (None, 0)
    right = tables.solved(state)
    assert table is not None
    assert right is not None
    assert right.values is not None
    mover = game.to_move(state)
    others = [part + (player != mover) * (1 if part == 0 else -part) for player, part in enumerate(right.values)]
    code = tables.meaning.encode_vector(others, mover)  # what its mover gets stays as it is
    planted = Tables(game, plant(built(KINGS), tmp_path / "planted", {("all", slot): code}))
    found = verify_all(planted)
    assert slot in [each.slot for each in found.first]
    assert next(each.should for each in found.first if each.slot == slot) == tables.tell(right)
    assert verify_sample(planted, 10**6).wrong == found.wrong


def test_a_code_that_names_no_vector_is_refused(built, tmp_path):
    game = load_game(KINGS)
    meaning = Tables(game, built(KINGS)).meaning
    planted = Tables(game, plant(built(KINGS), tmp_path / "planted", {("all", 0): 2 + meaning.codes}))
    with pytest.raises(SolvedTableError, match="names no vector"):
        verify_all(planted)
    with pytest.raises(SolvedTableError, match="names no vector"):
        planted.solved_slots("all", [0])


def test_decisions_are_those_of_max_n(built):
    for name in SHIPPED:
        game = load_game(name)
        state = game.initial()
        tables = open_tables(built(name), game)
        while not game.is_terminal(state):
            found, plain = decide(game, state, options=SearchOptions(tables=tables)), max_n(game, state)
            assert found.by_table
            assert (found.action, found.value, found.values, found.line) == (
                plain.action,
                plain.value,
                plain.values,
                plain.line,
            )
            assert [each.value for each in found.choices] == [each.value for each in plain.choices]
            assert "by table of max^n" in str(found)
            state = game.result(state, found.action)


def test_equivalent_states_are_not_looked_up(built):
    tables, known = Tables(Ties(), built("ties")), memo_max_n(Ties())
    found = {node: tables.solved(Ties.State(node)) for node in range(60)}
    assert {node for node, solved in found.items() if solved} == {state.node for state in known if state.node < 60}
    assert None in found.values()


def test_pages_search_instead(built):
    """They would tell what is by table as won, drawn or lost."""
    assert options_for(KINGS, str(built(KINGS)), None).tables is None


def test_the_manifest_says_how_codes_are_read(built):
    meaning = SolvedFolder.open(built(KINGS)).manifest.meaning
    assert meaning == Meaning("vector", 0, 1, 3, 7)
    assert meaning.decode(meaning.encode_vector((1, 2, 3), 2)) == (3, None, (1, 2, 3))
    assert Meaning("utility", -1).record() == {"kind": "utility", "lowest": -1, "scale": 1}
    with pytest.raises(SolvedTableError, match="no codes of 16 bits"):
        replace(meaning, radix=30)
    with pytest.raises(SolvedTableError, match="has no code"):
        meaning.encode_vector((0.5, 0, 0), 0)


def test_tables_of_other_players_are_refused(built, tmp_path):
    """A forger's manifest, whose rules are the game's."""
    manifest = SolvedFolder.open(built(KINGS)).manifest
    writer = SolvedFolder.create(
        tmp_path / "pair",
        game=KINGS,
        fingerprint=manifest.fingerprint,
        metric="none",
        meaning=replace(manifest.meaning, players=2),
    )
    writer.manifest = replace(writer.manifest, packing=manifest.packing)
    table = SolvedFolder.open(built(KINGS)).table("all")
    writer.write_table("all", 0, table.working(), table.working_keys())
    writer.finish()
    with pytest.raises(SolvedTableError, match="is of 2 players, and three-kings has 3"):
        open_tables(tmp_path / "pair", load_game(KINGS))


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        (load_game(KINGS), {"symmetric": True}, "hold every state: leave out --symmetric"),
        (load_game(KINGS), {"metric": "none"}, "what each player gets and no distances: leave out --distance"),
        (load_game(KINGS), {"tier": "3"}, "every state that can be reached is solved: leave out --tier"),
        (Ties(players=9), {}, "4 utilities to the power of 9 players, times as many who may move, are 2,359,296 codes"),
        (Ties(scale=50), {}, "and there are 65,534: declare a narrower utility_range or a smaller utility_scale"),
    ],
)
def test_what_no_table_holds(game, options, sentence, tmp_path):
    with pytest.raises(PlywiseError, match=sentence):
        solve_game(game, tmp_path / "tables", spec="it", **options)
    assert not (tmp_path / "tables").exists() or not any((tmp_path / "tables").glob("*.json"))


def test_cycles_are_refused(tmp_path):
    game = Ties()
    game.cyclic = True
    with pytest.raises(SearchError, match="no dice and no cycles"):
        solve_game(game, tmp_path / "tables", spec="it")


def test_a_utility_outside_the_range_is_named(tmp_path):
    game = Ties()
    game.utility_range = (0, 1)
    with pytest.raises(RulesError, match=r"node=.*utility is outside the declared utility_range"):
        solve_sparse(game, "ties", tmp_path / "tables")
