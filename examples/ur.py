"""The Royal Game of Ur: a race of seven men a side over twenty squares, with four two-sided dice.

    4 3 2 1     14 13        Each player's way is 1 to 14, and off: up one's own row, along the middle row, which both
    5 6 7 8 9 10 11 12       share, and back into one's own. A throw of 0 to 4 takes one man that far; an enemy on a
    4 3 2 1     14 13        shared square goes home. A man that lands on square 4, 8 or 14 moves its owner again, and
                             nobody is taken on 8. Whoever has brought all men off, by exact throws, has won.

Bit s of a player's field is square s + 1 of the way. An action is the square that a man leaves, 0 for home; 15 where
no man can move.

Try: plywise check examples/ur.py, then play it, or let it learn: plywise learn examples/ur.py --minutes 5.
"""

from typing import NamedTuple

from plywise import CHANCE, Game
from plywise.bits import popcount

MEN, LAST, PASS = 7, 14, 15
ROSETTES = 1 << 4 | 1 << 8 | 1 << 14
SHARED = 0b1111_1111_0000
ODDS = (1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16)


class Ur(Game):
    """Bring all men over the board and off it."""

    max_actions, cyclic = 15, True

    class State(NamedTuple):
        x: int = 0
        o: int = 0
        x_home: int = MEN
        o_home: int = MEN
        turn: int = 0
        thrown: int = -1

    def to_move(self, state):
        return CHANCE if state.thrown < 0 else state.turn

    def chances(self, state):
        for throw in range(5):
            yield throw, ODDS[throw]

    def actions(self, state):
        mine, theirs = (state.x, state.o) if state.turn == 0 else (state.o, state.x)
        home = state.x_home if state.turn == 0 else state.o_home
        count = 0
        for start in range(LAST + 1):
            end = start + state.thrown
            has_man = home > 0 if start == 0 else mine >> (start - 1) & 1 == 1
            if state.thrown > 0 and has_man and end <= LAST + 1:
                is_free = end > LAST or mine >> (end - 1) & 1 == 0
                is_safe = end == 8 and theirs >> 7 & 1 == 1
                if is_free and not is_safe:
                    count += 1
                    yield start
        if count == 0:
            yield PASS

    def result(self, state, action):
        if state.thrown < 0:
            return self.State(state.x, state.o, state.x_home, state.o_home, state.turn, action)
        if action == PASS:
            return self.State(state.x, state.o, state.x_home, state.o_home, 1 - state.turn, -1)
        end = action + state.thrown
        moved = (1 << (action - 1) if action > 0 else 0) | (1 << (end - 1) if end <= LAST else 0)
        taken = (1 << (end - 1)) & SHARED if end <= LAST else 0
        entered = 1 if action == 0 else 0
        turn = state.turn if ROSETTES >> end & 1 else 1 - state.turn
        if state.turn == 0:
            home = state.o_home + popcount(state.o & taken)
            return self.State(state.x ^ moved, state.o & ~taken, state.x_home - entered, home, turn, -1)
        home = state.x_home + popcount(state.x & taken)
        return self.State(state.x & ~taken, state.o ^ moved, home, state.o_home - entered, turn, -1)

    def is_terminal(self, state):
        return state.x | state.x_home == 0 or state.o | state.o_home == 0

    def utility(self, state, player):
        winner = 0 if state.x | state.x_home == 0 else 1
        return 1 if player == winner else -1

    def cells(self, state):
        way = tuple((state.x >> i & 1) + 2 * (state.o >> i & 1) for i in range(LAST))
        return way + tuple((state.x_home > i) + 2 * (state.o_home > i) for i in range(MEN))

    def view(self, state):
        def sign(men, player, square):
            return "XO"[player] if men >> (square - 1) & 1 else "*" if ROSETTES >> square & 1 else "."

        rows = []
        for player, men, home in ((0, state.x, state.x_home), (1, state.o, state.o_home)):
            own = [sign(men, player, square) for square in (4, 3, 2, 1)]
            rows.append([*own, str(home), " ", *(sign(men, player, square) for square in (14, 13))])
        middle = ["O" if state.o >> i & 1 else sign(state.x, 0, i + 1) for i in range(4, 12)]
        return [rows[0], middle, rows[1]]
