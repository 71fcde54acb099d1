"""Boards of nested squares for morris games: their points, their lines, and their symmetries as swaps.

    0-----------1-----------2     The points of a square are numbered clockwise from its top left corner, the outermost
    |           |           |     square first: bits 0 to 7, 8 to 15 and 16 to 23. So the eight points of a square are
    |   8-------9------10   |     a byte, and what turns or mirrors the board does the same to each byte.
    |   |       |       |   |
    |   |  16--17--18   |   |     The small board for three men has one square, its middle (bit 8), and both diagonals.
    |   |   |       |   |   |
    7--15--23      19--11---3     Points are called by column and row as in chess: 0 is a7 here, 21 is d3. Lines of
    |   |   |       |   |   |     three points are mills; with two squares, the four lines between them have only two
    |   |  22--21--20   |   |     points, but a stone may still move along them.
    |   |       |       |   |
    |  14------13------12   |
    |           |           |
    6-----------5-----------4

>>> board = MorrisBoard(squares=3)
>>> len(board.places), len(board.edges), len(board.mills), board.names[21]
(24, 32, 16, 'd3')
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from plywise.games.shared.bitboard import Swaps

AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""Where the points of a square lie, seen from the middle of the board."""

HALF = 24
"""By how many bits the second player's stones are shifted where one number holds both players'."""

MIRRORING = ((2, 0b00010001), (4, 0b00001000))
TRANSPOSING = ((2, 0b00100010), (4, 0b00000001))
"""Swaps within a byte: left and right, and across the diagonal through the top right corner."""

Masks: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class MorrisBoard:
    """The tables of a board of `squares` squares; a mask has a bit for each point."""

    squares: int

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """The column and row of each point, counted from the top left."""
        middle = self.squares
        reaches = range(self.squares, 0, -1)
        found = [(middle + reach * dx, middle + reach * dy) for reach in reaches for dx, dy in AROUND]
        return [*found, (1, 1)] if self.squares == 1 else found

    @cached_property
    def names(self) -> list[str]:
        """What each point is called."""
        return [f"{chr(ord('a') + x)}{2 * self.squares + 1 - y}" for x, y in self.places]

    @cached_property
    def rows(self) -> list[list[int]]:
        """The points as they stand on the board, top row first."""
        heights = sorted({y for _, y in self.places})
        from_left = sorted(range(len(self.places)), key=lambda point: self.places[point])
        return [[point for point in from_left if self.places[point][1] == height] for height in heights]

    @cached_property
    def lines(self) -> list[list[int]]:
        """The lines of the board, each as its points in order."""
        sides = [[8 * s + (corner + i) % 8 for i in range(3)] for s in range(self.squares) for corner in (0, 2, 4, 6)]
        if self.squares == 1:
            return sides + [[i, 8, i + 4] for i in range(4)]
        return sides + [[8 * s + i for s in range(self.squares)] for i in (1, 3, 5, 7)]

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """The points next to each other, in pairs."""
        return tuple(edge for line in self.lines for edge in pairwise(line))

    @cached_property
    def near(self) -> Masks:
        """For each point, those next to it."""
        points = range(len(self.places))
        return tuple(_mask([a + b - point for a, b in self.edges if point in (a, b)]) for point in points)

    @cached_property
    def mills(self) -> Masks:
        """The lines of three points."""
        return tuple(_mask(line) for line in self.lines if len(line) == 3)

    @cached_property
    def pairs(self) -> tuple[Masks, ...]:
        """For each point, the other points of the mills through it; rows have equal lengths, so some repeat a pair."""
        points = range(len(self.places))
        through = [[mill ^ 1 << point for mill in self.mills if mill >> point & 1] for point in points]
        most = max(map(len, through))
        return tuple(tuple((pairs * most)[:most]) for pairs in through)

    @property
    def mirroring(self) -> Swaps:
        """How to exchange left and right, for both players' stones in one number."""
        return self._in_all_squares(MIRRORING)

    @property
    def transposing(self) -> Swaps:
        """How to mirror the board across its diagonal through the top right corner."""
        return self._in_all_squares(TRANSPOSING)

    @property
    def inside_out(self) -> Swaps:
        """How to exchange the outermost square with the innermost; nothing changes where they are the same."""
        outermost = 0xFF if self.squares > 1 else 0
        return ((8 * max(self.squares - 1, 1), outermost | outermost << HALF),)

    def _in_all_squares(self, swaps: Swaps) -> Swaps:
        firsts = [8 * s + half for s in range(self.squares) for half in (0, HALF)]
        return tuple((distance, sum(mask << first for first in firsts)) for distance, mask in swaps)


def _mask(points: list[int]) -> int:
    return sum(1 << point for point in points)
