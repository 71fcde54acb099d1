"""Boards of hexagons: cells by row and slanted column, in the order in which they are numbered.

    I   . . . . .          Rows are counted from the bottom, columns along the diagonals that lead up to the right: a
    H  . . . . . .         cell's neighbours lie in its row, in its column, and one row and one column farther both
    ...                    up or both down. `STEPS` numbers the six directions; those three apart are opposite.
    A   . . . . .

>>> board = HexagonBoard([(row, column) for row in range(3) for column in range(3) if abs(row - column) < 2])
>>> board.names, board.beside[0]
(('a1', 'a2', 'b1', 'b2', 'b3', 'c2', 'c3'), (1, -1, 3, 4, -1, 6, -1))
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from plywise.games.shared.grid import write_rows
from plywise.rules import Cell

STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""Rows and columns to go for each way: right, up to the right, up to the left, left, down left, down right."""


class HexagonBoard:
    """Cells by number: their places, their names, and the cells beside them."""

    def __init__(self, places: Iterable[tuple[int, int]]) -> None:
        self.places = tuple(sorted(places))
        number = {place: cell for cell, place in enumerate(self.places)}
        self.names = tuple(f"{chr(ord('a') + row)}{column + 1}" for row, column in self.places)
        self.number = {name: cell for cell, name in enumerate(self.names)}
        self.beside = tuple(
            tuple(number.get((row + up, column + along), -1) for row, column in self.places) for up, along in STEPS
        )
        """For each way and each cell, the cell beside it, or -1 where the board ends."""

    def __eq__(self, other: object) -> bool:
        """Whether two boards have the same places."""
        return isinstance(other, HexagonBoard) and self.places == other.places

    def __hash__(self) -> int:
        return hash(self.places)

    def cells(self, pieces: Sequence[str], signs: str) -> tuple[Cell, ...]:
        """Show what stands on each cell, the top row first; `signs[p]` is the piece of player p."""
        top = max(row for row, _ in self.places)
        owner = {sign: player for player, sign in enumerate(signs)}
        shown = [
            Cell(column, top - row, "" if piece == "." else piece, owner.get(piece), name)
            for (row, column), piece, name in zip(self.places, pieces, self.names, strict=True)
        ]
        return tuple(sorted(shown, key=lambda cell: (cell.y, cell.x)))

    def write(self, pieces: Sequence[str]) -> str:
        """Write a board on one line, the top row first, a number for that many empty cells."""
        rows: dict[int, list[str]] = {}
        for (row, _), piece in zip(self.places, pieces, strict=True):
            rows.setdefault(row, []).append(piece)
        return write_rows([rows[row] for row in sorted(rows, reverse=True)])

    def read(self, text: str, pieces: str) -> str | None:
        """Read what `write` writes: the pieces by cell; None where it is something else."""
        rows = re.sub(r"[0-9]{1,2}", lambda number: "." * int(number[0]), text).split("/")
        lengths = Counter(row for row, _ in self.places)
        if [len(row) for row in rows] != [lengths[row] for row in sorted(lengths, reverse=True)]:
            return None
        found = "".join(reversed(rows))
        return found if set(found) <= {*pieces, "."} else None
