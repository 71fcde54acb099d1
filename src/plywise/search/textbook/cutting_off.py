"""Alpha-beta that stops at a depth and estimates, as in section 5.4 of Russell & Norvig (H-Minimax)."""

from math import inf
from typing import Any

from plywise.rules import MAX, Action, Game


def alpha_beta(game: Game, state: Any, depth: int, alpha: float = -inf, beta: float = inf) -> tuple[float, Action]:
    """Return what a state is worth to MAX as far as `depth` plies tell, and the action to choose."""
    if game.is_terminal(state):
        return game.utility(state, MAX), None
    if depth == 0:
        return game.evaluate(state, MAX), None
    choose = max_value if game.to_move(state) == MAX else min_value
    return choose(game, state, depth, alpha, beta)


def max_value(game: Game, state: Any, depth: int, alpha: float, beta: float) -> tuple[float, Action]:
    """Return the greatest value among the successors, or one so large that MIN avoids this state."""
    value, move = -inf, None
    for action in game.actions(state):
        found, _ = alpha_beta(game, game.result(state, action), depth - 1, alpha, beta)
        if found > value:
            value, move = found, action
        if value >= beta:
            return value, move
        alpha = max(alpha, value)
    return value, move


def min_value(game: Game, state: Any, depth: int, alpha: float, beta: float) -> tuple[float, Action]:
    """Return the least value among the successors, or one so small that MAX avoids this state."""
    value, move = inf, None
    for action in game.actions(state):
        found, _ = alpha_beta(game, game.result(state, action), depth - 1, alpha, beta)
        if found < value:
            value, move = found, action
        if value <= alpha:
            return value, move
        beta = min(beta, value)
    return value, move
