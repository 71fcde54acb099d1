"""The dice race: moves, leaps and homes; its values against a recursion over states."""

from functools import cache
from typing import Any

import pytest

from plywise import CHANCE, load_game
from plywise.games.dice.dice_race import DiceRace
from plywise.rules import CatalogError, NotationError
from plywise.search import expectiminimax, star1, star2


def after(text: str, action: str, **parameters: int) -> str:
    game: Any = DiceRace(**parameters)
    state = game.parse_state(text)
    return str(game.state_name(game.result(state, game.parse_action(state, action))))


@pytest.mark.parametrize(
    ("state", "action", "then"),
    [
        ("0-3/0-2 A1", "rear", "1-3/0-2 B"),
        ("0-3/0-2 A2", "rear", "3-4/0-2 B"),
        ("0-3/0-2 B3", "rear", "0-3/2-6 A"),
        ("0-3/0-2 B1", "front", "0-3/0-4 A"),
        ("4-8/3-7 A4", "rear", "8-8/3-7 B"),
        ("3-4/7-7 A4", "rear", "4-8/7-7 B"),
        ("2-5/7-8 A3", "front", "2-8/7-8 B"),
        ("2-5/7-8 A3", "rear", "5-5/7-8 B"),
    ],
)
def test_moves_and_leaps(state, action, then):
    assert after(state, action) == then


def test_equal_tokens_and_those_at_home_are_no_choice():
    game = DiceRace()
    for text, actions in (("2-2/0-0 A1", [0]), ("2-8/0-0 A1", [0]), ("2-3/0-0 A1", [0, 1])):
        assert list(game.actions(game.parse_state(text))) == actions


@cache
def worth(squares: int, sides: int, state: Any) -> float:
    """Return a state's expected utility to A, over states instead of lines."""
    game = DiceRace(squares, sides)
    if game.is_terminal(state):
        return game.utility(state, 0)
    if game.to_move(state) == CHANCE:
        return sum(odds * worth(squares, sides, game.result(state, roll)) for roll, odds in game.chances(state))
    values = [worth(squares, sides, game.result(state, action)) for action in game.actions(state)]
    return max(values) if game.to_move(state) == 0 else min(values)


@pytest.mark.parametrize(("squares", "sides"), [(2, 2), (3, 2), (3, 3), (1, 1)])
@pytest.mark.parametrize("algorithm", [expectiminimax, star1, star2])
def test_values_to_the_end(algorithm, squares, sides):
    game = DiceRace(squares, sides)
    assert algorithm(game).value == pytest.approx(worth(squares, sides, game.initial()), abs=1e-12)
    for roll in range(1, sides + 1):
        state = game.result(game.initial(), roll)
        assert algorithm(game, state).value == pytest.approx(worth(squares, sides, state), abs=1e-12)


@pytest.mark.parametrize("text", ["", "0-3/0-2", "3-0/0-2 A", "0-9/0-0 A", "8-8/8-8 A", "0-0/0-0 A5", "8-8/0-0 B1"])
def test_states_that_cannot_be_are_refused(text):
    with pytest.raises(NotationError, match="write it like 0-0/0-0 A"):
        DiceRace().parse_state(text)


@pytest.mark.parametrize("parameters", ["squares=0", "squares=100", "sides=0", "sides=21"])
def test_sizes_that_cannot_be_are_refused(parameters):
    with pytest.raises(CatalogError, match="dice race"):
        load_game(f"dice-race:{parameters}")
