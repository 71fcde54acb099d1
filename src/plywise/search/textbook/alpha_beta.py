"""Alpha-beta, as in figure 5.7 of Russell & Norvig: minimax that leaves out what can't matter."""

from math import inf
from typing import Any

from plywise.rules import MAX, Action, Game


def alpha_beta(game: Game, state: Any, alpha: float = -inf, beta: float = inf) -> tuple[float, Action]:
    """Return what minimax would; alpha is the best that MAX has found on the path so far, beta the best for MIN."""
    if game.is_terminal(state):
        return game.utility(state, MAX), None
    choose = max_value if game.to_move(state) == MAX else min_value
    return choose(game, state, alpha, beta)


def max_value(game: Game, state: Any, alpha: float, beta: float) -> tuple[float, Action]:
    """Return the greatest value among the successors, or one so large that MIN avoids this state."""
    value, move = -inf, None
    for action in game.actions(state):
        found, _ = alpha_beta(game, game.result(state, action), alpha, beta)
        if found > value:
            value, move = found, action
        if value >= beta:
            return value, move
        alpha = max(alpha, value)
    return value, move


def min_value(game: Game, state: Any, alpha: float, beta: float) -> tuple[float, Action]:
    """Return the least value among the successors, or one so small that MAX avoids this state."""
    value, move = inf, None
    for action in game.actions(state):
        found, _ = alpha_beta(game, game.result(state, action), alpha, beta)
        if found < value:
            value, move = found, action
        if value <= alpha:
            return value, move
        beta = min(beta, value)
    return value, move
