"""Pentago against OpenSpiel's, and its notation."""

from typing import Any

import pyspiel
import pytest

from plywise import Limit, NotationError, Status
from plywise.games.placing.pentago import Pentago
from plywise.kernel import compile_rules
from plywise.kernel.building import compare
from plywise.rules import as_view
from plywise.search import alpha_beta
from tests.games.open_spiel import compare_playings


def their_board(position) -> str:
    """Read the signs of OpenSpiel's rows, which begin with a letter or an arrow and a number."""
    lines = [line for line in str(position).splitlines() if line[2:3].isdigit()]
    return "".join(sign for line in lines for sign in line[3:16] if sign in "O@.")


def play_both(positions: int, seed: int) -> None:
    game: Any = Pentago()

    def board(state) -> str:
        return "".join(piece for row in game.rows(state) for piece in row).replace("O", "@").replace("X", "O")

    compare_playings(game, pyspiel.load_game("pentago"), positions, seed, board=board, their_board=their_board)


def test_agrees_with_open_spiel():
    play_both(500, seed=1)


@pytest.mark.slow
def test_agrees_with_open_spiel_on_many_positions():
    play_both(20_000, seed=2)


def test_compiled_rules_agree():
    game: Any = Pentago()
    assert compare(game, compile_rules(game), seed=1, states=60) is None


def test_five_for_both_are_a_draw():
    game: Any = Pentago()
    state = game.parse_state("XXXXX1/OOOOO1/6/6/6/6 X")
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in (0, 1)] == [0, 0]
    marked = [cell.name for cell in as_view(game.view(state)).cells if cell.mark == "line"]
    assert marked == ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"]


def test_a_win_in_one_is_found():
    game: Any = Pentago()
    state = game.parse_state("XXXX2/6/6/6/OOO3/O5 X")
    decision = alpha_beta(game, state, limit=Limit(depth=1))
    assert (decision.value, decision.status) == (1, Status.PROVEN)
    assert game.is_terminal(game.result(state, decision.action))


def test_a_click_on_a_square_leaves_the_turn_to_be_chosen():
    game: Any = Pentago()
    assert {game.clicks(game.initial(), action) for action in range(8)} == {("a1",)}


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "must end with"), ("6/6/6/6/6/6 O", "in turn"), ("6/6 X", "6 rows"), ("W5/6/6/6/6/6 X", "has W on it")],
)
def test_a_board_that_is_none_is_refused(text, reason):
    with pytest.raises(NotationError, match=reason):
        Pentago().parse_state(text)
