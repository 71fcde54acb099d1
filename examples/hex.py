"""Hex, the whole game in under 60 lines: join your two opposite edges with stones; there are no draws.

    . . . . . . .        X joins top and bottom, O left and right. A cell touches six others: those in its row, in its
     . . X O . . .       column, and on the diagonal from lower left to upper right. Bit y * stride + x of a field is
      . . X O . . .      the cell in row y, column x; the free bit after each row keeps shifts from running into the
       . . . . . . .     next.

Try: plywise check examples/hex.py, then play or analyse it.
"""

from typing import NamedTuple

from plywise import Game, Look, View


class Hex(Game):
    """Join two opposite edges of the board; the chains of each player are found by flooding."""

    look = Look("hexagons", "stones", ("red", "blue"), "wood")
    player_names = ("Red", "Blue")

    class State(NamedTuple):
        x: int = 0
        o: int = 0
        turn: int = 0

    def __init__(self, size: int = 7):
        self.size, self.stride, self.max_actions = size, size + 1, size * size
        self.top = (1 << size) - 1
        self.bottom = self.top << self.stride * (size - 1)
        self.left = sum(1 << self.stride * y for y in range(size))
        self.right = self.left << (size - 1)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for cell in range(self.size * self.stride):
            if cell % self.stride < self.size and not (state.x | state.o) >> cell & 1:
                yield cell

    def result(self, state, action):
        if state.turn == 0:
            return self.State(state.x | 1 << action, state.o, 1)
        return self.State(state.x, state.o | 1 << action, 0)

    def flood(self, stones, start, goal):
        reached, before = stones & start, 0
        while reached != before and not reached & goal:
            before, up, down = reached, reached >> self.stride, reached << self.stride
            reached |= (reached << 1 | reached >> 1 | up | up << 1 | down | down >> 1) & stones
        return reached

    def joined(self, stones, start, goal):
        return self.flood(stones, start, goal) & goal != 0

    def is_terminal(self, state):
        if state.turn == 1:
            return self.joined(state.x, self.top, self.bottom)
        return self.joined(state.o, self.left, self.right)

    def utility(self, state, player):
        return 1 if player != state.turn else -1

    def view(self, state):
        x_chain = self.flood(state.x, self.top, 0) & self.flood(state.x, self.bottom, 0)
        chain = x_chain | self.flood(state.o, self.left, 0) & self.flood(state.o, self.right, 0)
        rows = [range(y * self.stride, y * self.stride + self.size) for y in range(self.size)]
        pieces = [["X" if state.x >> i & 1 else "O" if state.o >> i & 1 else "." for i in row] for row in rows]
        return View.from_rows(pieces, marks=[["line" if chain >> i & 1 else "" for i in row] for row in rows])
