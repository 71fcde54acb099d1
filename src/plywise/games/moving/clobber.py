"""Clobber: a stone moves onto a neighbouring one of the other colour and takes its place; who can't move loses.

    5  X O X O X O      Stones fill the board in alternating colours, with X on a1. A stone moves up, right, down or
    4  O X O X O X      left onto one of the other's and removes it. X starts, and there are no draws: every move
    3  X O X O X O      removes a stone.
    2  O X O X O X
    1  X O X O X O      Square (column x, row y from the bottom) is bit y * width + x of a board: a1 is bit 0. An
       a b c d e f      action is 4 * square + way, where ways 0, 1, 2 and 3 lead up, right, down and left.

The game is by M. Albert, J. P. Grossman and R. Nowakowski, of 2001.

>>> game = Clobber(width=3, height=2)
>>> state = game.initial()
>>> game.state_name(state), [game.action_name(state, action) for action in game.actions(state)]
('OXO/XOX X', ['a1xa2', 'c1xc2', 'a1xb1', 'b2xc2', 'b2xb1', 'c1xb1', 'b2xa2'])
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.bits import lsb, popcount, shl, shr, sub
from plywise.games.shared.bitboard import Swaps, mirroring, mixed, precedes, swapped, upending
from plywise.games.shared.grid import read_position, rows_from_top, square_name, square_names, write_position
from plywise.rules import CatalogError, Game, Look, View

PIECES = "XO"


class Clobber(Game):
    """Move onto a neighbouring stone of the other's and remove it; whoever can't move loses."""

    look = Look("squares", "stones", ("white", "black"), "wood")
    player_names = ("White", "Black")

    class State(NamedTuple):
        """The stones of both players, and whose turn it is."""

        x: int
        o: int
        turn: int = 0

    def __init__(self, width: Annotated[int, range(1, 27)] = 6, height: Annotated[int, range(1, 27)] = 5) -> None:
        if not 1 <= width <= 26 or not 1 <= height <= 26 or not 2 <= width * height <= 64:
            limits = "1 to 26 columns and rows and 2 to 64 squares"
            raise CatalogError(f"A Clobber board has {limits}, not {width}x{height}.")
        self.width, self.height = width, height
        self.max_actions = (width - 1) * height + width * (height - 1)
        self.steps = (width, 1, -width, -1)
        column = sum(1 << width * y for y in range(height))
        self.full = (1 << width * height) - 1
        self.inside = (self.full, self.full ^ column << (width - 1), self.full, self.full ^ column)
        """For each way, the squares from which it doesn't lead off the side of the board."""
        self.mirroring, self.upending = mirroring(width, height), upending(width, height)

    def initial(self) -> State:
        """Fill the board with stones of alternating colours; X starts."""
        squares = range(self.width * self.height)
        x = sum(1 << i for i in squares if (i % self.width + i // self.width) % 2 == 0)
        return self.State(x, self.full ^ x)

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield the moves up, right, down and left, each in order of their squares; without any, the game is over."""
        mine, theirs = (state.x, state.o) if state.turn == 0 else (state.o, state.x)
        for way in range(4):
            starts = self.starts(mine, theirs, way)
            while starts:
                yield 4 * lsb(starts) + way
                starts &= sub(starts, 1)

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Move a stone and remove the one it moves onto."""
        start, end = shl(1, action // 4), shl(1, action // 4 + self.steps[action % 4])
        if state.turn == 0:
            return self.State(state.x ^ start | end, state.o ^ end, 1)
        return self.State(state.x ^ end, state.o ^ start | end, 0)

    def utility(self, state: State, player: int) -> int:
        """Return -1 to the player to move, who can't, and 1 to the other."""
        return -1 if player == state.turn else 1

    def evaluate(self, state: State, player: int) -> int:
        """Return how many more of a player's stones than of the other's can move."""
        lead = popcount(self.movable(state.x, state.o)) - popcount(self.movable(state.o, state.x))
        return lead if player == 0 else -lead

    def canonical(self, state: State) -> State:
        """Return the smallest of the board and its three mirror images."""
        mirrored = self.image(state, self.mirroring)
        first = self.smaller(state, mirrored)
        return self.smaller(first, self.smaller(self.image(state, self.upending), self.image(mirrored, self.upending)))

    def image(self, state: State, swaps: Swaps) -> State:
        """Return a state with squares swapped."""
        return self.State(swapped(state.x, swaps), swapped(state.o, swaps), state.turn)

    def smaller(self, state: State, other: State) -> State:
        """Return one of two states: the one with fewer stones on the first squares."""
        if precedes(other.x, state.x) or (other.x == state.x and precedes(other.o, state.o)):
            return other
        return state

    def key(self, state: State) -> int:
        """Mix the stones and the turn into 64 bits."""
        return mixed(state.x, state.o, state.turn)

    def starts(self, mine: int, theirs: int, way: int) -> int:
        """Return those of my stones that have one of theirs beside them, one way."""
        step = self.steps[way]
        ahead = shr(theirs, step) if step > 0 else shl(theirs, -step)
        return mine & ahead & self.inside[way]

    def movable(self, mine: int, theirs: int) -> int:
        """Return those of my stones that have one of theirs beside them."""
        across = self.starts(mine, theirs, 1) | self.starts(mine, theirs, 3)
        return across | self.starts(mine, theirs, 0) | self.starts(mine, theirs, 2)

    # Notation and display

    def action_name(self, state: State, action: Any) -> str:
        """Name both squares, such as a1xa2."""
        end = action // 4 + self.steps[action % 4]
        return f"{square_name(action // 4, self.width)}x{square_name(end, self.width)}"

    def state_name(self, state: State) -> str:
        """Write the rows from the top and who is to move, such as OXO/XOX X."""
        return write_position(self.pieces(state), self.width, PIECES[state.turn])

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes."""
        cells, turn = read_position(text, self.width, self.height, PIECES)
        x, o = (sum(1 << square for square, found in enumerate(cells) if found == piece) for piece in PIECES)
        return self.State(x, o, turn)

    def view(self, state: State) -> View:
        """Show the board and whose turn it is; clicks on two squares move a stone."""
        turn = "" if self.is_terminal(state) else f"{PIECES[state.turn]} ({self.name_of(state.turn)}) to move"
        rows = rows_from_top(self.pieces(state), self.width)
        return View.from_rows(rows, names=square_names(self.width, self.height), pieces=PIECES, turn=turn)

    def pieces(self, state: State) -> list[str]:
        """List what stands on each square."""
        squares = range(self.width * self.height)
        return ["X" if state.x >> i & 1 else "O" if state.o >> i & 1 else "." for i in squares]
