"""Verification finds what was planted, proves what it says, and agrees with a fix-point of its own."""

from typing import Any

import pytest

from plywise.agents.tables import Tables, best_line, tell_line
from plywise.games.catalog import load_game
from plywise.knowledge.solved import Solved, SolvedTableError
from plywise.solve.expected import solve_expected
from plywise.solve.sparse import solve_sparse
from plywise.solve.verify import verify_all, verify_sample
from tests.solve.graph_game import NODES, Graph
from tests.solve.planted import plant

ALL = 10**6


def fix_point(metric):
    """Every state of the graph by the definition alone: what is won or lost in so many plies, else drawn."""
    game = Graph()
    states = [game.State(node, turn) for turn in (0, 1) for node in range(2 * NODES)]
    known = {s: (int(game.utility(s, s.turn)), 0) for s in states if game.is_terminal(s)}
    for layer in (1, 0):
        inside = [s for s in states if s.node // NODES == layer and s not in known]
        number, changed = 0, True
        while changed or number < 60:
            number += 1
            new = {}
            for state in inside:
                if state not in known and (found := decided(game, state, known, number, metric)):
                    new[state] = found
            known |= new
            changed = bool(new)
    return {s: Solved(*known[s]) if s in known and known[s][0] else Solved(0) for s in states}


def decided(game, state, known, number, metric):
    """What a state is in exactly so many plies, by what is known of those after it."""
    after = []
    for action in game.actions(state):
        result = game.result(state, action)
        value, plies = known.get(result, (None, 0))
        converts = metric == "conversion" and result.node // NODES != state.node // NODES
        after.append((None if value is None else -value, 1 if converts else plies + 1))
    if any(value == 1 and plies == number for value, plies in after):
        return 1, number
    if all(value == -1 and plies <= number for value, plies in after):
        return -1, number
    return None


@pytest.mark.parametrize("metric", ["win", "conversion"])
def test_the_tables_of_the_graph_are_a_fix_point_and_verified(metric, graph_folder, conversion_folder):
    tables: Any = Tables(Graph(), graph_folder if metric == "win" else conversion_folder)
    truth = fix_point(metric)
    assert {state: tables.solved(state) for state in truth} == truth
    assert len({solved.value for solved in truth.values()}) == 3
    for found in (verify_all(tables, threads=2), verify_sample(tables, ALL)):
        assert (found.slots, found.states, found.wrong, found.first) == (8 * NODES, 4 * NODES, 0, [])


def test_a_sparse_table_is_verified_and_says_the_same(graph_folder, sparse_folder):
    game = Graph()
    dense, sparse = Tables(game, graph_folder), Tables(game, sparse_folder)
    table = sparse.folder.table("all")
    states = [sparse.state_of(table, slot) for slot in range(table.slots)]
    assert game.initial() in states
    assert {state: sparse.solved(state) for state in states} == {state: dense.solved(state) for state in states}
    for found in (verify_all(sparse), verify_sample(sparse, ALL)):
        assert (found.slots, found.states, found.wrong) == (table.slots, table.slots, 0)


CHANGES = [
    ("a draw for a win", 1, 1),
    ("a longer win", 1, 140),
    ("a win for a loss", -1, 130),
    ("a draw for a loss", -1, 1),
    ("a win for a draw", 0, 131),
]


@pytest.mark.parametrize(("what", "of", "code"), CHANGES, ids=[change[0] for change in CHANGES])
def test_a_planted_value_is_found(what, of, code, graph_folder, tmp_path):
    game = Graph()
    tables: Any = Tables(game, graph_folder)
    slot = next(
        game.index(state) for state in map(game.State, range(NODES, 2 * NODES)) if tables.solved(state).value == of
    )
    wrong = Tables(game, plant(graph_folder, tmp_path / "planted", {("low a", slot): code}))
    for found in (verify_all(wrong), verify_sample(wrong, ALL)):
        first = next(each for each in found.first if (each.table, each.slot) == ("low a", slot))
        assert first.state == game.state_name(game.unindex(2, slot))
        assert first.said != first.should


def test_a_state_that_is_left_out_is_found(graph_folder, tmp_path):
    wrong = Tables(Graph(), plant(graph_folder, tmp_path / "planted", {("low a", 2 * node): 0 for node in range(9)}))
    with pytest.raises(SolvedTableError, match="leads to a slot that is empty"):
        verify_all(wrong)
    with pytest.raises(SolvedTableError, match="leads to a state that no table here has"):
        verify_sample(wrong, ALL)


def test_a_value_in_an_empty_slot_is_found(graph_folder, tmp_path):
    wrong = Tables(Graph(), plant(graph_folder, tmp_path / "planted", {("low b", 7): 130}))
    for found in (verify_all(wrong), verify_sample(wrong, ALL)):
        assert found.wrong == 1
        (first,) = found.first
        assert (first.table, first.slot, first.state) == ("low b", 7, "")
        assert (first.said, first.should) == ("win in 1 ply", "empty")


def test_a_planted_value_is_found_among_keys(sparse_folder, tmp_path):
    game = Graph()
    right: Any = Tables(game, sparse_folder)
    _, slot = right.find(game.initial())
    said = right.solved(game.initial())
    wrong = Tables(game, plant(sparse_folder, tmp_path / "planted", {("all", slot): 200}))
    assert wrong.solved(game.initial()) == Solved(1, 71) != said
    assert verify_all(wrong).wrong >= 1
    assert verify_sample(wrong, ALL).wrong >= 1


def test_utilities_are_verified(tmp_path):
    game = load_game("kalah:pits=2,seeds=2")
    solve_sparse(game, "kalah:pits=2,seeds=2", tmp_path / "tables")
    tables: Any = Tables(game, tmp_path / "tables")
    assert tables.meaning.kind == "utility"
    assert tables.solved(game.initial()) == Solved(-2)
    assert (verify_all(tables).wrong, verify_sample(tables, ALL).wrong) == (0, 0)
    _, slot = tables.find(game.initial())
    wrong = Tables(game, plant(tmp_path / "tables", tmp_path / "planted", {("all", slot): 13}))
    found = verify_all(wrong)
    assert (found.wrong, found.first) == (1, verify_sample(wrong, ALL).first)
    assert found.first[0].should == "-2"


def test_a_sample_is_drawn_by_lot_and_is_no_proof(graph_folder):
    tables: Any = Tables(Graph(), graph_folder)
    found = verify_sample(tables, 50, seed=3)
    assert (found.slots, found.is_full) == (50, False)
    assert found.states == verify_sample(tables, 50, seed=3).states


def test_tables_of_other_rules_are_refused(graph_folder):
    class Shorter(Graph):
        def actions(self, state):
            yield from list(super().actions(state))[:2]

    with pytest.raises(SolvedTableError, match="follow from other rules"):
        Tables(Shorter(), graph_folder)


def test_the_line_is_the_winners_shortest_and_the_losers_longest(graph_folder):
    game = Graph()
    tables: Any = Tables(game, graph_folder)
    for node in range(2 * NODES):
        state = game.State(node)
        known, line = tables.solved(state), best_line(tables, state)
        assert len(line) == (known.distance or 0)
        assert len(tell_line(game, state, line)) == len(line)
        if known.value and line:
            last = line[-1].after
            assert game.utility(last, 0) == known.value


def test_expected_values_are_verified_by_the_plain_rules(tmp_path):
    game = load_game("pig:goal=8")
    solve_expected(game, "pig:goal=8", game.parse_tier("all"), tmp_path / "tables")
    tables: Any = Tables(game, tmp_path / "tables")
    found = verify_all(tables)
    assert (found.wrong, found.is_full) == (0, True)
    assert found.states > 0
    table, slot = tables.find(game.initial())
    wrong = Tables(game, plant(tmp_path / "tables", tmp_path / "planted", {(table.entry.name, slot): 0.9}))
    assert (table.entry.name, slot) in [(each.table, each.slot) for each in verify_all(wrong).first]
    assert tables.options(game.initial())[0].solved.value == pytest.approx(tables.solved(game.initial()).value)
