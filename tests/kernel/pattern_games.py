"""Games whose boards are read in each of the ways there are, and patterns with random weights for them."""

import random
from array import array
from typing import Any, NamedTuple

from plywise import CHANCE, Game
from plywise.knowledge.patterns import LearnedPatterns, PatternLayout
from plywise.learn.patterns.finding_cells import offered
from plywise.rules import estimates_of

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


class OwnRows(Game):
    """Three in a row; states say what is the mover's own, so that both players can share their weights."""

    class State(NamedTuple):
        me: int = 0
        other: int = 0
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for cell in range(9):
            if not (state.me | state.other) >> cell & 1:
                yield cell

    def result(self, state, action):
        return self.State(state.other, state.me | 1 << action, 1 - state.turn)

    def won(self, state):
        lines = 0
        for a, b, c in LINES:
            lines += state.other >> a & state.other >> b & state.other >> c & 1
        return lines > 0

    def is_terminal(self, state):
        return self.won(state) or state.me | state.other == 511

    def utility(self, state, player):
        if not self.won(state):
            return 0
        return 1 if player != state.turn else -1

    def view(self, state):
        x, o = (state.me, state.other) if state.turn == 0 else (state.other, state.me)
        signs = ["X" if x >> i & 1 else "O" if o >> i & 1 else "." for i in range(9)]
        return [signs[row : row + 3] for row in range(0, 9, 3)]


class UnevenRows(OwnRows):
    """The same, but the second player may not take the middle."""

    def actions(self, state):
        for cell in range(9):
            if not (state.me | state.other) >> cell & 1 and not (state.turn == 1 and cell == 4):
                yield cell

    def is_terminal(self, state):
        return self.won(state) or (state.me | state.other) & ~16 == 495


class ThreeRows(Game):
    """Three in a row for three players: the winner gets 2, the others lose 1 each."""

    players, utility_range = 3, (-1, 2)

    class State(NamedTuple):
        board: tuple[int, ...] = (0,) * 9
        turn: int = 0
        winner: int = -1

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for cell in range(9):
            if state.board[cell] == 0:
                yield cell

    def result(self, state, action):
        board = list(state.board)
        board[action] = 1 + state.turn
        winner = -1
        for a, b, c in LINES:
            if board[a] == board[b] and board[b] == board[c] and board[c] == 1 + state.turn:
                winner = state.turn
        return self.State(tuple(board), (state.turn + 1) % 3, winner)

    def is_terminal(self, state):
        return state.winner >= 0 or 0 not in state.board

    def utility(self, state, player):
        if state.winner < 0:
            return 0
        return 2 if player == state.winner else -1

    def view(self, state):
        return [[".XOZ"[cell] for cell in state.board[row : row + 3]] for row in range(0, 9, 3)]


class CoinRows(Rows):
    """Three in a row in which a coin says who moves: the other one three times in four."""

    class State(NamedTuple):
        board: tuple[int, ...] = (0,) * 9
        turn: int = 0
        tossed: int = 0

    def to_move(self, state):
        return state.turn if state.tossed else CHANCE

    def chances(self, state):
        yield 1, 0.75
        yield 0, 0.25

    def result(self, state, action):
        if not state.tossed:
            return self.State(state.board, 1 - state.turn if action else state.turn, 1)
        board = list(state.board)
        board[action] = 1 - 2 * state.turn
        return self.State(tuple(board), state.turn, 0)

    def utility(self, state, player):
        if not self.won(state):
            return 0
        return 1 if player == state.turn else -1

    def view(self, state):
        return [[".XO"[cell] for cell in state.board[row : row + 3]] for row in range(0, 9, 3)]


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
    values = 1 + game.players
    layout = PatternLayout(tuple(readings), values, patterns, turned(4), phases, estimates_of(game))
    weights = array("h", (chooser.randint(-spread, spread) for _ in range(layout.size)))
    return LearnedPatterns(game.name, "", layout, weights.tobytes())


def states_of_play(game: Game, count: int, seed: int = 0) -> list[Any]:
    """Return states of random games that go on."""
    found: list[Any] = []
    chooser, state = random.Random(seed), game.initial()
    while len(found) < count:
        if game.is_terminal(state):
            state = game.initial()
        found.append(state)
        state = game.result(state, chooser.choice(offered(game, state)))
    return found
