"""Connect Four: drop stones into columns; four in a row wins. Boards up to 30x30.

    6 13 20 27 34 41 48     <- one unused bit on top of each column keeps lines from running on
    5 12 19 26 33 40 47
    4 11 18 25 32 39 46     Two numbers hold the board: `mask` has a bit for every stone, `me` for the
    3 10 17 24 31 38 45     stones of the player to move. Adding the column's lowest bit to `mask`
    2  9 16 23 30 37 44     carries up to its lowest empty square.
    1  8 15 22 29 36 43
    0  7 14 21 28 35 42     The layout is well known from the programs of J. Tromp and P. Pons.

>>> game = ConnectFour(width=5, height=4)
>>> game.state_name(game.result(game.initial(), 2))
'5/5/5/2X2'
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.games.shared.grid import read_rows, write_rows
from plywise.rules import CatalogError, Game, Look, NotationError, View

PIECES = "XO"


class ConnectFour(Game):
    """Drop stones into columns; four in a row wins."""

    look = Look("holes", "discs", ("yellow", "red"), "blue")
    player_names = ("Yellow", "Red")
    evaluation_limit = 1_000
    best_agent = "alpha-beta:knowledge=beside"

    class State(NamedTuple):
        """The stones of the player to move, and all stones."""

        me: int = 0
        mask: int = 0

    def __init__(self, width: Annotated[int, range(1, 31)] = 7, height: Annotated[int, range(1, 31)] = 6) -> None:
        if not 1 <= width <= 30 or not 1 <= height <= 30:
            raise CatalogError(f"A Connect Four board has 1 to 30 columns and rows, not {width}x{height}.")
        self.width, self.height = width, height
        self.step = height + 1
        column = (1 << height) - 1
        self.full = sum(column << self.step * x for x in range(width))
        self.middle = sum(column << self.step * x for x in range(width) if abs(2 * x - width + 1) < 2)
        self.inner = sum(column << self.step * x for x in range(width) if 2 <= abs(2 * x - width + 1) < 4)
        self.lowest = sum(1 << self.step * x for x in range(width))
        self.squares = tuple(self.step * x + y for y in reversed(range(height)) for x in range(width))
        self.max_actions = self.distinct_actions = width

    def to_move(self, state: State) -> int:
        """Return whose turn it is: there is one stone for each action played."""
        return state.mask.bit_count() & 1

    def actions(self, state: State) -> Iterator[int]:
        """Yield every column that isn't full, from the left."""
        for column in range(self.width):
            if not state.mask >> (self.step * column + self.height - 1) & 1:
                yield column

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Drop a stone; the other player is to move then."""
        return self.State(state.me ^ state.mask, state.mask | (state.mask + (1 << self.step * action)))

    def is_terminal(self, state: State) -> bool:
        """Whether the player who just moved has four in a row, or the board is full."""
        return self.has_four(state.me ^ state.mask) or state.mask == self.full

    def utility(self, state: State, player: int) -> int:
        """Return 1 to whoever made four in a row, -1 to the other, 0 in a draw."""
        if not self.has_four(state.me ^ state.mask):
            return 0
        return -1 if player == self.to_move(state) else 1

    def evaluate(self, state: State, player: int) -> int:
        """Count stones in the middle columns, where most lines of four run."""
        value = self.shape(state.me) - self.shape(state.me ^ state.mask)
        return value if player == self.to_move(state) else -value

    def canonical(self, state: State) -> State:
        """Return the smaller of the board and its mirror image."""
        mirrored = self.State(self.mirror(state.me), self.mirror(state.mask))
        return mirrored if self.key(mirrored) < self.key(state) else state

    def cells(self, state: State) -> tuple[int, ...]:
        """Return each cell, rows from the top: 1 for a stone of X, 2 for one of O, 3 where one would come to rest."""
        first = state.me if self.to_move(state) == 0 else state.me ^ state.mask
        resting = (state.mask + self.lowest) & ~state.mask
        return tuple(
            (first >> square & 1) + 2 * ((state.mask ^ first) >> square & 1) + 3 * (resting >> square & 1)
            for square in self.squares
        )

    def key(self, state: State) -> int:
        """Return one number that identifies a state: the sum encodes each column's height and its stones."""
        return state.me + state.mask

    def rank(self, state: State, action: int) -> int:
        """Put wins first, then what stops the other's, then what makes most threats; among equals, the middle first."""
        stone = (state.mask + (1 << self.step * action)) & ~state.mask
        if self.has_four(state.me | stone):
            return 1_000
        if self.has_four((state.me ^ state.mask) | stone):
            return 900
        aside = abs(2 * action - self.width + 1)
        return 8 * self.threats(state.me | stone, self.full & ~state.mask & ~stone) - aside

    def action_name(self, state: State, action: Any) -> str:
        """Name the column, counted from 1."""
        return str(action + 1)

    def state_name(self, state: State) -> str:
        """Write the rows from the top, such as 7/7/7/7/3O3/3X3."""
        return write_rows(self.rows(state))

    def parse_state(self, text: str) -> State:
        """Read a board; stones must rest on each other and have been dropped in turn, none after four in a row."""
        rows = read_rows(text, self.width, self.height, PIECES)
        stones = {"X": 0, "O": 0}
        for y, row in enumerate(reversed(rows)):
            for x, piece in enumerate(row):
                if piece != ".":
                    stones[piece] |= 1 << (self.step * x + y)
        mask = stones["X"] | stones["O"]
        lead = stones["X"].bit_count() - stones["O"].bit_count()
        if lead not in (0, 1):
            raise NotationError(f"'{text}' can't come up: X and O take turns and X starts.")
        for x in range(self.width):
            column = mask >> self.step * x & ((1 << self.height) - 1)
            if column & (column + 1):
                raise NotationError(f"'{text}' can't come up: a stone in column {x + 1} has an empty square below it.")
        me = stones[PIECES[lead]]
        if self.has_four(me):
            raise NotationError(f"'{text}' can't come up: the game ends with the first four in a row.")
        return self.State(me, mask)

    def view(self, state: State) -> View:
        """Show the board; a click anywhere in a column drops a stone there."""
        mover, over = self.to_move(state), self.is_terminal(state)
        turn = "" if over else f"{PIECES[mover]} ({self.name_of(mover)}) to move"
        names = [str(x + 1) for x in range(self.width)]
        open_columns = set() if over else {str(column + 1) for column in self.actions(state)}
        actions = [name if name in open_columns else "" for name in names]
        board = View.from_rows(
            self.rows(state),
            names=[names] * self.height,
            actions=[actions] * self.height,
            pieces=PIECES,
            turn=turn,
        )
        return board.with_lines(4) if over else board

    def has_four(self, stones: int) -> bool:
        """Whether four of these stones stand in a row: up, along both diagonals, and across."""
        for shift in (1, self.step - 1, self.step + 1, self.step):
            pairs = stones & stones >> shift
            if pairs & pairs >> 2 * shift:
                return True
        return False

    def threats(self, stones: int, empty: int) -> int:
        """Count the rows of four that hold three of these stones and an empty square."""
        count = 0
        for shift in (1, self.step - 1, self.step + 1, self.step):
            second, third, fourth = stones >> shift, stones >> 2 * shift, stones >> 3 * shift
            lower = stones & second & (third & empty >> 3 * shift | fourth & empty >> 2 * shift)
            upper = third & fourth & (stones & empty >> shift | second & empty)
            count += (lower | upper).bit_count()
        return count

    def shape(self, stones: int) -> int:
        """Weigh stones by their column: 3 in the middle, 1 beside it."""
        return 3 * (stones & self.middle).bit_count() + (stones & self.inner).bit_count()

    def mirror(self, stones: int) -> int:
        """Swap the columns left and right."""
        column = (1 << self.step) - 1
        turned = 0
        for x in range(self.width):
            turned |= (stones >> self.step * x & column) << self.step * (self.width - 1 - x)
        return turned

    def rows(self, state: State) -> list[list[str]]:
        """List the pieces, top row first."""
        mover = self.to_move(state)
        return [
            [self._piece(state, mover, self.step * x + y) for x in range(self.width)]
            for y in reversed(range(self.height))
        ]

    def _piece(self, state: State, mover: int, square: int) -> str:
        if not state.mask >> square & 1:
            return "."
        return PIECES[mover if state.me >> square & 1 else 1 - mover]
