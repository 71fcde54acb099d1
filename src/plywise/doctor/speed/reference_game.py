"""The game that the speed of others is compared with: three in a row on bits, which is fast when compiled."""

from typing import Any, NamedTuple

from plywise.rules import Game

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
FULL = 0b111111111


class Reference(Game):
    """Tic-tac-toe; bit i of a field is square i."""

    class State(NamedTuple):
        """The squares that each player has taken."""

        x: int = 0
        o: int = 0

    def to_move(self, state: State) -> int:
        """Who has taken fewer squares."""
        return (state.x | state.o).bit_count() % 2

    def actions(self, state: State):  # type: ignore[no-untyped-def]
        """Every free square."""
        for square in range(9):
            if not (state.x | state.o) >> square & 1:
                yield square

    def result(self, state: State, action: Any) -> State:
        """Take a square."""
        if self.to_move(state) == 0:
            return self.State(state.x | 1 << action, state.o)
        return self.State(state.x, state.o | 1 << action)

    def is_terminal(self, state: State) -> bool:
        """Whether there is a row, or no free square."""
        return self.has_row(state.x) or self.has_row(state.o) or state.x | state.o == FULL

    def utility(self, state: State, player: int) -> int:
        """1 to the player with a row, -1 to the other."""
        if self.has_row(state.x):
            return 1 if player == 0 else -1
        if self.has_row(state.o):
            return 1 if player == 1 else -1
        return 0

    def has_row(self, squares: int) -> bool:
        """Whether three of these squares are in a row."""
        return any(squares & line == line for line in LINES)
