"""Four in a row for three players: X, O and Z drop stones in turn, and the first with four in a line takes it all.

    . . . . . . . .        A stone falls to the lowest free cell of its column. The winner gets 2, the others lose 1
    . . . . . . . .        each; a full board is a draw. Whoever can't win may still choose who does, which is what
    . . . Z . . . .        makes three players harder than two.
    . . O X X . . .
    . O X O Z . . .        Bit 7 * column + row of a field is a cell; the free bit on top of each column keeps lines
    Z X O Z X . . .        from running into the next.

Try: plywise check examples/three_way_four.py, then play it, or let it learn: plywise learn ... --minutes 5.
"""

from typing import NamedTuple

from plywise import Game

WIDTH, HEIGHT = 8, 6
STEPS = (1, 7, 6, 8)


class ThreeWayFour(Game):
    """Connect Four with a third player."""

    players, utility_range, max_actions = 3, (-1, 2), WIDTH

    class State(NamedTuple):
        x: int = 0
        o: int = 0
        z: int = 0
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for column in range(WIDTH):
            if not (state.x | state.o | state.z) >> (7 * column + HEIGHT - 1) & 1:
                yield column

    def result(self, state, action):
        occupied = state.x | state.o | state.z
        stone = occupied + (1 << 7 * action) & 63 << 7 * action & ~occupied
        if state.turn == 0:
            return self.State(state.x | stone, state.o, state.z, 1)
        if state.turn == 1:
            return self.State(state.x, state.o | stone, state.z, 2)
        return self.State(state.x, state.o, state.z | stone, 0)

    def has_line(self, stones):
        for step in STEPS:
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def last_stones(self, state):
        return state.z if state.turn == 0 else state.x if state.turn == 1 else state.o

    def is_terminal(self, state):
        full = (state.x | state.o | state.z).bit_count() == WIDTH * HEIGHT
        return full or self.has_line(self.last_stones(state))

    def utility(self, state, player):
        if not self.has_line(self.last_stones(state)):
            return 0
        return 2 if player == (state.turn + 2) % 3 else -1

    def view(self, state):
        signs = ((state.x, "X"), (state.o, "O"), (state.z, "Z"))
        cells = ["".join(sign for men, sign in signs if men >> i & 1) or "." for i in range(7 * WIDTH)]
        return [[cells[7 * column + row] for column in range(WIDTH)] for row in reversed(range(HEIGHT))]
