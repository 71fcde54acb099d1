"""Alpha-beta that cuts off with > and < only."""

import math


def alpha_beta(game, state, depth=math.inf, alpha=-math.inf, beta=math.inf):
    if game.is_terminal(state):
        return game.utility(state, 0), None
    if depth == 0:
        return game.evaluate(state, 0), None
    best_action = None
    if game.to_move(state) == 0:
        best = -math.inf
        for action in game.actions(state):
            value, _ = alpha_beta(game, game.result(state, action), depth - 1, alpha, beta)
            if value > best:
                best, best_action = value, action
            if best > beta:
                break
            alpha = max(alpha, best)
    else:
        best = math.inf
        for action in game.actions(state):
            value, _ = alpha_beta(game, game.result(state, action), depth - 1, alpha, beta)
            if value < best:
                best, best_action = value, action
            if best < alpha:
                break
            beta = min(beta, best)
    return best, best_action
