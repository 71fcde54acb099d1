"""Star1: expectiminimax that stops where the outcomes of chance can no longer matter (Ballard 1983)."""

from math import inf
from typing import Any

from plywise.rules import CHANCE, MAX, Action, Game


def star1(game: Game, state: Any, alpha: float = -inf, beta: float = inf) -> tuple[float, Action]:
    """Return what expectiminimax would; utilities must be bounded."""
    if game.is_terminal(state):
        return game.utility(state, MAX), None
    if game.to_move(state) == CHANCE:
        return chance_value(game, state, alpha, beta), None
    sign = 1 if game.to_move(state) == MAX else -1
    best, move = -inf, None
    for action in game.actions(state):
        value, _ = star1(game, game.result(state, action), alpha, beta)
        if sign * value > best:
            best, move = sign * value, action
        alpha, beta = (max(alpha, value), beta) if sign > 0 else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return sign * best, move


def chance_value(game: Game, state: Any, alpha: float, beta: float) -> float:
    """Return the mean, or a bound on it as soon as that is beyond alpha or beta."""
    (worst, best), known, left = game.utility_bounds, 0.0, 1.0
    for outcome, probability in game.chances(state):
        left -= probability
        low = (alpha - known - left * best) / probability
        high = (beta - known - left * worst) / probability
        value, _ = star1(game, game.result(state, outcome), max(low, worst), min(high, best))
        known += probability * value
        if value <= low:
            return known + left * best
        if value >= high:
            return known + left * worst
    return known
