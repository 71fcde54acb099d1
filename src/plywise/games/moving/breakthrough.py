"""Breakthrough: pawns step straight or diagonally ahead and capture diagonally; whoever reaches the last row wins.

    8  O O O O O O O O      Square (column x, row y from the bottom) is bit y * width + x of a board: a1 is bit 0,
    7  O O O O O O O O      h8 bit 63. X starts and goes up, O goes down.
    6  . . . . . . . .
    5  . . . . . . . .      An action is 3 * square + way: way 0 leads diagonally towards column a, 1 straight
    4  . . . . . . . .      ahead, 2 diagonally away from column a, for both players alike.
    3  . . . . . . . .
    2  X X X X X X X X      Straight ahead the square must be empty. Diagonally it must hold none of the mover's pawns;
    1  X X X X X X X X      a pawn of the other's is captured. The foremost pawn can always move, so nobody is
       a b c d e f g h      ever without an action, and there are no draws. The game is D. Troyka's, of 2000.

>>> game = Breakthrough(width=3, height=4, rows=1)
>>> state = game.initial()
>>> game.state_name(state), [game.action_name(state, action) for action in game.actions(state)]
('OOO/3/3/XXX X', ['b1-a2', 'c1-b2', 'a1-a2', 'b1-b2', 'c1-c2', 'a1-b2', 'b1-c2'])
"""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from plywise.bits import add, lsb, mul, popcount, rotl, shl, shr, sub
from plywise.games.shared.bitboard import precedes, swapped
from plywise.games.shared.grid import read_rows, split_mover, square_names, write_rows
from plywise.rules import Action, CatalogError, Game, Look, NotationError, View

PIECES = "XO"
LEFT, AHEAD, RIGHT = 0, 1, 2
WIN, CAPTURE, EXPOSED = 1_000, 300, 50
"""What `rank` adds for reaching the last row and for a capture, and subtracts for a step onto an attacked square."""


class Breakthrough(Game):
    """Step ahead, capture diagonally; the first pawn on the last row wins."""

    look = Look("chequered", "discs", ("white", "black"), "wood")
    player_names = ("White", "Black")
    best_agent = "alpha-beta:knowledge=beside"
    weights: Mapping[str, float] = {"pawns": 100, "rows gone": 3, "guarded pawns": 8, "free pawns": 60}
    """A free pawn is one that nobody can stop."""

    class State(NamedTuple):
        """The pawns of the player to move, those of the other, and whose turn it is."""

        mine: int
        theirs: int
        turn: int = 0

    def __init__(
        self,
        width: Annotated[int, range(2, 27)] = 8,
        height: Annotated[int, range(2, 33)] = 8,
        rows: Annotated[int, range(1, 17)] = 2,
    ) -> None:
        if not 2 <= width <= 26 or height < 2 or width * height > 64:
            limits = "2 to 26 columns, at least 2 rows and at most 64 squares"
            raise CatalogError(f"A Breakthrough board has {limits}, not {width}x{height}.")
        if not 1 <= rows <= height // 2:
            raise CatalogError(f"On {height} rows each side fills 1 to {height // 2} with pawns, not {rows}.")
        self.width, self.height, self.rows_of_pawns = width, height, rows
        self.pawns = width * rows
        self.max_actions, self.distinct_actions = 3 * self.pawns, 3 * width * height
        self.full = (1 << width * height) - 1
        row, column = (1 << width) - 1, sum(1 << width * y for y in range(height))
        upwards = tuple(row << width * y for y in range(height))
        self.gone = (upwards, upwards[::-1])
        """For each player, the squares that lie 0, 1, ... rows ahead of that player's first row."""
        self.inside = (self.full ^ column, self.full, self.full ^ column << (width - 1))
        """For each way, the squares from which it doesn't lead off the side of the board."""
        self.mirroring = tuple((width - 1 - 2 * x, column << x) for x in range(width // 2))

    def initial(self) -> State:
        """Fill the first rows of each side with pawns; X starts."""
        mine = (1 << self.pawns) - 1
        return self.State(mine, mine << self.width * (self.height - self.rows_of_pawns))

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield the steps to the left, then those ahead, then those to the right, each in order of their squares."""
        for way in range(3):
            barred = state.mine | state.theirs if way == AHEAD else state.mine
            starts = self.starts(state, way, self.full ^ barred)
            while starts:
                yield 3 * lsb(starts) + way
                starts &= sub(starts, 1)

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Move the pawn, and capture whatever is on the square it moves to."""
        start, end = shl(1, action // 3), shl(1, self.end(state, action))
        return self.State(state.theirs & ~end, state.mine ^ (start | end), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether the player who just moved reached the last row or took the last pawn."""
        return state.mine == 0 or state.theirs & self.gone[state.turn][0] != 0

    def utility(self, state: State, player: int) -> int:
        """Return 1 to the player who just moved, -1 to the other."""
        return -1 if player == state.turn else 1

    def amounts(self, state: State, player: int) -> tuple[int, ...]:
        """Count pawns, rows they have advanced, guarded ones and free ones: how many more a player has."""
        own, opposed = (state.mine, state.theirs) if player == state.turn else (state.theirs, state.mine)
        pawns, rows, guarded, free = self.counts(own, opposed, player)
        pawns_there, rows_there, guarded_there, free_there = self.counts(opposed, own, 1 - player)
        return pawns - pawns_there, rows - rows_there, guarded - guarded_there, free - free_there

    def rank(self, state: State, action: int) -> int:
        """Put wins first, then captures of the most advanced pawns; last, steps onto squares under attack."""
        square = self.end(state, action)
        end, row = shl(1, square), square // self.width
        gone = row if state.turn == 0 else self.height - 1 - row
        if gone == self.height - 1:
            return WIN
        if state.theirs & end:
            return CAPTURE + self.height - gone
        return gone - EXPOSED * (self.strikes(state.theirs, 1 - state.turn) & end != 0)

    def noisy_actions(self, state: State) -> Iterator[int]:
        """Yield the captures, and the steps that win."""
        last = self.gone[state.turn][self.height - 1]
        for way in range(3):
            ends = last & ~(state.mine | state.theirs)
            if way != AHEAD:
                ends |= state.theirs
            starts = self.starts(state, way, ends)
            while starts:
                yield 3 * lsb(starts) + way
                starts &= sub(starts, 1)

    def canonical(self, state: State) -> State:
        """Return the smaller of the board and its mirror image."""
        mine, theirs = swapped(state.mine, self.mirroring), swapped(state.theirs, self.mirroring)
        if precedes(mine, state.mine) or (mine == state.mine and precedes(theirs, state.theirs)):
            return self.State(mine, theirs, state.turn)
        return state

    def key(self, state: State) -> int:
        """Mix the pawns and the turn into 64 bits: multiply by odd constants, fold high bits onto low ones, twice."""
        mixed = add(mul(state.mine, 0x9E3779B97F4A7C15), rotl(mul(state.theirs, 0xC2B2AE3D27D4EB4F), 32))
        mixed = add(mixed, mul(state.turn, 0x165667B19E3779F9))
        mixed = mul(mixed ^ shr(mixed, 32), 0xD6E8FEB86659FD93)
        return mixed ^ shr(mixed, 32)

    # Notation and display

    def action_name(self, state: State, action: Any) -> str:
        """Name both squares, such as a2-b3, a capture with an x, such as a2xb3."""
        end = self.end(state, action)
        return f"{self.square_name(action // 3)}{'x' if state.theirs >> end & 1 else '-'}{self.square_name(end)}"

    def parse_action(self, state: State, text: str) -> Action:
        """Read what `action_name` writes; the sign between the squares may differ, or be missing."""
        squares = re.fullmatch(r"([a-z][0-9]{1,2})[-–x*: ]*([a-z][0-9]{1,2})\*?", text.strip().lower())
        for action in self.actions(state) if squares else ():
            ends = (self.square_name(action // 3), self.square_name(self.end(state, action)))
            if squares and squares.groups() == ends:
                return action
        return super().parse_action(state, text)

    def state_name(self, state: State) -> str:
        """Write the rows from the top and who is to move, such as OOOOOOOO/OOOOOOOO/8/8/8/8/XXXXXXXX/XXXXXXXX X."""
        return f"{write_rows(self.rows(state))} {PIECES[state.turn]}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; no side may have more pawns than at the start, or move once it has won."""
        rows, turn = split_mover(text, PIECES, self.state_name(self.initial()))
        cells = [piece for row in read_rows(rows, self.width, self.height, PIECES)[::-1] for piece in row]
        boards = [sum(1 << square for square, found in enumerate(cells) if found == piece) for piece in PIECES]
        for piece, pawns in zip(PIECES, boards, strict=True):
            if pawns.bit_count() > self.pawns:
                raise NotationError(f"'{text}' can't come up: {piece} starts with {self.pawns} pawns and gets no more.")
        mine, theirs = boards[turn], boards[1 - turn]
        if not theirs or mine & self.gone[turn][-1]:
            winner, loser = PIECES[turn], PIECES[1 - turn]
            raise NotationError(f"'{text}' can't come up: {winner} has won by the last move: write {loser} to move.")
        return self.State(mine, theirs, turn)

    def view(self, state: State) -> View:
        """Show the board and whose turn it is; clicks on two squares move a pawn."""
        over = self.is_terminal(state)
        turn = "" if over else f"{PIECES[state.turn]} ({self.name_of(state.turn)}) to move"
        names = square_names(self.width, self.height)
        return View.from_rows(self.rows(state), names=names, pieces=PIECES, turn=turn)

    def square_name(self, square: int) -> str:
        """Name a square by its column's letter and its row's number from the bottom."""
        return f"{chr(ord('a') + square % self.width)}{square // self.width + 1}"

    def rows(self, state: State) -> list[list[str]]:
        """List the pieces, top row first."""
        boards = (state.mine, state.theirs)
        first, second = boards[state.turn], boards[1 - state.turn]
        cells = ["X" if first >> i & 1 else "O" if second >> i & 1 else "." for i in range(self.width * self.height)]
        return [cells[self.width * y : self.width * (y + 1)] for y in reversed(range(self.height))]

    # Where pawns go

    def starts(self, state: State, way: int, ends: int) -> int:
        """Return the pawns of the player to move that can reach one of these squares by one way."""
        if state.turn == 0:
            return state.mine & self.inside[way] & shr(ends, self.width + way - 1)
        return state.mine & self.inside[way] & shl(ends, self.width - way + 1)

    def end(self, state: State, action: int) -> int:
        """Return the square that an action leads to."""
        return action // 3 + action % 3 - 1 + (self.width if state.turn == 0 else -self.width)

    def strikes(self, pawns: int, player: int) -> int:
        """Return the squares that these pawns of a player can capture on."""
        left, right = pawns & self.inside[LEFT], pawns & self.inside[RIGHT]
        if player == 0:
            return (shl(left, self.width - 1) | shl(right, self.width + 1)) & self.full
        return shr(left, self.width + 1) | shr(right, self.width - 1)

    def reach(self, pawns: int, player: int) -> int:
        """Return every square that these pawns stand on or might reach."""
        for _ in range(self.height - 1):
            ahead = shl(pawns, self.width) & self.full if player == 0 else shr(pawns, self.width)
            pawns |= ahead | self.strikes(pawns, player)
        return pawns

    # What evaluations are made of

    def counts(self, pawns: int, opposed: int, player: int) -> tuple[int, int, int, int]:
        """Count a player's pawns, the rows they have advanced, the guarded ones and the free ones."""
        rows = 0
        for gone in range(self.height):
            rows += gone * popcount(pawns & self.gone[player][gone])
        guarded = pawns & self.strikes(pawns, player)
        free = pawns & ~self.reach(opposed, 1 - player)
        return popcount(pawns), rows, popcount(guarded), popcount(free)
