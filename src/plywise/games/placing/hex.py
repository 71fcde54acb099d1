"""Hex: join your two opposite edges with stones; nobody can be kept from it by a draw.

       a b c d e              X (Red) joins top and bottom, O (Blue) left and right, and X starts. A cell touches six
    1  . . . . .  1           others: those in its row, in its column, and on the diagonal from lower left to upper
     2  . . X O .  2          right. Actions are cells, row by row from the top; the one after the last is the swap.
      3  . . X O .  3
       4  . . . . .  4        With the pie rule the second player may take over the first stone instead of placing one:
        5  . . . . .  5       it becomes O's, on the cell mirrored along the long diagonal.
            a b c d e

A player's stones are rows of bits that lie across that player's way: x[i] is row i from the top, o[i] is column i from
the left. Mirrored so, the board has the same neighbours, and one test finds the chains of both.

>>> game = Hex(3)
>>> game.state_name(game.result(game.initial(), 4)), [game.action_name(None, action) for action in (0, 2, 8)]
('3/1X1/3 O', ['a1', 'c1', 'c3'])
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple, TypeAlias

from plywise.games.shared.grid import read_rows, split_mover, write_rows
from plywise.rules import CatalogError, Game, Look, NotationError, View

PIECES = "XO"
LARGEST = 19
SWAP = "swap"
Rows: TypeAlias = tuple[int, ...]


class Hex(Game):
    """Join two opposite edges of a board of hexagons; with pie=true the second player may take over the first stone."""

    look = Look("hexagons", "stones", ("red", "blue"), "wood", sides=(0, 1, 0, 1))
    player_names = ("Red", "Blue")

    class State(NamedTuple):
        """X's stones by rows, O's by columns, and whose turn it is."""

        x: Rows
        o: Rows
        turn: int = 0

    def __init__(self, size: Annotated[int, range(1, LARGEST + 1)] = 11, pie: bool = False) -> None:
        if not 1 <= size <= LARGEST:
            raise CatalogError(f"A Hex board has 1 to {LARGEST} rows, not {size}.")
        self.size, self.pie, self.swap = size, pie, size * size
        self.max_actions, self.distinct_actions = size * size + pie, size * size + 1

    def initial(self) -> State:
        """Start with an empty board."""
        return self.State((0,) * self.size, (0,) * self.size)

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield the empty cells, and the swap where it is allowed."""
        for y in range(self.size):
            for x in range(self.size):
                if not (state.x[y] >> x & 1 or state.o[x] >> y & 1):
                    yield self.size * y + x
        if self.pie and state.turn == 1 and sum(state.o) == 0:
            yield self.swap

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Place a stone; or let O's stones, none, be X's, and X's, mirrored, O's."""
        if action == self.swap:
            return self.State(state.o, state.x, 0)
        y, x = action // self.size, action % self.size
        if state.turn == 0:
            rows = list(state.x)
            rows[y] |= 1 << x
            return self.State(tuple(rows), state.o, 1)
        columns = list(state.o)
        columns[x] |= 1 << y
        return self.State(state.x, tuple(columns), 0)

    def is_terminal(self, state: State) -> bool:
        """Whether the player who just moved has joined the edges."""
        return self.crosses(state.x if state.turn == 1 else state.o)

    def utility(self, state: State, player: int) -> int:
        """Return 1 to the player who just moved, -1 to the other."""
        return -1 if player == state.turn else 1

    # Chains

    def crosses(self, rows: Rows) -> bool:
        """Whether a chain leads from the first of these rows to the last."""
        for row in rows:
            if row == 0:
                return False
        return self.reached(rows)[self.size - 1] != 0

    def reached(self, rows: Rows) -> Rows:
        """Return the stones that are joined to the first row, going down and up again until there are no more."""
        reached = [0] * self.size
        reached[0] = rows[0]
        before = -1
        while sum(reached) != before:
            before = sum(reached)
            for y in range(1, self.size):
                reached[y] = self.along(rows[y], reached[y] | (reached[y - 1] | reached[y - 1] >> 1) & rows[y])
            for y in range(self.size - 2, -1, -1):
                reached[y] = self.along(rows[y], reached[y] | (reached[y + 1] | reached[y + 1] << 1) & rows[y])
        return tuple(reached)

    def along(self, row: int, stones: int) -> int:
        """Return the stones of a row that are joined to some of them within the row."""
        before = -1
        while stones != before:
            before = stones
            stones |= (stones << 1 | stones >> 1) & row
        return stones

    # Notation and display

    def action_name(self, state: Any, action: Any) -> str:
        """Name the cell by its column's letter and its row's number from the top, or the swap."""
        return SWAP if action == self.swap else f"{chr(ord('a') + action % self.size)}{action // self.size + 1}"

    def state_name(self, state: State) -> str:
        """Write the rows from the top and who is to move, such as 3/1X1/3 O."""
        return f"{write_rows(self.rows(state))} {PIECES[state.turn]}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; the stones must have been placed in turn, and who is to move hasn't won."""
        board, turn = split_mover(text, PIECES, self.state_name(self.initial()))
        rows = read_rows(board, self.size, self.size, PIECES)
        x = tuple(sum(1 << i for i, piece in enumerate(row) if piece == "X") for row in rows)
        o = tuple(sum(1 << i for i, piece in enumerate(row) if piece == "O") for row in zip(*rows, strict=True))
        lead = sum(row.bit_count() for row in x) - sum(row.bit_count() for row in o)
        if lead != turn and not (self.pie and lead == turn - 1 and any(o)):
            raise NotationError(f"'{text}' can't come up: players place their stones in turn, and X starts.")
        if self.crosses(o if turn else x):
            raise NotationError(f"'{text}' can't come up: {PIECES[turn]} has won and isn't to move.")
        return self.State(x, o, turn)

    def view(self, state: State) -> View:
        """Show the board, the winning chain marked; a click on an empty cell places a stone there."""
        over = self.is_terminal(state)
        names = [[self.action_name(state, self.size * y + x) for x in range(self.size)] for y in range(self.size)]
        chain = self.chain(state.x if state.turn == 1 else state.o) if over else self.initial().x
        marks = [
            ["line" if (chain[y] >> x if state.turn == 1 else chain[x] >> y) & 1 else "" for x in range(self.size)]
            for y in range(self.size)
        ]
        turn = "" if over else f"{PIECES[state.turn]} ({self.name_of(state.turn)}) to move"
        return View.from_rows(self.rows(state), names=names, marks=marks, pieces=PIECES, turn=turn)

    def rows(self, state: State) -> list[list[str]]:
        """List the pieces, top row first."""
        return [
            ["X" if state.x[y] >> x & 1 else "O" if state.o[x] >> y & 1 else "." for x in range(self.size)]
            for y in range(self.size)
        ]

    def chain(self, rows: Rows) -> Rows:
        """Return the stones that are joined to the first row and to the last."""
        from_last = self.turned(self.reached(self.turned(rows)))
        return tuple(a & b for a, b in zip(self.reached(rows), from_last, strict=True))

    def turned(self, rows: Rows) -> Rows:
        """Turn a board by half a turn."""
        return tuple(sum(1 << self.size - 1 - x for x in range(self.size) if row >> x & 1) for row in reversed(rows))
