"""EinStein würfelt nicht against OpenSpiel's, and its notation.

There chance sets the cubes up and White, at the lower right, may begin; here players do, and A begins at the upper
left. So boards are turned where White begins.
"""

import re
from random import Random
from typing import Any

import pyspiel
import pytest

from plywise import CHANCE, NotationError, load_game
from plywise.games.dice.einstein import SQUARES, Einstein
from plywise.kernel import compile_rules
from plywise.kernel.building import compare
from plywise.rules import as_view

WAYS = {0: ("right", "down", "diag"), 1: ("left", "up", "diag")}
"""What OpenSpiel calls the steps of Black and of White."""


def cubes(position, starter: int) -> list[str]:
    """Read OpenSpiel's board as ours: A is who begins."""
    cells = re.findall(r"\|(b\d|w\d|__)\|", str(position))
    named = [cell.replace("bw"[starter], "A").replace("bw"[1 - starter], "B").replace("__", "") for cell in cells]
    return named if starter == 0 else named[::-1]


def play_both(games: int, seed: int) -> None:
    game, chooser = Einstein(), Random(seed)
    for _ in range(games):
        position = pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
        for _ in range(2):
            position.apply_action(chooser.choice(position.legal_actions()))
        starter = position.child(0).current_player()
        placed = cubes(position, starter)
        state = game.initial()
        for number in range(1, 7):
            state = game.result(state, placed.index(f"A{number}"))
        for number in range(1, 7):
            state = game.result(state, placed.index(f"B{number}"))
        while not position.is_terminal():
            assert [game.cube_on(state, square) for square in range(SQUARES)] == cubes(position, starter)
            assert game.to_move(state) == CHANCE
            assert not game.is_terminal(state)
            side = chooser.randrange(6)
            position.apply_action(side)
            state = game.result(state, side + 1)
            theirs = {position.action_to_string(action).rstrip("*"): action for action in position.legal_actions()}
            mover = position.current_player()
            assert game.to_move(state) == (mover != starter)
            ours = {
                f"{'BW'[mover]}{(action - SQUARES) // 3 + 1}-{WAYS[mover][(action - SQUARES) % 3]}": action
                for action in game.actions(state)
            }
            assert ours.keys() == theirs.keys()
            name = chooser.choice(sorted(ours))
            state = game.result(state, ours[name])
            position.apply_action(theirs[name])
        assert game.is_terminal(state)
        returns = position.returns() if starter == 0 else position.returns()[::-1]
        assert [game.utility(state, player) for player in (0, 1)] == returns


def test_agrees_with_open_spiel():
    play_both(games=40, seed=1)


@pytest.mark.slow
def test_agrees_with_open_spiel_in_many_games():
    play_both(games=3_000, seed=2)


def test_compiled_rules_agree():
    game = load_game("einstein")
    assert compare(game, compile_rules(game), seed=1, states=300) is None


def test_a_cube_that_is_gone_lets_its_neighbours_move():
    game: Any = Einstein()
    state = game.parse_state("...../..A1../A6A4.../...../....B1 A3")
    moved = {game.action_name(state, action)[:2] for action in game.actions(state)}
    assert moved == {"c4", "b3"}
    only = game.parse_state("...../..A1../A6A4.../...../....B1 A6")
    assert {game.action_name(only, action)[:2] for action in game.actions(only)} == {"a3"}


def test_one_may_take_ones_own_cube():
    game: Any = Einstein()
    state = game.parse_state("A1A2.../...../...../...../....B1 A1")
    after = game.result(state, game.parse_action(state, "a5-b5"))
    assert game.state_name(after) == ".A1.../...../...../...../....B1 B"


def test_the_board_as_it_is_shown():
    game: Any = Einstein(setup=False)
    state = game.result(game.initial(), 4)
    view = as_view(game.view(state))
    assert (view.dice, view.turn) == ((4,), "A (Red) to move")
    assert next(game.clicks(state, action) for action in game.actions(state)) == ("a4", "b4")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a state"),
        ("...../...../...../...../.... A", "is not a state"),
        ("A1A1.../...../...../...../....B1 A", "is not a state"),
        ("..A1../...../...../...../....B1 A placing", "can't come up"),
        ("...../...../...../...../....A1 A", "can't come up"),
        ("...../...../...../...../....A1 B3", "can't come up"),
    ],
)
def test_a_state_that_is_none_is_refused(text, reason):
    with pytest.raises(NotationError, match=reason):
        Einstein().parse_state(text)
