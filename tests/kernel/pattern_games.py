"""Games whose boards are read in each of the ways there are, and patterns with random weights for them."""

import random
from array import array
from typing import Any, NamedTuple

from plywise import Game
from plywise.knowledge.patterns import LearnedPatterns, PatternLayout

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)
"""Where each cell of a 3x3 board goes when it is turned."""


class Rows(Game):
    """Three in a row; the board is a tuple of -1, 0 and 1."""

    class State(NamedTuple):
        board: tuple[int, ...] = (0,) * 9
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for cell in range(9):
            if state.board[cell] == 0:
                yield cell

    def result(self, state, action):
        board = list(state.board)
        board[action] = 1 - 2 * state.turn
        return self.State(tuple(board), 1 - state.turn)

    def won(self, state):
        for a, b, c in LINES:
            if state.board[a] != 0 and state.board[a] == state.board[b] and state.board[b] == state.board[c]:
                return True
        return False

    def is_terminal(self, state):
        return self.won(state) or 0 not in state.board

    def utility(self, state, player):
        if not self.won(state):
            return 0
        return 1 if player != state.turn else -1


class RowsByRule(Rows):
    """The same, which says itself what is on the board: 3 where the middle is taken, beyond what patterns know."""

    def cells(self, state):
        return tuple(state.board[i] % 3 + (i == 4 and state.board[i] != 0) for i in range(9))


def turned(count: int) -> tuple[tuple[int, ...], ...]:
    """Return the four turns of a 3x3 board."""
    maps = [tuple(range(9))]
    for _ in range(count - 1):
        maps.append(tuple(TURN[cell] for cell in maps[-1]))
    return tuple(maps)


def random_patterns(game: Game, readings: Any, phases: int = 1, seed: int = 0, spread: int = 3000) -> LearnedPatterns:
    """Return patterns over a 3x3 board with random weights."""
    chooser = random.Random(seed)
    cells = range(len(readings))
    patterns = tuple(tuple(chooser.sample(cells, 4)) for _ in range(3))
    layout = PatternLayout(tuple(readings), 3, patterns, turned(4), phases)
    weights = array("h", (chooser.randint(-spread, spread) for _ in range(layout.size)))
    return LearnedPatterns(game.name, "", layout, weights.tobytes())


def states_of_play(game: Game, count: int, seed: int = 0) -> list[Any]:
    """Return states of random games in which someone is to move."""
    found: list[Any] = []
    chooser, state = random.Random(seed), game.initial()
    while len(found) < count:
        if game.is_terminal(state):
            state = game.initial()
        found.append(state)
        state = game.result(state, chooser.choice(list(game.actions(state))))
    return found
