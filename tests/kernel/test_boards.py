"""Boards of rows and long boards: the same constructs, the same states visited, no cell cut off."""

import sys

import pytest

from plywise import Limit
from plywise.kernel import LoweringError, Searcher, Switches, compile_rules
from plywise.kernel.building import compare
from plywise.kernel.lowering import program
from plywise.kernel.lowering.constructs import generator_expressions
from plywise.rules import RulesError
from plywise.search import alpha_beta
from tests.kernel.board_games import Rows, Stones, Wide
from tests.kernel.constructs import HELPERS, TABLE
from tests.kernel.harness import compile_one, disagreement, import_text, perft
from tests.thinning import thinned

GAMES = {"rows 3": (Rows(3), 5), "rows 4": (Rows(4), 4), "rows 7": (Rows(7), 2), "stones": (Stones(40), 5)}
OF_CELLS = [name for name, case in TABLE.items() if "cells" in case.extra.replace("state.cells, 1 - state.turn", "")]


@pytest.mark.parametrize("name", thinned(GAMES, every=2))
def test_compiled_agrees_and_counts(name):
    game, depth = GAMES[name]
    rules = compile_rules(game, keep=False)
    assert compare(game, rules, states=60) is None
    assert rules.perft(game.initial(), min(depth, 3)) == perft(game, game.initial(), min(depth, 3))


@pytest.mark.parametrize("name", thinned(GAMES, every=2))
def test_the_same_states_are_visited(name):
    game, deepest = GAMES[name]
    searcher = Searcher(game, Switches.none(), table_mb=1, keep=False)
    for depth in range(1, deepest + 1):
        plain, found = alpha_beta(game, limit=Limit(depth=depth)), searcher.decide(limit=Limit(depth=depth))
        assert (found.nodes, found.leaves, found.value) == (plain.nodes, plain.leaves, plain.value)
        assert (found.action, found.line) == (plain.action, plain.line)


def test_all_switches_find_the_same_value():
    searcher = Searcher(Rows(3), table_mb=1, keep=False)
    assert searcher.decide(limit=Limit(depth=9)).value == alpha_beta(Rows(3), limit=Limit(depth=9)).value == 0


def test_no_cell_is_cut_off():
    game = Wide(40)
    rules = compile_rules(game, keep=False)
    assert compare(game, rules, states=60) is None
    assert max(map(abs, game.result(game.initial(), 3).cells)) == 1 << 50


def test_a_state_of_other_rows_is_refused():
    rules = compile_one(Rows(3), "to_move")
    with pytest.raises(RulesError, match="rows of other lengths"):
        rules.to_move(Rows.State(((0, 0, 0), (0, 0), (0, 0, 0, 0))))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    (folder / "own_helpers.py").write_text(HELPERS, encoding="utf-8")
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.mark.parametrize("name", thinned(OF_CELLS, every=3))
def test_long_tuples_do_what_short_ones_do(name, folder, monkeypatch):
    monkeypatch.setattr(program, "SHORT", 3)
    monkeypatch.setattr(generator_expressions, "SHORT", 3)
    case = TABLE[name]
    game = import_text(case.source(), folder).G()
    if case.expected:
        with pytest.raises(LoweringError) as refusal:
            compile_one(game, case.rule)
        assert case.expected in str(refusal.value)
    else:
        assert disagreement(game, compile_one(game, case.rule), case.rule) == ""
