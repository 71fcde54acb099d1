"""Connection on a small board of hexagons: with bits, and with lists and a set, which compiles and is slow."""

from typing import NamedTuple

from plywise.rules import Game

N = 4
LEFT = sum(1 << row * N for row in range(N))
RIGHT = LEFT << N - 1
TOP = (1 << N) - 1
BOTTOM = TOP << N * (N - 1)
NEXT = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))


class Bits(Game):
    class State(NamedTuple):
        a: int = 0
        b: int = 0
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        free = ~(state.a | state.b) & (1 << N * N) - 1
        for square in range(N * N):
            if free >> square & 1:
                yield square

    def result(self, state, action):
        if state.turn == 0:
            return self.State(state.a | 1 << action, state.b, 1)
        return self.State(state.a, state.b | 1 << action, 0)

    def is_terminal(self, state):
        return self.has_won(state.a, 0) or self.has_won(state.b, 1)

    def utility(self, state, player):
        return 1 if self.has_won(state.a, 0) == (player == 0) else -1

    def has_won(self, stones, player):
        reached = stones & (TOP if player == 0 else LEFT)
        while True:
            wider = reached | reached << N | reached >> N | (reached & ~RIGHT) << 1 | (reached & ~LEFT) >> 1
            wider = (wider | (reached & ~LEFT) << N - 1 | (reached & ~RIGHT) >> N - 1) & stones
            if wider == reached:
                return reached & (BOTTOM if player == 0 else RIGHT) != 0
            reached = wider


class Sets(Bits):
    def around(self, row, column):
        found = []
        for down, right in NEXT:
            if 0 <= row + down < N and 0 <= column + right < N:
                found.append((row + down, column + right))
        return found

    def has_won(self, stones, player):
        seen = set()
        waiting = []
        for i in range(N):
            row, column = (0, i) if player == 0 else (i, 0)
            if stones >> row * N + column & 1:
                waiting.append((row, column))
                seen.add((row, column))
        while len(waiting) > 0:
            row, column = waiting.pop()
            if (row if player == 0 else column) == N - 1:
                return True
            for place in self.around(row, column):
                if place not in seen and stones >> place[0] * N + place[1] & 1:
                    seen.add(place)
                    waiting.append(place)
        return False


class Busy(Bits):
    """Slow without anything that is known to be: it looks a thousand times."""

    def is_terminal(self, state):
        times = 0
        for look in range(1000):
            times += self.has_won(state.a ^ (look & 1) * 0, 0) or self.has_won(state.b, 1)
        return times > 0


class Tries(Bits):
    """Plays every action before it offers it."""

    def actions(self, state):
        for square in range(N * N):
            if not (state.a | state.b) >> square & 1:
                after = self.result(state, square)
                if after.turn != state.turn:
                    yield square
