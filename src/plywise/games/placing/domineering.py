"""Domineering: one player places dominoes upright, the other lays them across; whoever finds no room loses.

    4  ∩ ⊂ ⊃ .      Square (column x, row y from the bottom) is bit y * width + x of a board: a1 is bit 0. Vertical
    3  ∪ . . ∩      starts, and covers a square and the one above it; Horizontal covers a square and the one to its
    2  . . . ∪      right. An action is the lower or left one of the two squares.
    1  ⊂ ⊃ . .
       a b c d      Whose dominoes cover a square doesn't matter for what follows, so `key` looks only at all that
                    is covered. The game is G. Andersson's, of about 1973.

>>> game = Domineering(width=3, height=2)
>>> state = game.result(game.initial(), 0)
>>> game.state_name(state), [game.action_name(state, action) for action in game.actions(state)]
('V2/V2 H', ['b1-c1', 'b2-c2'])
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.bits import lsb, popcount, shl, shr, sub
from plywise.games.shared.bitboard import Swaps, mirroring, mixed, precedes, swapped, upending
from plywise.games.shared.grid import read_position, rows_from_top, square_name, square_names, write_position
from plywise.rules import CatalogError, Game, Look, NotationError, View

PIECES = "VH"


class Domineering(Game):
    """Place dominoes, one player upright and the other across; whoever finds no room loses."""

    look = Look("squares", "dominoes", ("blue", "red"), "wood", ("∪∩", "⊂⊃"))
    player_names = ("Vertical", "Horizontal")

    class State(NamedTuple):
        """The squares under upright dominoes, those under lying ones, and whose turn it is."""

        vertical: int = 0
        horizontal: int = 0
        turn: int = 0

    def __init__(self, width: Annotated[int, range(2, 27)] = 8, height: Annotated[int, range(2, 27)] = 8) -> None:
        if not 2 <= width <= 26 or not 2 <= height <= 26 or width * height > 64:
            limits = "2 to 26 columns and rows and at most 64 squares"
            raise CatalogError(f"A Domineering board has {limits}, not {width}x{height}.")
        self.width, self.height = width, height
        self.max_actions = max((width - 1) * height, width * (height - 1))
        self.full = (1 << width * height) - 1
        row, column = (1 << width) - 1, sum(1 << width * y for y in range(height))
        self.not_last = (self.full ^ row << width * (height - 1), self.full ^ column << (width - 1))
        """For each player, the squares that have another above them, or to their right."""
        self.mirroring, self.upending = mirroring(width, height), upending(width, height)

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield the lower or left square of every place for a domino; without any, the game is over."""
        places = self.places(state, state.turn)
        while places:
            yield lsb(places)
            places &= sub(places, 1)

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Cover two squares."""
        if state.turn == 0:
            domino = shl(1, action) | shl(1, action + self.width)
            return self.State(state.vertical | domino, state.horizontal, 1)
        return self.State(state.vertical, state.horizontal | shl(3, action), 0)

    def utility(self, state: State, player: int) -> int:
        """Return -1 to the player to move, who finds no room, 1 to the other."""
        return -1 if player == state.turn else 1

    def evaluate(self, state: State, player: int) -> int:
        """Return how many more places a player has than the other."""
        return popcount(self.places(state, player)) - popcount(self.places(state, 1 - player))

    def canonical(self, state: State) -> State:
        """Return the smallest of the board and its three mirror images."""
        mirrored = self.image(state, self.mirroring)
        first = self.smaller(state, mirrored)
        return self.smaller(first, self.smaller(self.image(state, self.upending), self.image(mirrored, self.upending)))

    def image(self, state: State, swaps: Swaps) -> State:
        """Return a state with squares swapped."""
        return self.State(swapped(state.vertical, swaps), swapped(state.horizontal, swaps), state.turn)

    def smaller(self, state: State, other: State) -> State:
        """Return one of two states: the one of which less is covered among the first squares."""
        covered, least = other.vertical | other.horizontal, state.vertical | state.horizontal
        if precedes(covered, least) or (covered == least and precedes(other.vertical, state.vertical)):
            return other
        return state

    def key(self, state: State) -> int:
        """Mix what is covered and the turn into 64 bits; with the same turn, no two boards share a key."""
        return mixed(state.vertical | state.horizontal, 0, state.turn)

    def places(self, state: State, player: int) -> int:
        """Return the lower or left squares of all places where a player could put a domino."""
        free = self.full ^ (state.vertical | state.horizontal)
        return free & shr(free, self.width if player == 0 else 1) & self.not_last[player]

    # Notation and display

    def action_name(self, state: State, action: Any) -> str:
        """Name both squares, the lower or left one first, such as a1-a2."""
        other = action + (self.width if state.turn == 0 else 1)
        return f"{square_name(action, self.width)}-{square_name(other, self.width)}"

    def state_name(self, state: State) -> str:
        """Write the rows from the top and who is to move, such as V2/V2 H."""
        return write_position(self.pieces(state), self.width, PIECES[state.turn])

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; all that is covered must be covered by dominoes."""
        cells, turn = read_position(text, self.width, self.height, PIECES, PIECES)
        boards = [sum(1 << square for square, found in enumerate(cells) if found == piece) for piece in PIECES]
        state = self.State(boards[0], boards[1], turn)
        if "?" in self.halves(state):
            raise NotationError(f"'{text}' can't come up: dominoes don't cover these squares two by two.")
        return state

    def view(self, state: State) -> View:
        """Show the dominoes; a click on a square puts one there and on the square above, or to the right."""
        names = square_names(self.width, self.height)
        actions = {square_name(action, self.width): self.action_name(state, action) for action in self.actions(state)}
        return View.from_rows(
            rows_from_top(self.halves(state), self.width),
            names=names,
            actions=[[actions.get(name, "") for name in row] for row in names],
            turn=f"{self.name_of(state.turn)} to move" if actions else "",
        )

    def pieces(self, state: State) -> list[str]:
        """List whose domino covers each square."""
        squares = range(self.width * self.height)
        return ["V" if state.vertical >> i & 1 else "H" if state.horizontal >> i & 1 else "." for i in squares]

    def halves(self, state: State) -> list[str]:
        """List which half of a domino covers each square; dominoes in a row begin where the row does."""
        pieces, halves = self.pieces(state), ["."] * self.width * self.height
        for square, piece in enumerate(pieces):
            if piece != "." and halves[square] == ".":
                fits = self.not_last[PIECES.index(piece)] >> square & 1
                other = square + (self.width if piece == "V" else 1)
                if fits and pieces[other] == piece and halves[other] == ".":
                    halves[square], halves[other] = "∪∩" if piece == "V" else "⊂⊃"
                else:
                    halves[square] = "?"
        return halves
