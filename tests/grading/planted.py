"""Students' files with one mistake each: a right file, and what is written wrongly in it."""

MINIMAX = """
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
    best = math.inf
    for action in game.actions(state):
        value, _ = minimax(game, game.result(state, action), depth - 1)
        if value < best:
            best, best_action = value, action
    return best, best_action
"""

ALPHA_BETA = """
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
            if best >= beta:
                return best, best_action
            alpha = max(alpha, best)
        return best, best_action
    best = math.inf
    for action in game.actions(state):
        value, _ = alpha_beta(game, game.result(state, action), depth - 1, alpha, beta)
        if value < best:
            best, best_action = value, action
        if best <= alpha:
            return best, best_action
        beta = min(beta, best)
    return best, best_action
"""

NEGAMAX = """
import math

def minimax(game, state, depth=math.inf):
    value, action = negamax(game, state, depth)
    return (value if game.to_move(state) == 0 else -value), action

def negamax(game, state, depth):
    player = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, player), None
    if depth == 0:
        return game.evaluate(state, player), None
    best, best_action = -math.inf, None
    for action in game.actions(state):
        child = game.result(state, action)
        value, _ = negamax(game, child, depth - 1)
        if game.to_move(child) != player:
            value = -value
        if value > best:
            best, best_action = value, action
    return best, best_action
"""

EXPECTIMINIMAX = """
def expectiminimax(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state, 0), None
    if depth == 0:
        return game.evaluate(state, 0), None
    if game.to_move(state) == -1:
        outcomes = list(game.chances(state))
        values = [expectiminimax(game, game.result(state, each), depth - 1)[0] for each, _ in outcomes]
        return sum(odds * value for (_, odds), value in zip(outcomes, values)), None
    answers = [(expectiminimax(game, game.result(state, a), depth - 1)[0], a) for a in game.actions(state)]
    choose = max if game.to_move(state) == 0 else min
    return choose(answers, key=lambda answer: answer[0])
"""

SHARED_WINDOW = """
import math

class Search:
    def __init__(self, game):
        self.game, self.alpha, self.beta = game, -math.inf, math.inf

    def value(self, state, depth):
        if self.game.is_terminal(state):
            return self.game.utility(state, 0), None
        if depth == 0:
            return self.game.evaluate(state, 0), None
        is_max, chosen = self.game.to_move(state) == 0, None
        best = -math.inf if is_max else math.inf
        for action in self.game.actions(state):
            found, _ = self.value(self.game.result(state, action), depth - 1)
            if found > best if is_max else found < best:
                best, chosen = found, action
            if best >= self.beta if is_max else best <= self.alpha:
                break
            if is_max:
                self.alpha = max(self.alpha, best)
            else:
                self.beta = min(self.beta, best)
        return best, chosen

def alpha_beta(game, state, depth=math.inf):
    return Search(game).value(state, depth)
"""

ACTION_AS_VALUE = """
def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0)
    choose = max if game.to_move(state) == 0 else min
    return choose(game.actions(state), key=lambda action: minimax(game, game.result(state, action)))
"""

ACTION_FIRST = """
def best(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0), None
    choose = max if game.to_move(state) == 0 else min
    answers = [(best(game, game.result(state, action))[0], action) for action in game.actions(state)]
    return choose(answers, key=lambda answer: answer[0])

def minimax(game, state):
    value, action = best(game, state)
    return action, value
"""

SEARCHED_TWICE = """
def value(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0)
    choose = max if game.to_move(state) == 0 else min
    return choose([value(game, game.result(state, action)) for action in game.actions(state)])

def minimax(game, state):
    choose = max if game.to_move(state) == 0 else min
    action = choose(game.actions(state), key=lambda action: value(game, game.result(state, action)))
    return value(game, state), action
"""

LEFT_OVER = """
values = {}

def minimax(game, state):
    if state not in values:
        if game.is_terminal(state):
            return game.utility(state, 0), None
        choose = max if game.to_move(state) == 0 else min
        answers = [(minimax(game, game.result(state, action))[0], action) for action in game.actions(state)]
        values[state] = choose(answers, key=lambda answer: answer[0])
    return values[state]
"""


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """Write something else in a file."""
    for right, wrong in pairs:
        assert right in text, right
        text = text.replace(right, wrong)
    return text


END = """    if game.is_terminal(state):
        return game.utility(state, 0), None
"""
HORIZON = """    if depth == 0:
        return game.evaluate(state, 0), None
"""
MEAN = "sum(odds * value for (_, odds), value in zip(outcomes, values))"
MAX_CUTS = """            if best >= beta:
                return best, best_action
"""
MIN_CUTS = """        if best <= alpha:
            return best, best_action
"""
OTHER = MINIMAX.replace("minimax(", "other(")

TO_THE_MOVER = """
def minimax(game, state):
    value, action = other(game, state)
    return (value if game.to_move(state) == 0 else game.utility_sum - value), action
"""
MAX_AT_THE_ROOT = """
def minimax(game, state):
    found = [(other(game, game.result(state, action))[0], action) for action in game.actions(state)]
    return max(found, key=lambda each: each[0])
"""

NEEDLESS, MISSING = "visited, though it can't matter any more", "not visited, though it matters"
EARLY = "taken for a leaf, though the search should go on here"

PLANTED: dict[str, tuple[str, str, str, str, str]] = {
    "cut with v >= alpha": (
        changed(ALPHA_BETA, ("best >= beta", "value >= alpha"), ("best <= alpha", "value <= beta")),
        "cut at the own bound",
        "figure 5.2",
        "b2",
        MISSING,
    ),
    "a return in the loop": (
        changed(
            ALPHA_BETA,
            (MAX_CUTS, " " * 12 + "return best, best_action\n"),
            (MIN_CUTS, " " * 8 + "return best, best_action\n"),
        ),
        "first move only",
        "figure 5.2",
        "b2",
        MISSING,
    ),
    "a shared window": (
        SHARED_WINDOW,
        "shared window",
        "figure 5.2",
        "c1",
        MISSING,
    ),
    "a ply too far": (
        changed(MINIMAX, ("depth == 0", "depth == -1")),
        "depth off by one",
        "estimates",
        "B",
        "yours is 3, it should be 1",
    ),
    "a ply too short": (
        changed(ALPHA_BETA, ("depth == 0", "depth <= 1")),
        "depth off by one",
        "estimates",
        "A",
        EARLY,
    ),
    "an action for a value": (
        ACTION_AS_VALUE,
        "action for a value",
        "figure 5.2",
        "B",
        "yours is 0, it should be 3",
    ),
    "the action first": (
        ACTION_FIRST,
        "action for a value",
        "figure 5.2",
        "A",
        "yours is 0, it should be 3",
    ),
    "alpha stays": (
        changed(ALPHA_BETA, ("            alpha = max(alpha, best)\n", "")),
        "alpha not updated",
        "figure 5.2",
        "c2",
        NEEDLESS,
    ),
    "beta stays": (
        changed(ALPHA_BETA, ("        beta = min(beta, best)\n", "")),
        "alpha not updated",
        "Nau's figure",
        "n11",
        NEEDLESS,
    ),
    "the other bound changes": (
        changed(
            ALPHA_BETA,
            (MAX_CUTS + "            alpha = max(alpha, best)", MAX_CUTS + "            beta = min(beta, best)"),
            (MIN_CUTS + "        beta = min(beta, best)", MIN_CUTS + "        alpha = max(alpha, best)"),
        ),
        "wrong bound updated",
        "figure 5.2",
        "b3",
        MISSING,
    ),
    "cut with >": (
        changed(ALPHA_BETA, (">= beta", "> beta"), ("<= alpha", "< alpha")),
        "cut with > for >=",
        "equal values",
        "c2",
        NEEDLESS,
    ),
    "the wrong bound returned": (
        changed(
            ALPHA_BETA,
            (MAX_CUTS, MAX_CUTS.replace("return best", "return alpha")),
            (MIN_CUTS, MIN_CUTS.replace("return best", "return beta")),
        ),
        "wrong bound returned",
        "figure 5.2",
        "C",
        "chosen, though it is worth 2",
    ),
    "beta and alpha": (
        changed(ALPHA_BETA, ("depth - 1, alpha, beta)", "depth - 1, beta, alpha)")),
        "window handed down swapped",
        "figure 5.2",
        "D",
        "yours is 14, it should be 2",
    ),
    "from the last": (
        changed(ALPHA_BETA, ("game.actions(state)", "list(game.actions(state))[::-1]")),
        "another order of actions",
        "figure 5.2",
        "d3",
        "visited out of order",
    ),
    "no window handed down": (
        changed(ALPHA_BETA, ("depth - 1, alpha, beta)", "depth - 1)")),
        "nothing is cut off",
        "figure 5.2",
        "c2",
        NEEDLESS,
    ),
    "a leaf to the one to move": (
        changed(MINIMAX, ("state, 0)", "state, game.to_move(state))")),
        "wrong viewpoint",
        "one ply",
        "a1",
        "yours is -2, it should be 2",
    ),
    "the root's value to MIN": (
        OTHER + TO_THE_MOVER,
        "value to the player to move",
        "Nau's figure",
        "n2",
        "yours is -5, it should be 5",
    ),
    "min for max": (
        changed(MINIMAX, ("to_move(state) == 0", "to_move(state) == 1")),
        "min and max swapped",
        "figure 5.2",
        "B",
        "yours is 12, it should be 3",
    ),
    "max for both": (
        changed(MINIMAX, ("if game.to_move(state) == 0", "if True")),
        "always the largest",
        "figure 5.2",
        "B",
        "yours is 12, it should be 3",
    ),
    "max at the root": (
        OTHER + MAX_AT_THE_ROOT,
        "MAX assumed at the root",
        "Nau's figure",
        "n2",
        "yours is 8, it should be 5",
    ),
    "by turns": (
        changed(
            MINIMAX,
            ("depth=math.inf)", "depth=math.inf, is_max=True)"),
            ("game.to_move(state) == 0", "is_max"),
            ("depth - 1)\n            if value >", "depth - 1, False)\n            if value >"),
            ("depth - 1)\n        if", "depth - 1, True)\n        if"),
        ),
        "turns assumed to alternate",
        "Nau's figure",
        "n4",
        "yours is 0, it should be 5",
    ),
    "the sign always turned": (
        changed(NEGAMAX, ("        if game.to_move(child) != player:\n            value", "        value")),
        "turns assumed to alternate",
        "one player moves twice",
        "D",
        "yours is 0, it should be 3",
    ),
    "the sign never turned": (
        changed(NEGAMAX, ("value = -value", "pass")),
        "sign not turned",
        "figure 5.2",
        "B",
        "yours is 12, it should be 3",
    ),
    "no comparison": (
        changed(MINIMAX, ("if value > best", "if True"), ("if value < best", "if True")),
        "last value kept",
        "figure 5.2",
        "B",
        "yours is 8, it should be 3",
    ),
    "from 0 on": (
        changed(MINIMAX, ("-math.inf\n        for", "0\n        for"), ("best = math.inf", "best = 0")),
        "start value in the way",
        "figure 5.2",
        "B",
        "yours is 0, it should be 3",
    ),
    "from 1000 on": (
        changed(MINIMAX, ("-math.inf\n        for", "-1000\n        for"), ("best = math.inf", "best = 1000")),
        "start value in the way",
        "large utilities",
        "B",
        "yours is 1000, it should be 200000",
    ),
    "depth for depth - 1": (
        changed(MINIMAX, ("depth - 1", "depth")),
        "depth not counted down",
        "estimates",
        "B",
        "yours is 3, it should be 1",
    ),
    "rounds": (
        changed(MINIMAX, ("depth - 1)\n            if value >", "depth)\n            if value >")),
        "depth counted in rounds",
        "estimates",
        "B",
        "yours is 3, it should be 1",
    ),
    "utility at the horizon": (
        changed(MINIMAX, ("game.evaluate", "game.utility")),
        "utility asked before the end",
        "estimates",
        "B",
        "yours is 0, it should be 1",
    ),
    "an estimate at the end": (
        changed(MINIMAX, (END + HORIZON, HORIZON + END)),
        "end of the game estimated",
        "over at the horizon",
        "b1",
        "yours is -6, it should be 3",
    ),
    "no end": (
        changed(MINIMAX, (END, "")),
        "terminal ignored",
        "figure 5.2",
        "b1",
        "yours is -inf, it should be 3",
    ),
    "the last left out": (
        changed(MINIMAX, ("game.actions(state)", "(list(game.actions(state))[:-1] or [0])")),
        "last move left out",
        "figure 5.2",
        "b3",
        MISSING,
    ),
    "twice": (
        SEARCHED_TWICE,
        "searched twice",
        "figure 5.2",
        "b1",
        "visited a second time",
    ),
    "the last action": (
        changed(MINIMAX, ("return best, best_action", "return best, action")),
        "another action than the best",
        "figure 5.2",
        "D",
        "chosen, though it is worth 2",
    ),
    "no action": (
        changed(MINIMAX, ("return best, best_action", "return best, None")),
        "another action than the best",
        "figure 5.2",
        "A",
        "None is returned, which is not an action here",
    ),
    "the same state": (
        changed(MINIMAX, ("game.result(state, action)", "state")),
        "no step to a successor",
        "figure 5.2",
        "A",
        "searched again and again, without a step to a successor",
    ),
    "no return at the end": (
        changed(
            MINIMAX,
            ("best, best_action = value, action\n    return best, best_action", "best, best_action = value, action"),
        ),
        "a value is not returned",
        "figure 5.2",
        "B",
        "yours returns None",
    ),
    "equally likely": (
        changed(EXPECTIMINIMAX, (MEAN, "sum(values) / len(values)")),
        "outcomes taken for equally likely",
        "uneven odds",
        "B",
        "yours is 6, it should be 2",
    ),
    "added up": (
        changed(EXPECTIMINIMAX, (MEAN, "sum(values)")),
        "outcomes added up",
        "a fair coin",
        "B",
        "yours is 4, it should be 2",
    ),
    "divided again": (
        changed(EXPECTIMINIMAX, (MEAN, MEAN + " / len(values)")),
        "mean divided again",
        "a fair coin",
        "B",
        "yours is 1, it should be 2",
    ),
    "chance like MIN": (
        changed(EXPECTIMINIMAX, ("if game.to_move(state) == -1", "if False")),
        "chance taken for a player",
        "a fair coin",
        "B",
        "yours is 0, it should be 2",
    ),
    "the first outcome": (
        changed(EXPECTIMINIMAX, (MEAN, "values[0]")),
        "first outcome only",
        "a fair coin",
        "B",
        "yours is 4, it should be 2",
    ),
}
"""By what is wrong: the file, the mistake's name, the exercise in which it first shows, the state, and what is said."""
