"""Tic-tac-toe as a newcomer writes it: the whole game in under 40 lines.

Try: plywise check examples/tic_tac_toe.py, then play or analyse it.
"""

from typing import NamedTuple

from plywise import Game

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)


class TicTacToe(Game):
    """Three in a row on a 3x3 board; bit i of a field is square i."""

    class State(NamedTuple):
        x: int = 0
        o: int = 0

    def to_move(self, state):
        return (state.x | state.o).bit_count() % 2

    def actions(self, state):
        for square in range(9):
            if not (state.x | state.o) >> square & 1:
                yield square

    def result(self, state, action):
        if self.to_move(state) == 0:
            return self.State(state.x | 1 << action, state.o)
        return self.State(state.x, state.o | 1 << action)

    def is_terminal(self, state):
        return self.won(state.x) or self.won(state.o) or (state.x | state.o) == 511

    def utility(self, state, player):
        if self.won(state.x):
            return 1 if player == 0 else -1
        if self.won(state.o):
            return 1 if player == 1 else -1
        return 0

    def won(self, squares):
        return any(squares & line == line for line in LINES)

    def view(self, state):
        cells = ["X" if state.x >> i & 1 else "O" if state.o >> i & 1 else "." for i in range(9)]
        return [cells[0:3], cells[3:6], cells[6:9]]
