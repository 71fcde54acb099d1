"""Dots and Boxes: draw a line between two dots; who draws the fourth side of a box owns it and draws again.

       a   b   c        Lines are numbered row by row: all that go across, then all that go down. On this board of 2x2
    1  + 0 + 1 +        boxes, those across are 0 to 5 and those down 6 to 11. A line is named by its two dots, such
       6   7   8        as a1b1 for 0 and b1b2 for 7. Bit i of `lines` is line i; boxes are bits too, row by row.
    2  + 2 + 3 +
       9  10  11        When all lines are drawn, each player's utility is the margin: the player's own boxes minus the
    3  + 4 + 5 +        other's.

>>> game = DotsAndBoxes(2, 2)
>>> state = game.initial()
>>> for name in ("a1b1", "a1a2", "b1b2", "a2b2"):
...     state = game.result(state, game.parse_action(state, name))
>>> game.state_name(state)
'0 2 6 7/B... B'
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from plywise.bits import add, mul, popcount, rotl, shr
from plywise.games.shared.leads import lead_in_words, tell_counts
from plywise.rules import CatalogError, Cell, Game, Look, NotationError, Unit, View

MOST_LINES = 62
PIECES = "AB"


class DotsAndBoxes(Game):
    """Draw lines between dots; the fourth side of a box wins it, and another line."""

    look = Look("dots", "lines", ("red", "blue"), "paper")
    player_names = ("Red", "Blue")

    class State(NamedTuple):
        """The lines that are drawn, the boxes of each player, and whose turn it is."""

        lines: int = 0
        first: int = 0
        second: int = 0
        turn: int = 0

    def __init__(self, width: Annotated[int, range(1, 11)] = 5, height: Annotated[int, range(1, 11)] = 5) -> None:
        lines = width * (height + 1) + height * (width + 1)
        if width < 1 or height < 1 or lines > MOST_LINES:
            limits = f"at least one box and at most {MOST_LINES} lines"
            raise CatalogError(f"A board of Dots and Boxes has {limits}, so not {width}x{height} boxes.")
        self.width, self.height, self.count = width, height, lines
        self.full, self.boxes = (1 << lines) - 1, width * height
        self.utility_range = (-self.boxes, self.boxes)
        self.max_actions = self.distinct_actions = lines
        self.evaluation_limit = self.boxes + 1
        self.sides = tuple(sum(1 << line for line in self.around(box)) for box in range(self.boxes))
        """The four lines of each box, as bits."""
        beside = [[box for box in range(self.boxes) if line in self.around(box)] for line in range(lines)]
        self.beside = tuple((boxes[0], boxes[-1]) for boxes in beside)
        """The boxes on both sides of each line; twice the same at the board's edge."""

    def to_move(self, state: State) -> int:
        """Return whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Yield the lines that aren't drawn."""
        for line in range(self.count):
            if not state.lines >> line & 1:
                yield line

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Draw a line; boxes that it completes belong to the mover, who moves again."""
        lines = state.lines | 1 << action
        won = self.completed(lines, action)
        if won == 0:
            return self.State(lines, state.first, state.second, 1 - state.turn)
        if state.turn == 0:
            return self.State(lines, state.first | won, state.second, 0)
        return self.State(lines, state.first, state.second | won, 1)

    def is_terminal(self, state: State) -> bool:
        """Whether all lines are drawn."""
        return state.lines == self.full

    def utility(self, state: State, player: int) -> int:
        """Return the margin of boxes to a player."""
        lead = popcount(state.first) - popcount(state.second)
        return lead if player == 0 else -lead

    def evaluate(self, state: State, player: int) -> int:
        """Count the boxes so far as if there were no more."""
        return self.utility(state, player)

    def rank(self, state: State, action: int) -> int:
        """Put lines first that complete boxes, and last those that are the third side of one."""
        lines = state.lines | 1 << action
        return popcount(self.completed(lines, action)) - self.third_sides(lines, action)

    def key(self, state: State) -> int:
        """Mix the lines, how many boxes A has and the turn: whose a box is doesn't matter any more."""
        mixed = add(
            mul(state.lines, 0x9E3779B97F4A7C15), mul(2 * popcount(state.first) + state.turn, 0xC2B2AE3D27D4EB4F)
        )
        mixed = mul(mixed ^ rotl(mixed, 32), 0xD6E8FEB86659FD93)
        return mixed ^ shr(mixed, 32)

    # Boxes

    def completed(self, lines: int, action: int) -> int:
        """Return the boxes beside a line that have all four sides."""
        won = 0
        for box in self.beside[action]:
            if lines & self.sides[box] == self.sides[box]:
                won |= 1 << box
        return won

    def third_sides(self, lines: int, action: int) -> int:
        """Count the boxes beside a line that have three sides, which the other can complete."""
        one, other = self.beside[action]
        count = 1 if popcount(lines & self.sides[one]) == 3 else 0
        return count + (1 if one != other and popcount(lines & self.sides[other]) == 3 else 0)

    def around(self, box: int) -> tuple[int, int, int, int]:
        """Return the lines above a box, below it, left and right of it."""
        x, y = box % self.width, box // self.width
        down = self.width * (self.height + 1) + y * (self.width + 1) + x
        return y * self.width + x, (y + 1) * self.width + x, down, down + 1

    # Notation and display

    def ends(self, line: int) -> tuple[int, int, int, int]:
        """Return column and row of a line's first dot, then of its second."""
        across = self.width * (self.height + 1)
        if line < across:
            x, y = line % self.width, line // self.width
            return x, y, x + 1, y
        x, y = (line - across) % (self.width + 1), (line - across) // (self.width + 1)
        return x, y, x, y + 1

    def action_name(self, state: Any, action: Any) -> str:
        """Name a line by its two dots, such as a1b1."""
        x, y, to_x, to_y = self.ends(action)
        return f"{chr(ord('a') + x)}{y + 1}{chr(ord('a') + to_x)}{to_y + 1}"

    def state_name(self, state: State) -> str:
        """Write the numbers of the lines, whose each box is, and who is to move, such as 0 2 6 7/B... A."""
        lines = " ".join(str(line) for line in range(self.count) if state.lines >> line & 1)
        return f"{lines}/{''.join(self.owner(state, box) or '.' for box in range(self.boxes))} {PIECES[state.turn]}"

    def parse_state(self, text: str) -> State:
        """Read what `state_name` writes; a box has an owner if all its sides are drawn."""
        match = re.fullmatch(r"\s*((?:[0-9]{1,2}\s*)*)/([AB.]+)\s+([AB])\s*", text.upper())
        numbers = [int(number) for number in match[1].split()] if match else []
        if not match or len(match[2]) != self.boxes or any(number >= self.count for number in numbers):
            raise NotationError(
                f"'{text}' is not a state: write lines, boxes and who is to move, like {self.example()}."
            )
        lines = sum({1 << number for number in numbers})
        for box, owner in enumerate(match[2]):
            if (owner != ".") != (lines & self.sides[box] == self.sides[box]):
                raise NotationError(f"'{text}' can't come up: a box belongs to someone when its four sides are drawn.")
        first, second = (sum(1 << box for box, owner in enumerate(match[2]) if owner == piece) for piece in PIECES)
        return self.State(lines, first, second, PIECES.index(match[3]))

    def example(self) -> str:
        """Write a state with one line."""
        return self.state_name(self.State(1, 0, 0, 1 if self.boxes > 1 else 0))

    def view(self, state: State) -> View:
        """Show dots, lines and boxes, at half distances; a click between two dots draws the line."""
        dots = [Cell(2 * x, 2 * y, "+") for y in range(self.height + 1) for x in range(self.width + 1)]
        boxes = [
            Cell(2 * (box % self.width) + 1, 2 * (box // self.width) + 1, owner, PIECES.index(owner) if owner else None)
            for box in range(self.boxes)
            for owner in [self.owner(state, box)]
        ]
        over = self.is_terminal(state)
        turn = "" if over else f"{PIECES[state.turn]} ({self.name_of(state.turn)}) to move"
        counts = f"{popcount(state.first)} to {popcount(state.second)}"
        return View((*dots, *map(self.line_cell, [state] * self.count, range(self.count)), *boxes), counts, turn=turn)

    def line_cell(self, state: State, line: int) -> Cell:
        """Return what is between two dots: a line, or room for one."""
        x, y, to_x, to_y = self.ends(line)
        name, is_drawn = self.action_name(state, line), state.lines >> line & 1
        piece = ("-" if y == to_y else "|") if is_drawn else ""
        return Cell(x + to_x, y + to_y, piece, name=name, action="" if is_drawn else name)

    def owner(self, state: State, box: int) -> str:
        """Return whose a box is: A, B or nothing."""
        return "A" if state.first >> box & 1 else "B" if state.second >> box & 1 else ""

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say who wins by how many boxes, or is ahead by estimate."""
        what = "box" if abs(value) == 1 else "boxe"
        return lead_in_words(value, player, what, self.player_names) if unit is Unit.UTILITY else f"{value:+.6g} boxes"

    def tell_end(self, state: State) -> str:
        """Say who has how many boxes."""
        return tell_counts((popcount(state.first), popcount(state.second)), self.player_names)
