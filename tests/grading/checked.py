"""Students' files whose work is graded by checks: right ones, and what is written wrongly in them."""

MAX_N = """
def max_n(game, state):
    if game.is_terminal(state):
        return [game.utility(state, player) for player in range(game.players)], None
    mover = game.to_move(state)
    best, move = None, None
    for action in game.actions(state):
        vector, _ = max_n(game, game.result(state, action))
        if best is None or vector[mover] > best[mover]:
            best, move = vector, action
    return best, move
"""

WRONG_MAX_N = {
    "one player's share for all": ("mover = game.to_move(state)", "mover = 0"),
    "the share of another player": ("mover = game.to_move(state)", "mover = (game.to_move(state) + 1) % game.players"),
    "the sum of all shares": ("vector[mover] > best[mover]", "sum(vector) > sum(best)"),
    "the smallest share": ("vector[mover] > best[mover]", "vector[mover] < best[mover]"),
    "all against one": ("vector[mover] > best[mover]", "(vector[0] > best[0]) == (mover == 0)"),
    "first move only": ("best, move = vector, action\n", "best, move = vector, action\n        return best, move\n"),
}
MIXED = MAX_N.replace(
    "        if best is None or vector[mover] > best[mover]:\n            best, move = vector, action\n",
    "        if best is None or vector[mover] > best[mover]:\n            move = action\n"
    "        best = vector if best is None else [max(pair) for pair in zip(best, vector)]\n",
)
BY_TURNS = (
    MAX_N.replace("def max_n(game, state):", "def max_n(game, state, ply=0):")
    .replace("mover = game.to_move(state)", "mover = ply % game.players")
    .replace("game.result(state, action))", "game.result(state, action), ply + 1)")
)

MCTS = """
import math
import random

class Node:
    def __init__(self, game, state, parent=None, action=None):
        self.state, self.parent, self.action = state, parent, action
        self.mover = game.to_move(parent.state) if parent else 0
        self.untried = [] if game.is_terminal(state) else list(game.actions(state))
        self.children, self.visits, self.total = [], 0, 0

def ucb1(node):
    return node.total / node.visits + math.sqrt(2 * math.log(node.parent.visits) / node.visits)

def mcts(game, state, simulations):
    root = Node(game, state)
    for _ in range(simulations):
        node = root
        while not node.untried and node.children:
            node = max(node.children, key=ucb1)
        if node.untried:
            action = node.untried.pop()
            node.children.append(Node(game, game.result(node.state, action), node, action))
            node = node.children[-1]
        end = node.state
        while not game.is_terminal(end):
            end = game.result(end, random.choice(list(game.actions(end))))
        while node:
            node.visits += 1
            node.total += game.utility(end, node.mover)
            node = node.parent
    return max(root.children, key=lambda child: child.visits).action
"""

WRONG_MCTS = {
    "credited to the wrong player": (
        "self.mover = game.to_move(parent.state) if parent else 0",
        "self.mover = 1 - game.to_move(parent.state) if parent else 0",
    ),
    "everyone plays for MAX": ("game.utility(end, node.mover)", "game.utility(end, 0)"),
    "turns taken for granted": (
        "self.mover = game.to_move(parent.state) if parent else 0",
        "self.mover = 1 - parent.mover if parent else 1 - game.to_move(state)",
    ),
    "no exploration": (" + math.sqrt(2 * math.log(node.parent.visits) / node.visits)", ""),
    "the smallest bound": ("max(node.children, key=ucb1)", "min(node.children, key=ucb1)"),
    "no selection": ("max(node.children, key=ucb1)", "random.choice(node.children)"),
    "no tree below the root": (
        "self.untried = [] if game.is_terminal(state) else",
        "self.untried = [] if game.is_terminal(state) or parent else",
    ),
    "the least visited action": ("return max(root.children", "return min(root.children"),
}

EVALUATION = """
GAME = "tic-tac-toe"
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def board(game, state):
    text = game.state_name(state).split()[0].replace("/", "")
    return "".join("." * int(sign) if sign.isdigit() else sign for sign in text)

def evaluate(game, state, player):
    marks = board(game, state)
    mine, theirs = ("X", "O") if player == 0 else ("O", "X")
    rows = ["".join(marks[place] for place in line) for line in LINES]
    good = sum(10 ** row.count(mine) for row in rows if theirs not in row)
    bad = sum(10 ** row.count(theirs) for row in rows if mine not in row)
    return good - bad
"""

WRONG_EVALUATION = {
    "for the wrong player": ("return good - bad", "return bad - good"),
    "the player is ignored": ('("X", "O") if player == 0 else ("O", "X")', '("X", "O")'),
    "no difference between states": ("return good - bad", "return 0"),
    "drawn at random": ("return good - bad", "import random; return random.random() * (1 - 2 * player)"),
}

OWN_GAME = """
from typing import NamedTuple

from plywise import Game

LIKE = "tic-tac-toe"
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

class MyGame(Game):
    class State(NamedTuple):
        cells: tuple[int, ...] = (0,) * 9
        ply: int = 0

    def initial(self):
        return self.State()

    def to_move(self, state):
        return state.ply % 2

    def actions(self, state):
        return [place for place in range(9) if state.cells[place] == 0]

    def result(self, state, action):
        cells = list(state.cells)
        cells[action] = 1 + state.ply % 2
        return self.State(tuple(cells), state.ply + 1)

    def won(self, state):
        return any(state.cells[a] and state.cells[a] == state.cells[b] == state.cells[c] for a, b, c in LINES)

    def is_terminal(self, state):
        return self.won(state) or state.ply == 9

    def utility(self, state, player):
        if not self.won(state):
            return 0
        return -1 if self.to_move(state) == player else 1
"""

WRONG_GAMES = {
    "an end is not seen": ("for a, b, c in LINES)", "for a, b, c in LINES[:6])"),
    "the wrong winner": ("return -1 if self.to_move", "return 1 if self.to_move"),
    "over too early": ("or state.ply == 9", "or state.ply == 8"),
    "actions missing": ("range(9) if", "range(8) if"),
}
