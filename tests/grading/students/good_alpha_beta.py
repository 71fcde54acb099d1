"""Alpha-beta in three functions, without a depth; fail-hard, and the last of equals is chosen at the root."""

import math


def alpha_beta(game, state):
    best_action = None
    alpha, beta = -math.inf, math.inf
    for action in game.actions(state):
        value = search(game, game.result(state, action), alpha, beta)
        if game.to_move(state) == 0 and value > alpha:
            alpha, best_action = value, action
        if game.to_move(state) == 1 and value < beta:
            beta, best_action = value, action
    return (alpha if game.to_move(state) == 0 else beta), best_action


def search(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, 0)
    return (max_value if game.to_move(state) == 0 else min_value)(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    for action in game.actions(state):
        alpha = max(alpha, search(game, game.result(state, action), alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def min_value(game, state, alpha, beta):
    for action in game.actions(state):
        beta = min(beta, search(game, game.result(state, action), alpha, beta))
        if alpha >= beta:
            return alpha
    return beta
