"""Paranoid: more than two players, and whoever is asked expects all the others to play against them."""

from math import inf
from typing import Any

from plywise.rules import Action, Game


def paranoid(game: Game, state: Any) -> tuple[float, Action]:
    """Return what a state is worth to the player to move where all others are hostile, and the action to choose."""
    return alpha_beta(game, state, game.to_move(state), -inf, inf)


def alpha_beta(game: Game, state: Any, player: int, alpha: float, beta: float) -> tuple[float, Action]:
    """Return the value to one player: who takes the greatest, and all others the least."""
    if game.is_terminal(state):
        return game.utility(state, player), None
    sign = 1 if game.to_move(state) == player else -1
    best, move = -inf, None
    for action in game.actions(state):
        value, _ = alpha_beta(game, game.result(state, action), player, alpha, beta)
        if sign * value > best:
            best, move = sign * value, action
        alpha, beta = (max(alpha, value), beta) if sign > 0 else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return sign * best, move
