"""Batch probes say of every state what single ones say."""

import numpy as np
import pytest

from plywise import load_game, open_tables, solve_game
from plywise.knowledge.solved import SolvedTableError
from tests.solve.graph_game import NODES, WORTH, Graph


def same(rows, singles):
    assert len(rows) == len(singles)
    for value, distance, known, single in zip(rows.values, rows.distances, rows.known, singles, strict=True):
        if single is None:
            assert (np.isnan(value), distance, known) == (True, -1, False)
        else:
            assert (value, distance, known) == (single.value, -1 if single.distance is None else single.distance, True)


def test_states_of_several_dense_tables_in_any_order(tmp_path):
    solve_game(Graph(), tmp_path / "tables", tier="low", spec="graph")
    game = Graph()
    tables = open_tables(tmp_path / "tables", game)
    # The upper layer is in no table.
    states = [game.State(node, turn) for node in range(2 * NODES) for turn in (1, 0) if WORTH[node] == 0]
    same(tables.solved_states(states), [tables.solved(state) for state in states])
    for entry in tables.manifest.tables:
        table = tables.folder.table(entry.name)
        same(tables.solved_slots(entry.name, np.arange(table.slots)), [table.solved(n) for n in range(table.slots)])
    with pytest.raises(SolvedTableError, match="has slots 0 to 119, not 120"):
        tables.solved_slots("low a", [3, 120])


def test_utilities_and_keys(tmp_path):
    game = load_game("kalah:pits=2,seeds=2")
    solve_game(game, tmp_path / "tables")
    tables = open_tables(tmp_path / "tables", game)
    states, waiting = [], [game.initial()]
    while waiting:
        state = waiting.pop()
        if not game.is_terminal(state) and state not in states:
            states.append(state)
            waiting += [game.result(state, action) for action in game.actions(state)]
    same(tables.solved_states(states), [tables.solved(state) for state in states])


def test_expected_values(tmp_path):
    game = load_game("pig:goal=8")
    solve_game(game, tmp_path / "tables", tier="all")
    tables = open_tables(tmp_path / "tables", game)
    for entry in tables.manifest.tables:
        table = tables.folder.table(entry.name)
        same(tables.solved_slots(entry.name, np.arange(table.slots)), [table.solved(n) for n in range(table.slots)])
