"""Minimax, as in figure 5.3 of Russell & Norvig: every line of play to its end. Values are to MAX."""

import math
from typing import Any

from plywise.rules import MAX, Action, Game


def minimax(game: Game, state: Any) -> tuple[float, Action]:
    """Return what a state is worth to MAX, and the action that the player to move should choose."""
    if game.is_terminal(state):
        return game.utility(state, MAX), None
    if game.to_move(state) == MAX:
        return max_value(game, state)
    return min_value(game, state)


def max_value(game: Game, state: Any) -> tuple[float, Action]:
    """Return the greatest value among the successors, and the first action that leads to it."""
    value, move = -math.inf, None
    for action in game.actions(state):
        found, _ = minimax(game, game.result(state, action))
        if found > value:
            value, move = found, action
    return value, move


def min_value(game: Game, state: Any) -> tuple[float, Action]:
    """Return the least value among the successors, and the first action that leads to it."""
    value, move = math.inf, None
    for action in game.actions(state):
        found, _ = minimax(game, game.result(state, action))
        if found < value:
            value, move = found, action
    return value, move
