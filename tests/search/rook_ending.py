"""King and rook against king on a board of any size, with un-moves: rules that don't use the package's chess."""

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from plywise import Game

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
AROUND = (*STRAIGHT, (1, 1), (1, -1), (-1, 1), (-1, -1))


class RookEnding(Game):
    """White (player 0) has king and rook; mate wins, stalemate and the loss of the rook are draws."""

    cyclic, repetition = True, "draw"

    class State(NamedTuple):
        king: int
        rook: int | None
        lone: int
        turn: int

    def __init__(self, size: int = 4) -> None:
        self.size, self.max_actions = size, 8 + 2 * size
        squares = range(size * size)
        self.steps = [[self._step(square, *way) for way in AROUND] for square in squares]
        self.steps = [[square for square in row if square is not None] for row in self.steps]

    def _step(self, square: int, across: int, up: int) -> int | None:
        x, y = square % self.size + across, square // self.size + up
        return y * self.size + x if 0 <= x < self.size and 0 <= y < self.size else None

    def _slides(self, square: int, king: int, lone: int | None) -> Iterator[int]:
        """Yield the squares that a rook reaches; it stops before the kings, unless `lone` is None."""
        for way in STRAIGHT:
            to = self._step(square, *way)
            while to is not None and to not in (king, lone):
                yield to
                to = self._step(to, *way)

    def states(self) -> list[State]:
        """List every state with the rook on the board that can be meant: White's turn only if Black isn't in check."""
        states = []
        for king, rook, lone in permutations(range(self.size**2), 3):
            if lone not in self.steps[king]:
                states.append(self.State(king, rook, lone, 1))
                if not self._is_check(king, rook, lone):
                    states.append(self.State(king, rook, lone, 0))
        return states

    def lost_rook(self) -> list[State]:
        """List the states after the rook was captured."""
        squares = range(self.size**2)
        return [self.State(king, None, lone, 0) for king in squares for lone in squares if king != lone]

    def _is_check(self, king: int, rook: int, lone: int) -> bool:
        return lone in self._slides(rook, king, None)

    def initial(self):
        return self.State(0, 1, self.size**2 - 1, 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        king, rook, lone, turn = state
        if rook is None:
            return []
        if turn == 1:
            free = [to for to in self.steps[lone] if to not in self.steps[king] and to != king]
            return [to for to in free if to == rook or not self._is_check(king, rook, to)]
        walks = [("K", to) for to in self.steps[king] if to not in (rook, lone) and to not in self.steps[lone]]
        return [*walks, *(("R", to) for to in self._slides(rook, king, lone))]

    def result(self, state, action):
        king, rook, lone, turn = state
        if turn == 1:
            return self.State(king, None if action == rook else rook, action, 0)
        piece, to = action
        return self.State(to, rook, lone, 1) if piece == "K" else self.State(king, to, lone, 1)

    def is_terminal(self, state):
        return not self.actions(state)

    def utility(self, state, player):
        is_mate = state.rook is not None and state.turn == 1 and self._is_check(state.king, state.rook, state.lone)
        return (1 if player == 0 else -1) if is_mate else 0

    def predecessors(self, state):
        king, rook, lone, turn = state
        if rook is None:
            return
        if turn == 0:  # Black's king came from a square next to it
            for before in self.steps[lone]:
                if before not in (king, rook) and before not in self.steps[king]:
                    yield self.State(king, rook, before, 1)
            return
        for before in self.steps[king]:
            if before not in (rook, lone) and before not in self.steps[lone]:
                yield self.State(before, rook, lone, 0)
        for before in self._slides(rook, king, lone):
            yield self.State(king, before, lone, 0)
