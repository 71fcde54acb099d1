"""Expectiminimax, as in section 5.5 of Russell & Norvig: where chance moves, a state is worth its mean."""

import math
from typing import Any

from plywise.rules import CHANCE, MAX, Action, Game


def expectiminimax(game: Game, state: Any) -> tuple[float, Action]:
    """Return what a state is worth to MAX, and the action to choose; None where chance moves."""
    if game.is_terminal(state):
        return game.utility(state, MAX), None
    if game.to_move(state) == CHANCE:
        return chance_value(game, state), None
    if game.to_move(state) == MAX:
        return best_value(game, state, 1)
    return best_value(game, state, -1)


def best_value(game: Game, state: Any, sign: int) -> tuple[float, Action]:
    """Return the greatest value (sign 1, for MAX) or the least (sign -1, for MIN), and its action."""
    best, move = -math.inf, None
    for action in game.actions(state):
        value, _ = expectiminimax(game, game.result(state, action))
        if sign * value > best:
            best, move = sign * value, action
    return sign * best, move


def chance_value(game: Game, state: Any) -> float:
    """Return the mean over the outcomes, each with its probability."""
    mean = 0.0
    for outcome, probability in game.chances(state):
        value, _ = expectiminimax(game, game.result(state, outcome))
        mean += probability * value
    return mean
