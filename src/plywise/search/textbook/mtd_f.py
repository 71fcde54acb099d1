"""MTD(f): alpha-beta with a memory, asked again and again whether the value reaches a bound (Plaat 1996)."""

from collections.abc import Hashable
from math import inf, nextafter
from typing import Any

from plywise.rules import MAX, Action, Game

Bounds = dict[Hashable, tuple[float, float]]


def mtd_f(game: Game, state: Any, guess: float = 0.0) -> tuple[float, Action]:
    """Return what minimax would; the better the first guess, the fewer passes."""
    lower, upper, best, bounds = -inf, inf, None, Bounds()
    while lower < upper:
        beta = nextafter(lower, inf) if guess == lower else guess
        guess, move = search(game, state, nextafter(beta, -inf), beta, bounds)
        lower, upper = (lower, guess) if guess < beta else (guess, upper)
        if (guess >= beta) == (game.to_move(state) == MAX):  # only then has the player to move shown an action
            best = move
    return guess, best


def search(game: Game, state: Any, alpha: float, beta: float, bounds: Bounds) -> tuple[float, Action]:
    """Return a value that is beyond the right one of alpha and beta, and what shows it."""
    lower, upper = bounds.get(game.key(state), (-inf, inf))
    if lower >= beta or upper <= alpha:
        return (lower if lower >= beta else upper), None
    if game.is_terminal(state):
        return game.utility(state, MAX), None
    sign = 1 if game.to_move(state) == MAX else -1
    best, move = -inf, None
    for action in game.actions(state):
        value, _ = search(game, game.result(state, action), alpha, beta, bounds)
        if sign * value > best:
            best, move = sign * value, action
        if (value >= beta) if sign > 0 else (value <= alpha):
            break
    bounds[game.key(state)] = (lower, sign * best) if sign * best <= alpha else (sign * best, upper)
    return sign * best, move
