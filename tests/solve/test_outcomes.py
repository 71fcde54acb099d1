"""Tables of outcomes alone: the values are those with distances, wins aren't decided, one ply is no proof."""

from typing import Any, NamedTuple

import numpy as np
import pytest

import plywise
from plywise import Game
from plywise.agents import decide_by_tables
from plywise.agents.tables import Tables
from plywise.knowledge.solved import Solved
from plywise.rules import PlywiseError
from plywise.solve import solve_game, solve_tiers
from plywise.solve.spread import SpreadJob
from plywise.solve.verify import verify_all, verify_sample
from tests.solve.graph_game import NODES, Graph
from tests.solve.planted import plant

ALL = 10**6
LOST, WON = 2.0, 129.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    where = tmp_path_factory.mktemp("outcomes") / "tables"
    solve_tiers(Graph(), "graph", (0, 1), where, metric="none")
    return where


def test_the_outcomes_are_those_of_tables_with_distances(folder, graph_folder):
    game = Graph()
    bare, full = Tables(game, folder), Tables(game, graph_folder)
    assert (bare.metric, bare.meaning.kind) == ("none", "wdl")
    seen = set()
    for node in range(2 * NODES):
        for turn in (0, 1):
            state = game.State(node, turn)
            known: Any = full.solved(state)
            assert bare.solved(state) == Solved(known.value)
            seen.add(known.value)
            rows = bare.solved_states([state])
            assert (rows.values[0], rows.distances[0]) == (known.value, -1)
    assert seen == {-1, 0, 1}
    for entry in bare.manifest.tables:
        same = full.folder.entry(entry.name)
        assert (entry.wins, entry.draws, entry.losses, entry.longest) == (same.wins, same.draws, same.losses, None)


def test_the_right_tables_are_verified(folder):
    for found in (verify_all(Tables(Graph(), folder), threads=2), verify_sample(Tables(Graph(), folder), ALL)):
        assert (found.slots, found.states, found.wrong) == (8 * NODES, 4 * NODES, 0)


@pytest.mark.parametrize(("of", "code"), [(1, 1), (-1, 1), (0, WON), (-1, WON), (1, 0)])
def test_a_planted_outcome_is_found(of, code, folder, tmp_path):
    game = Graph()
    tables: Any = Tables(game, folder)
    slot = next(
        game.index(state) for state in map(game.State, range(NODES, 2 * NODES)) if tables.solved(state).value == of
    )
    wrong = Tables(game, plant(folder, tmp_path / "planted", {("low a", slot): code}))
    assert any((each.table, each.slot) == ("low a", slot) for each in verify_all(wrong).first)


class Ring(Game):
    """A walk round a ring of 12 nodes by one or two steps, for ever: every state is a draw."""

    cyclic = True

    class State(NamedTuple):
        node: int = 0
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        yield from range(2)

    def result(self, state, action):
        return self.State((state.node + 1 + action) % 12, 1 - state.turn)

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return 0

    def tier(self, state):
        return state.turn

    def index(self, state):
        return state.node

    def unindex(self, tier, index):
        return self.State(index, tier)

    def tier_size(self, tier):
        return 12

    def next_tiers(self, tier):
        return (1 - tier,)

    def tier_name(self, tier):
        return "ab"[tier]

    def predecessors(self, state):
        for steps in (1, 2):
            yield self.State((state.node + 12 - steps) % 12, 1 - state.turn)


def test_wins_that_only_rest_on_each_other_are_found(tmp_path):
    solve_tiers(Ring(), "ring", (0, 1), tmp_path / "tables", metric="none")
    right = Tables(Ring(), tmp_path / "tables")
    assert {entry.draws for entry in right.manifest.tables} == {12}
    assert verify_all(right).wrong == 0
    changes: dict[tuple[str, int], float] = {("a", slot): WON for slot in range(12)} | {
        ("b", slot): LOST for slot in range(12)
    }
    wrong = Tables(Ring(), plant(tmp_path / "tables", tmp_path / "planted", changes))
    assert verify_sample(wrong, ALL).wrong == 0  # each outcome follows from those one ply on
    found = verify_all(wrong)
    assert (found.wrong, found.first[0].said, found.first[0].should) == (24, "win", "draw")


def test_no_win_is_decided_by_outcomes_alone(folder):
    game = Graph()
    tables: Any = Tables(game, folder)
    states = [game.State(node, 0) for node in range(2 * NODES) if not game.is_terminal(game.State(node, 0))]
    for state in states:
        decision, known = decide_by_tables(tables, state), tables.solved(state)
        if known.value > 0:
            assert decision is None
        else:
            assert decision is not None
            assert (decision.value, decision.by_table) == (known.value, True)
            assert tables.worth(state, game.result(state, decision.action), 0).value == known.value


def test_clocks_leave_wins_open():
    class Clocked(Graph):
        def plies_left(self, state):
            return 100

    class Found:
        def __init__(self):
            self.game, self.metric, self.meaning = Clocked(), "none", plywise.knowledge.solved.Meaning("wdl")

        def solved(self, state):
            return Solved(-1)

    found: Any = Found()
    assert decide_by_tables(found, Graph.State(NODES, 0)) is None


def test_what_has_no_bare_outcomes_is_refused(tmp_path):
    with pytest.raises(PlywiseError, match="keep distances: leave out --distance"):
        solve_game(plywise.load_game("nim:piles=1-2"), tmp_path / "nim", metric="none")
    with pytest.raises(PlywiseError, match="expected values and no distances"):
        solve_game(plywise.load_game("pig"), tmp_path / "pig", tier="all", metric="none")
    with pytest.raises(PlywiseError, match="A cluster writes tables with distances"):
        SpreadJob(Graph(), "graph", (0, 1), tmp_path / "many", None, metric="none")  # type: ignore[arg-type]


def test_work_that_was_cut_off_goes_on(folder, tmp_path):
    where = tmp_path / "tables"
    solve_tiers(Graph(), "graph", (2, 3), where, metric="none")
    first = Tables(Graph(), where)
    again: Any = Tables(Graph(), folder)
    for name in ("low a", "low b"):
        assert np.array_equal(first.folder.table(name).working(), again.folder.table(name).working())
