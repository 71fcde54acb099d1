"""Minimax with a return inside its loop."""

import math


def minimax(game, state, depth=math.inf):
    if game.is_terminal(state):
        return game.utility(state, 0), None
    if depth == 0:
        return game.evaluate(state, 0), None
    best_action = None
    if game.to_move(state) == 0:
        best = -math.inf
        for action in game.actions(state):
            value, _ = minimax(game, game.result(state, action), depth - 1)
            if value > best:
                best, best_action = value, action
            return best, best_action
    else:
        best = math.inf
        for action in game.actions(state):
            value, _ = minimax(game, game.result(state, action), depth - 1)
            if value < best:
                best, best_action = value, action
            return best, best_action
    return best, best_action
