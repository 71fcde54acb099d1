"""Pentago: place a marble, then turn one of the four quarters of the board; five in a row win.

     a b c  d e f      Squares are numbered row by row from the top: a1 is 0, f1 5, a2 6. An action is 8 times the
  1  . . .  . . .      square, plus twice the quarter (0 upper left, 1 upper right, 2 lower right, 3 lower left), plus 0
  2  . 1 .  . 2 .      for a quarter turn to the left or 1 for one to the right. It is named by the square, the quarter
  3  . . .  . . .      and L or R, such as b2-1R.

  4  . . .  . . .      Five in a row for one player after the turn win, for both they are a draw, and so is a full board
  5  . 4 .  . 3 .      without. Who has five before the turn keeps them by turning a quarter that they don't touch.
  6  . . .  . . .

>>> game = Pentago()
>>> state = game.result(game.initial(), game.parse_action(game.initial(), "a1-1L"))
>>> game.state_name(state)
'6/6/X5/6/6/6 O'
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from plywise.games.shared.grid import read_rows, split_mover, write_rows
from plywise.rules import Action, Cell, Game, Look, NotationError, View

SIZE, HALF, SQUARES, ROW_OF = 6, 3, 36, 5
FULL = (1 << SQUARES) - 1
PIECES = "XO"
CORNERS = ((0, 0), (3, 0), (3, 3), (0, 3))
"""Column and row of each quarter's upper left square, in the order of the quarters."""
GAP = 0.3
"""How far the quarters are apart."""


def five_in_a_row() -> tuple[int, ...]:
    """List the rows of five, as bits."""
    found = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for y in range(SIZE):
            for x in range(SIZE):
                if x + 4 * dx < SIZE and 0 <= y + 4 * dy < SIZE:
                    found.append(sum(1 << SIZE * (y + i * dy) + x + i * dx for i in range(ROW_OF)))
    return tuple(found)


def turning() -> tuple[tuple[tuple[int, int], ...], ...]:
    """List, for each turn of a quarter, where each of its nine squares goes."""
    turns = []
    for left, top in CORNERS:
        for way in range(2):
            pairs = []
            for y in range(HALF):
                for x in range(HALF):
                    to_x, to_y = (y, HALF - 1 - x) if way == 0 else (HALF - 1 - y, x)
                    pairs.append((SIZE * (top + y) + left + x, SIZE * (top + to_y) + left + to_x))
            turns.append(tuple(pairs))
    return tuple(turns)


class Pentago(Game):
    """Place a marble and turn a quarter of the board; five in a row win."""

    look = Look("pits", "stones", ("white", "black"), "wood")
    player_names = ("White", "Black")
    max_actions = 8 * SQUARES
    distinct_actions = 8 * SQUARES

    class State(NamedTuple):
        """The marbles of both players as bits, and whose turn it is."""

        x: int = 0
        o: int = 0
        turn: int = 0

    def __init__(self) -> None:
        self.lines = five_in_a_row()
        self.turns = turning()
        self.quarters = tuple(sum(1 << start for start, _ in pairs) for pairs in self.turns)

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield each empty square with each turn."""
        for square in range(SQUARES):
            if not (state.x | state.o) >> square & 1:
                for turn in range(8):
                    yield 8 * square + turn

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Place a marble and turn a quarter."""
        marble, turn = 1 << action // 8, action % 8
        x = state.x | marble if state.turn == 0 else state.x
        o = state.o | marble if state.turn == 1 else state.o
        return self.State(self.turned(x, turn), self.turned(o, turn), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether somebody has five in a row, or the board is full."""
        return state.x | state.o == FULL or self.has_five(state.x) + self.has_five(state.o) > 0

    def utility(self, state: State, player: int) -> int:
        """Return 1 to who alone has five in a row, -1 to the other, 0 in a draw."""
        value = self.has_five(state.x) - self.has_five(state.o)
        return value if player == 0 else -value

    def turned(self, marbles: int, turn: int) -> int:
        """Return marbles after a turn of a quarter."""
        moved = marbles & ~self.quarters[turn]
        for start, end in self.turns[turn]:
            moved |= (marbles >> start & 1) << end
        return moved

    def has_five(self, marbles: int) -> int:
        """Return 1 where five of these marbles stand in a row, else 0."""
        for line in self.lines:
            if marbles & line == line:
                return 1
        return 0

    # Notation and display

    def square_name(self, square: int) -> str:
        """Name a square by its column's letter and its row's number from the top."""
        return f"{'abcdef'[square % SIZE]}{square // SIZE + 1}"

    def action_name(self, state: Any, action: Any) -> str:
        """Name the square, the quarter and the way it turns, such as b2-1R."""
        return f"{self.square_name(action // 8)}-{action % 8 // 2 + 1}{'LR'[action % 2]}"

    def parse_action(self, state: State, text: str) -> Action:
        """Read what `action_name` writes, without looking at all of up to 288 actions."""
        match = re.fullmatch(r"([a-f])([1-6])-?([1-4])([lr])", text.strip().lower())
        if match:
            square = SIZE * (int(match[2]) - 1) + "abcdef".index(match[1])
            if not (state.x | state.o) >> square & 1:
                return 8 * square + 2 * (int(match[3]) - 1) + "lr".index(match[4])
        return super().parse_action(state, text)

    def clicks(self, state: State, action: Any) -> tuple[str, ...]:
        """Click the square, then choose the turn by its name."""
        return (self.square_name(action // 8),)

    def state_name(self, state: State) -> str:
        """Write the rows from the top and who is to move, such as 6/6/X5/6/6/6 O."""
        return f"{write_rows(self.rows(state))} {PIECES[state.turn]}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; the marbles must have been placed in turn."""
        board, turn = split_mover(text, PIECES, self.state_name(self.initial()))
        cells = [piece for row in read_rows(board, SIZE, SIZE, PIECES) for piece in row]
        x, o = (sum(1 << i for i, found in enumerate(cells) if found == piece) for piece in PIECES)
        if x.bit_count() - o.bit_count() != turn:
            raise NotationError(f"'{text}' can't come up: players place their marbles in turn, and X starts.")
        return self.State(x, o, turn)

    def view(self, state: State) -> View:
        """Show the four quarters; a click on an empty square, then the name of a turn."""
        marked = 0
        for line in self.lines:
            marked |= line if line in (state.x & line, state.o & line) else 0
        cells = tuple(
            Cell(
                i % SIZE + GAP * (i % SIZE >= HALF),
                i // SIZE + GAP * (i // SIZE >= HALF),
                "" if piece == "." else piece,
                None if piece == "." else PIECES.index(piece),
                name=self.square_name(i),
                mark="line" if marked >> i & 1 else "",
            )
            for i, piece in enumerate(piece for row in self.rows(state) for piece in row)
        )
        turn = "" if self.is_terminal(state) else f"{PIECES[state.turn]} ({self.name_of(state.turn)}) to move"
        return View(cells, turn=turn)

    def rows(self, state: State) -> list[list[str]]:
        """List the pieces, top row first."""
        cells = ["X" if state.x >> i & 1 else "O" if state.o >> i & 1 else "." for i in range(SQUARES)]
        return [cells[SIZE * y : SIZE * (y + 1)] for y in range(SIZE)]
