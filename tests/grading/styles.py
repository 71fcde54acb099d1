"""Right searches, each written in another style."""

MEMO = """
import functools
import math

def minimax(game, state, depth=math.inf):
    @functools.cache
    def value(state, depth):
        if game.is_terminal(state):
            return game.utility(state, 0)
        if depth == 0:
            return game.evaluate(state, 0)
        choose = max if game.to_move(state) == 0 else min
        return choose(value(game.result(state, action), depth - 1) for action in game.actions(state))

    choose = max if game.to_move(state) == 0 else min
    action = choose(game.actions(state), key=lambda action: value(game.result(state, action), depth - 1))
    return value(state, depth), action
"""

MEMO_ALPHA_BETA = """
import math

def alpha_beta(game, state, depth=math.inf):
    table = {}

    def search(state, depth, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, 0), None
        if depth == 0:
            return game.evaluate(state, 0), None
        low, high, action = table.get((state, depth), (-math.inf, math.inf, None))
        if low >= beta or low == high:
            return low, action
        if high <= alpha:
            return high, action
        is_max, best_action = game.to_move(state) == 0, None
        best, a, b = (-math.inf if is_max else math.inf), alpha, beta
        for action in game.actions(state):
            value, _ = search(game.result(state, action), depth - 1, a, b)
            if value > best if is_max else value < best:
                best, best_action = value, action
            if is_max:
                a = max(a, best)
            else:
                b = min(b, best)
            if a >= b:
                break
        known = (-math.inf, best) if best <= alpha else (best, math.inf) if best >= beta else (best, best)
        table[state, depth] = (*known, best_action)
        return best, best_action

    return search(state, depth, -math.inf, math.inf)
"""

GENERATORS = """
import math

def successors(game, state):
    for action in game.actions(state):
        yield action, game.result(state, action)

def answers(game, state, depth):
    for action, child in successors(game, state):
        yield minimax(game, child, depth - 1)[0], action

def minimax(game, state, depth=math.inf):
    if game.is_terminal(state):
        return game.utility(state, 0), None
    if depth == 0:
        return game.evaluate(state, 0), None
    choose = max if game.to_move(state) == 0 else min
    return choose(answers(game, state, depth), key=lambda answer: answer[0])
"""

CLASSES = """
import math
from dataclasses import dataclass
from plywise.rules import CHANCE, MAX, Game

@dataclass
class Answer:
    value: float
    action: object = None

class Search:
    def __init__(self, game: Game):
        self.game = game

    def leaf(self, state, depth):
        if self.game.is_terminal(state):
            return Answer(self.game.utility(state, MAX))
        return Answer(self.game.evaluate(state, MAX)) if depth == 0 else None

    def search(self, state, depth):
        return self.leaf(state, depth) or getattr(self, self.kind(state))(state, depth)

    def kind(self, state):
        return {CHANCE: "roll", MAX: "rise"}.get(self.game.to_move(state), "fall")

    def rise(self, state, depth):
        return max(self.below(state, depth), key=lambda each: each.value)

    def fall(self, state, depth):
        return min(self.below(state, depth), key=lambda each: each.value)

    def roll(self, state, depth):
        game = self.game
        return Answer(sum(p * self.search(game.result(state, o), depth - 1).value for o, p in game.chances(state)))

    def below(self, state, depth):
        for action in self.game.actions(state):
            yield Answer(self.search(self.game.result(state, action), depth - 1).value, action)

def expectiminimax(game, state, depth=math.inf):
    answer = Search(game).search(state, depth)
    return answer.value, answer.action
"""

ITERATIVE = """
import math

def minimax(game, state, depth=math.inf):
    # each frame: state, depth, actions still to try, best value, best action, the action under way
    stack, returned = [[state, depth, None, None, None, None]], None
    while stack:
        frame = stack[-1]
        here, left = frame[0], frame[1]
        if game.is_terminal(here) or left == 0:
            worth = game.utility(here, 0) if game.is_terminal(here) else game.evaluate(here, 0)
            returned = worth, None
            stack.pop()
            continue
        if frame[2] is None:
            frame[2] = list(game.actions(here))[::-1]
        elif frame[3] is None or (returned[0] > frame[3] if game.to_move(here) == 0 else returned[0] < frame[3]):
            frame[3], frame[4] = returned[0], frame[5]
        if not frame[2]:
            returned = frame[3], frame[4]
            stack.pop()
            continue
        frame[5] = frame[2].pop()
        stack.append([game.result(here, frame[5]), left - 1, None, None, None, None])
    return returned
"""

FAIL_HARD = """
import math

def alpha_beta(game, state, depth=math.inf, alpha=-math.inf, beta=math.inf):
    if game.is_terminal(state) or depth == 0:
        worth = game.utility(state, 0) if game.is_terminal(state) else game.evaluate(state, 0)
        return max(alpha, min(beta, worth)), None
    chosen = None
    for action in game.actions(state):
        value, _ = alpha_beta(game, game.result(state, action), depth - 1, alpha, beta)
        if game.to_move(state) == 0 and value > alpha:
            alpha, chosen = value, action
        elif game.to_move(state) == 1 and value < beta:
            beta, chosen = value, action
        if alpha >= beta:
            break
    return (alpha if game.to_move(state) == 0 else beta), chosen
"""

FAIL_SOFT_NEGAMAX = """
import math

def alpha_beta(game, state, depth=math.inf):
    value, action = negamax(game, state, depth, -math.inf, math.inf)
    return (value if game.to_move(state) == 0 else game.utility_sum - value), action

def negamax(game, state, depth, alpha, beta):
    me = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, me), None
    if depth == 0:
        return game.evaluate(state, me), None
    best, chosen = -math.inf, None
    for action in game.actions(state):
        child = game.result(state, action)
        if game.to_move(child) == me:
            value, _ = negamax(game, child, depth - 1, alpha, beta)
        else:
            total = game.utility_sum
            value = total - negamax(game, child, depth - 1, total - beta, total - alpha)[0]
        if value > best:
            best, chosen = value, action
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, chosen
"""

NUMPY = """
import numpy as np

def minimax(game, state, depth=np.inf):
    if game.is_terminal(state):
        return np.array([game.utility(state, 0), 0])
    if depth == 0:
        return np.array([game.evaluate(state, 0), 0])
    actions = list(game.actions(state))
    values = np.array([minimax(game, game.result(state, action), depth - 1)[0] for action in actions])
    index = values.argmax() if game.to_move(state) == 0 else values.argmin()
    return values[index], actions[index]
"""

STYLES = {
    "memo": MEMO,
    "memo for alpha-beta": MEMO_ALPHA_BETA,
    "generators": GENERATORS,
    "classes": CLASSES,
    "iterative": ITERATIVE,
    "fail-hard": FAIL_HARD,
    "fail-soft negamax": FAIL_SOFT_NEGAMAX,
    "numpy": NUMPY,
}
