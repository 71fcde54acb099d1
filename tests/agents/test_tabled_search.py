"""The compiled search with tables of three men finds wins that it misses without."""

from typing import Any

import pytest

import plywise
from plywise import Limit, Status, Unit
from plywise.agents import open_tables
from plywise.games.chess import Chess
from plywise.solve import solve_tiers

CHESS: Any = Chess()

WINS = {
    # state: an action that wins, plies to mate along captures into the tables
    "8/8/3K1p2/4P3/8/6k1/8/8 w - - 0 1": ("exf6", 19),
    "8/6p1/8/8/2K5/7R/8/1k6 w - - 0 1": ("Rg3", 17),
    "8/3p1R2/8/K7/8/7k/8/8 w - - 0 1": ("Rxd7", 29),
}


@pytest.fixture(scope="module")
def three_men(tmp_path_factory):
    folder = tmp_path_factory.mktemp("chess") / "tables"
    solve_tiers(CHESS, "chess", CHESS.parse_tier("3"), folder)
    return open_tables(folder, CHESS)


@pytest.mark.parametrize("fen", WINS)
def test_wins_are_found_that_are_missed_without(three_men, fen):
    state, (name, plies) = CHESS.parse_state(fen), WINS[fen]
    with_tables = plywise.decide(CHESS, state, limit=Limit(depth=4), options=plywise.SearchOptions(tables=three_men))
    assert CHESS.action_name(state, with_tables.action) == name
    assert (with_tables.value, with_tables.unit) == (1, Unit.UTILITY)
    assert (with_tables.status, with_tables.distance, with_tables.by_table) == (Status.PROVEN, plies, False)
    assert with_tables.probes > 0
    after = state
    for action in with_tables.line:
        after = CHESS.result(after, action)
    assert (len(with_tables.line), CHESS.is_terminal(after), CHESS.utility(after, 0)) == (plies, True, 1)
    without = plywise.decide(CHESS, state, limit=Limit(depth=8), options=plywise.SearchOptions(engine="compiled"))
    assert (without.status, without.unit) == (Status.HEURISTIC, Unit.EVALUATION)


def test_a_draw_by_table_is_no_lead(three_men):
    state = CHESS.parse_state("8/8/8/1k6/8/1p6/1P1K4/8 w - - 0 1")
    with_tables = plywise.decide(CHESS, state, limit=Limit(depth=6), options=plywise.SearchOptions(tables=three_men))
    without = plywise.decide(CHESS, state, limit=Limit(depth=6), options=plywise.SearchOptions(engine="compiled"))
    assert with_tables.value == 0 < without.value


def test_tables_are_not_asked_once_what_was_played_counts(three_men):
    fen = "8/3p1R2/8/K7/8/7k/8/8 w - - 0 1"
    state = CHESS.parse_state(fen)
    taken = CHESS.result(state, CHESS.parse_action(state, "Rxd7"))
    decision = plywise.decide(
        CHESS, state, limit=Limit(depth=4), history=[taken, taken], options=plywise.SearchOptions(tables=three_men)
    )
    assert decision.probes == 0


def test_the_clock_counts_inside_the_search(three_men):
    """Taking on d7 starts the count again; a move before that doesn't."""
    fen = "8/6p1/8/8/2K5/7R/8/1k6 w - - 99 1"
    decision = plywise.decide(
        CHESS, CHESS.parse_state(fen), limit=Limit(depth=4), options=plywise.SearchOptions(tables=three_men)
    )
    assert (decision.value, decision.distance) == (0, None)
