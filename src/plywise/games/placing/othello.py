"""Othello: place a disc so that it encloses discs of the other colour in a line, and turn those over.

       a b c d e f g h
    1  . . . . . . . .      Square (column x, row y from the top) is bit y * size + x of a board: a1 is bit 0, h8
    2  . . . . . . . .      bit 63. A state holds three boards: the discs of the player to move, those of the
    3  . . . * . . . .      other, and the places where the player to move can put one (here *). These follow from
    4  . . * O X . . .      the discs, but are needed again and again, and finding them is most of the work.
    5  . . . X O * . .
    6  . . . . * . . .      Places are found by shifting whole boards: from all discs of mine at once, runs of the
    7  . . . . . . . .      other's discs grow until they end. Discs to turn over are found along the eight rays
    8  . . . . . . . .      of one square: they lie before the first square that isn't the other's, if it is mine.

>>> game = Othello(size=4)
>>> state = game.initial()
>>> game.state_name(state), [game.action_name(state, action) for action in game.actions(state)]
('4/1OX1/1XO1/4 X', ['b1', 'a2', 'd3', 'c4'])
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from plywise.bits import add, lsb, msb, mul, neg, popcount, rotl, shl, shr, sub
from plywise.games.shared.bitboard import precedes, rays, swapped, transposing, upside_down
from plywise.games.shared.grid import read_rows, rows_with, square_names, write_rows
from plywise.games.shared.leads import lead_in_words, tell_counts
from plywise.rules import CatalogError, Game, Look, NotationError, Unit, View

PIECES = "XO"
FORWARD = ((1, 0), (-1, 1), (0, 1), (1, 1))
"""The directions (dx, dy) that lead to squares of higher numbers."""

WORTH = (4, -2, -4)
"""What `rank` adds for a corner, a square beside it, and the one diagonal to it."""

FEW = 5
"""With fewer empty squares, counting the other's answers takes longer than their order saves."""

LATE = 12
"""With fewer empty squares, discs begin to count."""


class Othello(Game):
    """Enclose the other's discs to turn them over; more discs win."""

    look = Look("squares", "discs", ("black", "white"), "green")
    player_names = ("Black", "White")
    setup_pieces = (("X",), ("O",))
    evaluation_limit = 1_000
    weights: Mapping[str, float] = {"places to go": 8, "corners": 30, "discs, late": 2}
    best_agent = "alpha-beta:reductions,knowledge=beside"

    class State(NamedTuple):
        """The discs of the player to move and of the other, where the mover can place one, and whose turn it is."""

        me: int
        other: int
        places: int
        turn: int = 0

    def __init__(
        self, size: Annotated[int, (4, 6, 8)] = 8, empties: Annotated[str, ("none", "winner")] = "none"
    ) -> None:
        if size not in (4, 6, 8):
            raise CatalogError(f"An Othello board has 4, 6 or 8 columns and rows, not {size}.")
        if empties not in ("none", "winner"):
            raise CatalogError(f"Empty squares count for none or for the winner: write none or winner, not {empties}.")
        self.size, self.squares, self.winner_takes_empties = size, size * size, empties == "winner"
        self.pass_action = self.squares
        self.max_actions, self.distinct_actions = self.squares - 4, self.squares + 1
        self.utility_range = (-self.squares, self.squares)
        self.full = (1 << self.squares) - 1
        self.inner = sum(1 << square for square in range(self.squares) if 0 < square % size < size - 1)
        self.doublings = (size - 4) // 2
        self.ahead = tuple(rays(size, dx, dy) for dx, dy in FORWARD)
        self.behind = tuple(rays(size, -dx, -dy) for dx, dy in FORWARD)
        self.upside_down, self.transposing = upside_down(size), transposing(size)
        self._tell_squares_apart()

    def _tell_squares_apart(self) -> None:
        """List each square's worth and its quarter of the board; find the corners and the middle."""
        size, half = self.size, self.size // 2
        self.corners = 1 | 1 << (size - 1) | 1 << (self.squares - size) | 1 << (self.squares - 1)
        self.middle = 0b11 << ((half - 1) * (size + 1)) | 0b11 << (half * (size + 1) - 1)
        worth, quarters = [], []
        for square in range(self.squares):
            x, y = square % size, square // size
            dx, dy = min(x, size - 1 - x), min(y, size - 1 - y)
            worth.append(WORTH[dx + dy] if max(dx, dy) < 2 else 0)
            first = y // half * half * size + x // half * half
            quarters.append(sum(((1 << half) - 1) << (first + row * size) for row in range(half)))
        self.worth, self.quarters = tuple(worth), tuple(quarters)

    def initial(self) -> State:
        """Place two discs of each colour crosswise in the middle; X starts."""
        step = self.size - 1
        mine = 1 << self.size // 2 * step | 1 << (self.size // 2 + 1) * step
        return self.State(mine, self.middle ^ mine, self.find_places(mine, self.middle ^ mine))

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield every square where a disc encloses something, or the pass if there is none."""
        places = state.places
        if places == 0:
            yield self.pass_action
        while places:
            yield lsb(places)
            places &= sub(places, 1)

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Place a disc and turn over what it encloses, or pass; then the other player is to move."""
        me, other = state.other, state.me
        if action != self.pass_action:
            turned = self.find_turned(state.me, state.other, action)
            me, other = me ^ turned, other | turned | shl(1, action)
        return self.State(me, other, self.find_places(me, other), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether neither player can place a disc."""
        return state.places == 0 and self.find_places(state.other, state.me) == 0

    def utility(self, state: State, player: int) -> int:
        """Return by how many discs a player leads; empty squares may count for the winner."""
        lead = popcount(state.me) - popcount(state.other)
        if self.winner_takes_empties and lead != 0:
            empty = self.squares - popcount(state.me | state.other)
            lead += empty if lead > 0 else -empty
        return lead if player == state.turn else -lead

    def amounts(self, state: State, player: int) -> tuple[int, ...]:
        """Count how many more places to go and corners a player has; when the board is nearly full, discs too."""
        places = popcount(state.places) - popcount(self.find_places(state.other, state.me))
        corners = popcount(state.me & self.corners) - popcount(state.other & self.corners)
        discs = 0
        if self.squares - popcount(state.me | state.other) < LATE:
            discs = popcount(state.me) - popcount(state.other)
        if player == state.turn:
            return places, corners, discs
        return -places, -corners, -discs

    def rank(self, state: State, action: int) -> int:
        """Say how early to try an action: first where few answers are left, in quarters with an odd number empty.

        An answer in a corner counts twice.
        """
        if action == self.pass_action:
            return 0
        empty = self.full ^ (state.me | state.other)
        order = self.worth[action] + 4 * (popcount(empty & self.quarters[action]) & 1)
        if popcount(empty) >= FEW:
            answers = self.result(state, action).places
            order -= 8 * (popcount(answers) + popcount(answers & self.corners))
        return order

    def canonical(self, state: State) -> State:
        """Return the smallest of the board's eight images: transposing and flipping in turn reaches all of them."""
        me, other = state.me, state.other
        best_me, best_other = me, other
        for _ in range(4):
            me, other = swapped(me, self.transposing), swapped(other, self.transposing)
            if precedes(me, best_me) or (me == best_me and precedes(other, best_other)):
                best_me, best_other = me, other
            me, other = swapped(me, self.upside_down), swapped(other, self.upside_down)
            if precedes(me, best_me) or (me == best_me and precedes(other, best_other)):
                best_me, best_other = me, other
        return self.State(best_me, best_other, self.find_places(best_me, best_other), state.turn)

    def key(self, state: State) -> int:
        """Mix the discs and the turn into 64 bits: multiply by odd constants, fold high bits onto low ones, twice.

        Two states share a key about as often as random numbers do.
        """
        mixed = add(mul(state.me, 0x9E3779B97F4A7C15), rotl(mul(state.other, 0xC2B2AE3D27D4EB4F), 32))
        mixed = add(mixed, mul(state.turn, 0x165667B19E3779F9))
        mixed = mul(mixed ^ shr(mixed, 32), 0xD6E8FEB86659FD93)
        return mixed ^ shr(mixed, 32)

    # Notation and display

    def tell_end(self, state: State) -> str:
        """Say who won, and how many discs each side has."""
        counts = popcount(state.me), popcount(state.other)
        return tell_counts(counts if state.turn == 0 else counts[::-1], self.player_names)

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say who wins by how many discs; an estimate has no unit."""
        return lead_in_words(value, player, "disc", self.player_names) if unit is Unit.UTILITY else f"{value:+.6g}"

    def action_name(self, state: State, action: Any) -> str:
        """Name the square, such as d3, or say pass."""
        if action == self.pass_action:
            return "pass"
        return f"{chr(ord('a') + action % self.size)}{action // self.size + 1}"

    def state_name(self, state: State) -> str:
        """Write the rows from the top and who is to move, such as 8/8/8/3OX3/3XO3/8/8/8 X."""
        return f"{write_rows(self.rows(state))} {PIECES[state.turn]}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes, or a line of an OBF file: X or *, O, - or . for each square, and the turn."""
        words = text.partition(";")[0].upper().replace("*", "X").split()
        if len(words) != 2 or words[1] not in tuple(PIECES):
            raise NotationError(f"'{text}' must end with X or O to move, as in {self.state_name(self.initial())}.")
        board, turn = words[0], PIECES.index(words[1])
        if len(board) == self.squares and "/" not in board:
            board = "/".join(board[i : i + self.size] for i in range(0, self.squares, self.size)).replace("-", ".")
        cells = [piece for row in read_rows(board, self.size, self.size, PIECES) for piece in row]
        discs = [sum(1 << square for square in range(self.squares) if cells[square] == piece) for piece in PIECES]
        if (discs[0] | discs[1]) & self.middle != self.middle:
            raise NotationError(f"'{text}' can't come up: the four squares in the middle are never empty.")
        me, other = discs[turn], discs[1 - turn]
        return self.State(me, other, self.find_places(me, other), turn)

    def place_pieces(self, pieces: Mapping[str, str], player: int) -> State:
        """Return the state with these discs by their squares; raises NotationError."""
        board = rows_with(pieces, square_names(self.size, self.size)[::-1])
        return self.parse_state(f"{board} {PIECES[player]}")

    def view(self, state: State) -> View:
        """Show the board and whose turn it is; a click on a place puts a disc there."""
        turn = f"{PIECES[state.turn]} ({self.name_of(state.turn)}) {'to move' if state.places else 'must pass'}"
        names = square_names(self.size, self.size)[::-1]
        actions = [
            [name if state.places >> (y * self.size + x) & 1 else "" for x, name in enumerate(row)]
            for y, row in enumerate(names)
        ]
        turn = "" if self.is_terminal(state) else turn
        return View.from_rows(self.rows(state), names=names, actions=actions, pieces=PIECES, turn=turn)

    def rows(self, state: State) -> list[list[str]]:
        """List the pieces, top row first."""
        discs = (state.me, state.other)
        black, white = discs[state.turn], discs[1 - state.turn]
        cells = ["X" if black >> i & 1 else "O" if white >> i & 1 else "." for i in range(self.squares)]
        return [cells[i : i + self.size] for i in range(0, self.squares, self.size)]

    # What a disc encloses

    def find_places(self, me: int, other: int) -> int:
        """Return the empty squares from which a line leads over the other's discs to one of mine."""
        inner = other & self.inner  # lines across and diagonal must not run over the edge
        found = self.beyond(me, inner, 1) | self.beyond(me, other, self.size)
        found |= self.beyond(me, inner, self.size - 1) | self.beyond(me, inner, self.size + 1)
        return found & (self.full ^ (me | other))

    def beyond(self, me: int, foes: int, step: int) -> int:
        """Return the squares beyond every run of foes that starts beside one of mine, both ways along a line.

        Runs grow by one, then by two at a time: where a foe is followed by another, both join.
        """
        up, down = foes & shl(me, step), foes & shr(me, step)
        up, down = up | foes & shl(up, step), down | foes & shr(down, step)
        pairs_up = foes & shl(foes, step)
        pairs_down = shr(pairs_up, step)
        for _ in range(self.doublings):
            up |= pairs_up & shl(up, 2 * step)
            down |= pairs_down & shr(down, 2 * step)
        return shl(up, step) | shr(down, step)

    def find_turned(self, me: int, other: int, square: int) -> int:
        """Return the discs that one placed on a square turns over."""
        turned = 0
        for i in range(4):
            ray = self.ahead[i][square]
            free = ray & ~other
            end = free & neg(free) & me
            turned |= ray & sub(end, end != 0)  # what lies below the end; nothing if there is none
            ray = self.behind[i][square]
            free = ray & ~other
            end = shl(1, msb(free | 1)) & free & me
            turned |= ray & neg(shl(end, 1))  # what lies above the end
        return turned
