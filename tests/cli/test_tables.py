"""`--tables` of analyse and play: what tables tell is shown without a search."""

import json
from pathlib import Path

import pytest

from plywise import load_game
from plywise.solve import solve_tiers

RULES = str(Path(__file__).parents[1] / "solve" / "graph_game.py")


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The tables of the graph's lower layer."""
    folder = tmp_path_factory.mktemp("graph") / "tables"
    game = load_game(RULES)
    solve_tiers(game, RULES, game.parse_tier("low"), folder)
    return str(folder)


def won_state():
    """A state of the lower layer, by name, that plain Python finds won in three plies."""
    game = load_game(RULES)

    def wins(state, plies):
        if game.is_terminal(state):
            return game.utility(state, state.turn) > 0
        after = [game.result(state, action) for action in game.actions(state)]
        return any(loses(then, plies - 1) for then in after)

    def loses(state, plies):
        if game.is_terminal(state):
            return game.utility(state, state.turn) < 0
        return plies > 0 and all(wins(game.result(state, action), plies - 1) for action in game.actions(state))

    states = [type(game.initial())(node, 0) for node in range(60, 120)]
    return next(game.state_name(state) for state in states if wins(state, 3) and not wins(state, 1))


def test_analyse_tells_what_tables_know(plywise, tables):
    state = won_state()
    data = json.loads(plywise("analyse", RULES, "--state", state, "--tables", tables, "--json").stdout)
    assert (data["status"], data["by_table"], data["value"], data["distance"]) == ("proven", True, 1, 3)
    assert len(data["line"]) == 3
    shown = plywise("analyse", RULES, "--state", state, "--tables", tables).stdout
    assert "By table, with best play A wins in 3 plies." in shown
    assert "known by table" in shown
    assert "plies" in shown


def test_a_search_above_the_tables_says_how_many_they_told(plywise, tables):
    done = plywise("analyse", RULES, "--depth", "6", "--tables", tables, "--engine", "compiled")
    assert "of them known by table" in done.stdout, done.stdout


def test_play_by_table(plywise, tables):
    shown = plywise("play", RULES, "--human", "none", "--state", won_state(), "--tables", tables).stdout
    assert "(proven by table, value 1)" in shown
    assert "A wins" in shown


def test_a_folder_that_holds_no_tables(plywise, tmp_path):
    done = plywise("analyse", RULES, "--tables", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
