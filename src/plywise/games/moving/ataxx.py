"""Ataxx: a stone grows onto the next square or jumps over it, and all of the other's stones around change sides.

    7  X . . . . . O      A stone grows: a second one appears on a neighbouring square, diagonal ones included. Or
    6  . . . . . . .      it jumps to a square two away, in any direction, and leaves its own. Where it arrives, all
    5  . . . . . . .      neighbours of the other's become the mover's. Who can do neither passes; when neither can,
    4  . . . . . . .      or one has no stone left, the game is over, and more stones win. A state that comes up again
    3  . . . . . . .      is a draw: only jumps can lead back to one.
    2  . . . . . . .
    1  O . . . . . X      Square (column x, row y from the bottom) is bit y * size + x of a board: a1 is bit 0. Which
       a b c d e f g      of several stones grows makes no difference, so an action is start * squares + end for a
                          jump, and end * squares + end for growth; squares * squares is the pass.

The game is by D. Crummack and C. Galley, of 1988. With `gaps`, four squares around the middle are missing.

>>> game = Ataxx(size=4)
>>> state = game.initial()
>>> game.state_name(state), [game.action_name(state, action) for action in game.actions(state)][:6]
('X2O/4/4/O2X X', ['c1', 'c2', 'd2', 'a3', 'b3', 'b4'])
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.bits import lsb, popcount
from plywise.games.shared.bitboard import Swaps, mixed, precedes, swapped, transposing, upside_down
from plywise.games.shared.grid import read_position, rows_from_top, square_name, square_names, write_position
from plywise.games.shared.leads import tell_counts
from plywise.rules import CatalogError, Game, Look, NotationError, View

PIECES = "XO"
MISSING = "-"


class Ataxx(Game):
    """Grow or jump, and turn over all of the other's stones around; more stones win."""

    look = Look("squares", "discs", ("red", "blue"), "paper")
    player_names = ("Red", "Blue")
    cyclic = True
    repetition = "draw"

    class State(NamedTuple):
        """The stones of both players, and whose turn it is."""

        x: int
        o: int
        turn: int = 0

    def __init__(self, size: Annotated[int, range(3, 8)] = 7, gaps: bool = False) -> None:
        if not 3 <= size <= 7:
            raise CatalogError(f"An Ataxx board has 3 to 7 columns and rows, not {size}.")
        if gaps and size < 5:
            raise CatalogError(f"Gaps need a board of 5 to 7 columns and rows, not {size}.")
        self.size, self.squares, self.gaps = size, size * size, gaps
        self.pass_action = self.squares * self.squares
        self.max_actions = 17 * self.squares
        low, high = (size - 3) // 2, size // 2 + 1
        missing = sum(1 << y * size + x for x in (low, high) for y in (low, high)) if gaps else 0
        self.full = (1 << self.squares) - 1 ^ missing
        self.near = tuple(self.around(square, 1) for square in range(self.squares))
        self.far = tuple(self.around(square, 2) ^ self.near[square] for square in range(self.squares))
        self.upside_down, self.transposing = upside_down(size), transposing(size)

    def around(self, square: int, distance: int) -> int:
        """Return the squares up to a distance from one, that one left out."""
        x, y, found = square % self.size, square // self.size, 0
        for other in range(self.squares):
            steps = max(abs(other % self.size - x), abs(other // self.size - y))
            if 0 < steps <= distance:
                found |= 1 << other
        return found & self.full

    def initial(self) -> State:
        """Place two stones of each player in opposite corners; X starts."""
        last = self.squares - 1
        return self.State(1 << last - self.size + 1 | 1 << self.size - 1, 1 << last | 1)

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield where a stone can grow to, then the jumps of each stone, or the pass if there is neither."""
        mine = state.x if state.turn == 0 else state.o
        free = self.full & ~(state.x | state.o)
        if not self.can_move(mine, free):
            yield self.pass_action
        places = free
        while places:
            end = lsb(places)
            if self.near[end] & mine:
                yield end * self.squares + end
            places &= places - 1
        while mine:
            start = lsb(mine)
            places = self.far[start] & free
            while places:
                yield start * self.squares + lsb(places)
                places &= places - 1
            mine &= mine - 1

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Grow or jump and turn the neighbours over, or pass."""
        if action == self.pass_action:
            return self.State(state.x, state.o, 1 - state.turn)
        start, end = action // self.squares, action % self.squares
        mine, theirs = (state.x, state.o) if state.turn == 0 else (state.o, state.x)
        turned = theirs & self.near[end]
        if start != end:
            mine ^= 1 << start
        mine |= turned | 1 << end
        theirs ^= turned
        return self.State(mine, theirs, 1) if state.turn == 0 else self.State(theirs, mine, 0)

    def is_terminal(self, state: State) -> bool:
        """Whether a player has no stone left, or neither can grow or jump."""
        free = self.full & ~(state.x | state.o)
        if state.x == 0 or state.o == 0:
            return True
        return not self.can_move(state.x, free) and not self.can_move(state.o, free)

    def utility(self, state: State, player: int) -> int:
        """Return 1 to who has more stones, -1 to who has fewer, and 0 to both where they have equally many."""
        lead = popcount(state.x) - popcount(state.o)
        sign = (lead > 0) - (lead < 0)
        return sign if player == 0 else -sign

    def evaluate(self, state: State, player: int) -> int:
        """Return how many more stones a player has."""
        lead = popcount(state.x) - popcount(state.o)
        return lead if player == 0 else -lead

    def can_move(self, stones: int, free: int) -> bool:
        """Whether one of these stones has a free square within reach."""
        while stones:
            square = lsb(stones)
            if (self.near[square] | self.far[square]) & free:
                return True
            stones &= stones - 1
        return False

    def canonical(self, state: State) -> State:
        """Return the smallest of the board's eight images: transposing and flipping in turn reaches all of them."""
        best = image = state
        for _ in range(4):
            image = self.image(image, self.transposing)
            best = self.smaller(best, image)
            image = self.image(image, self.upside_down)
            best = self.smaller(best, image)
        return best

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

    # Notation and display

    def tell_end(self, state: State) -> str:
        """Say who won, and how many stones each side has."""
        return tell_counts((popcount(state.x), popcount(state.o)), self.player_names)

    def action_name(self, state: State, action: Any) -> str:
        """Name the square that a stone grows to, such as b2, or where a jump starts and ends, such as a1-c2."""
        if action == self.pass_action:
            return "pass"
        start, end = divmod(action, self.squares)
        name = square_name(end, self.size)
        return name if start == end else f"{square_name(start, self.size)}-{name}"

    def state_name(self, state: State) -> str:
        """Write the rows from the top and who is to move, such as X5O/7/7/7/7/7/O5X X; missing squares as dashes."""
        return write_position(self.pieces(state), self.size, PIECES[state.turn])

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes."""
        cells, turn = read_position(text, self.size, self.size, PIECES + MISSING * self.gaps)
        x, o, missing = (sum(1 << i for i, found in enumerate(cells) if found == each) for each in PIECES + MISSING)
        if self.full & missing or self.full | missing != (1 << self.squares) - 1:
            raise NotationError(f"'{text}' has its gaps elsewhere than {self.state_name(self.initial())}.")
        return self.State(x, o, turn)

    def view(self, state: State) -> View:
        """Show the board and whose turn it is; a click on a square grows there, clicks on two squares jump."""
        turn = "" if self.is_terminal(state) else f"{PIECES[state.turn]} ({self.name_of(state.turn)}) to move"
        pieces = [piece.replace(MISSING, "#") for piece in self.pieces(state)]
        names = square_names(self.size, self.size)
        return View.from_rows(rows_from_top(pieces, self.size), names=names, pieces=PIECES, turn=turn)

    def pieces(self, state: State) -> list[str]:
        """List what stands on each square."""
        boards = ((state.x, "X"), (state.o, "O"), (~self.full, MISSING), (self.full, "."))
        return [next(sign for board, sign in boards if board >> i & 1) for i in range(self.squares)]
