"""Reversi for three players: enclose discs of the others in a line, and turn them over; most discs in the end win.

    . . . . . . .        X, O and Z place a disc in turn so that it encloses discs of the others, in any mixture,
    . . . . . . .        between itself and another disc of one's own; all of those are turned over. Who can't do
    . . X O Z . .        that passes, and when nobody can, the game is over. The winner gets 4 and the others lose
    . . O Z X . .        2 each; two who share the lead get 1 each.
    . . Z X O . .
    . . . . . . .        A corner can never be turned over again, as in the game for two, but here two players may
    . . . . . . .        agree that the third one has too many.

Try: plywise check examples/reversi_for_three.py, then play it, or let it learn: plywise learn ... --minutes 5.
"""

from typing import NamedTuple

from plywise import Game, Look

SIZE = 7
PASS = SIZE * SIZE
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


class ReversiForThree(Game):
    """Othello with a third player, on seven by seven squares."""

    look = Look("squares", "discs", ("black", "white", "red"), "green")
    player_names = ("Black", "White", "Red")
    players, utility_range, max_actions = 3, (-2, 4), PASS - 9

    class State(NamedTuple):
        x: int = 1 << 16 | 1 << 25 | 1 << 31
        o: int = 1 << 17 | 1 << 23 | 1 << 32
        z: int = 1 << 18 | 1 << 24 | 1 << 30
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def own(self, state):
        return state.x if state.turn == 0 else state.o if state.turn == 1 else state.z

    def turned(self, own, taken, square):
        """The discs that a disc on this square would enclose."""
        enclosed = 0
        for dx, dy in STEPS:
            column, row, line = square % SIZE + dx, square // SIZE + dy, 0
            while 0 <= column < SIZE and 0 <= row < SIZE and (taken & ~own) >> (SIZE * row + column) & 1:
                line |= 1 << (SIZE * row + column)
                column += dx
                row += dy
            if 0 <= column < SIZE and 0 <= row < SIZE and own >> (SIZE * row + column) & 1:
                enclosed |= line
        return enclosed

    def can_place(self, own, taken):
        return any(not taken >> square & 1 and self.turned(own, taken, square) for square in range(PASS))

    def actions(self, state):
        own, taken, free = self.own(state), state.x | state.o | state.z, 0
        for square in range(PASS):
            if not taken >> square & 1 and self.turned(own, taken, square):
                free += 1
                yield square
        if free == 0:
            yield PASS

    def result(self, state, action):
        if action == PASS:
            return self.State(state.x, state.o, state.z, (state.turn + 1) % 3)
        own, taken = self.own(state), state.x | state.o | state.z
        gained = self.turned(own, taken, action) | 1 << action
        if state.turn == 0:
            return self.State(state.x | gained, state.o & ~gained, state.z & ~gained, 1)
        if state.turn == 1:
            return self.State(state.x & ~gained, state.o | gained, state.z & ~gained, 2)
        return self.State(state.x & ~gained, state.o & ~gained, state.z | gained, 0)

    def is_terminal(self, state):
        taken = state.x | state.o | state.z
        if taken.bit_count() == PASS:
            return True
        return not (self.can_place(state.x, taken) or self.can_place(state.o, taken) or self.can_place(state.z, taken))

    def utility(self, state, player):
        x, o, z = state.x.bit_count(), state.o.bit_count(), state.z.bit_count()
        own = x if player == 0 else o if player == 1 else z
        most = max(x, o, z)
        if own < most:
            return -2
        leaders = (x == most) + (o == most) + (z == most)
        return 4 if leaders == 1 else 1 if leaders == 2 else 0

    def view(self, state):
        signs = ((state.x, "X"), (state.o, "O"), (state.z, "Z"))
        cells = ["".join(sign for men, sign in signs if men >> i & 1) or "." for i in range(PASS)]
        return [cells[SIZE * row : SIZE * row + SIZE] for row in range(SIZE)]
