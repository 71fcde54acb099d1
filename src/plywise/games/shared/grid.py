"""Boards of squares as text: rows from the top, a slash between them, a number for that many empty squares.

>>> write_rows([["X", ".", "."], [".", ".", "O"]])
'X2/2O'
>>> read_rows("X2/2O", width=3, height=2, pieces="XO")
[['X', '.', '.'], ['.', '.', 'O']]
"""

import re
from collections.abc import Mapping, Sequence

from plywise.rules import NotationError


def write_rows(rows: Sequence[Sequence[str]]) -> str:
    """Write a board on one line."""
    text = "/".join("".join(row) for row in rows)
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), text)


def read_rows(text: str, width: int, height: int, pieces: str) -> list[list[str]]:
    """Read what `write_rows` writes, with dots for empty squares; refuses other sizes and pieces."""
    spread = re.sub(r"[0-9]{1,3}", lambda number: "." * min(int(number[0]), width + 1), text.strip().upper())
    rows = [list(row) for row in spread.split("/")]
    if len(rows) != height or any(len(row) != width for row in rows):
        empty = write_rows([["."] * width] * height)
        raise NotationError(f"'{text}' is not a board of {height} rows of {width} squares: the empty one is {empty}.")
    strange = {piece for row in rows for piece in row} - set(pieces) - {"."}
    if strange:
        raise NotationError(f"'{text}' has {' '.join(sorted(strange))} on it: write {' '.join(pieces)} and numbers.")
    return rows


def rows_with(pieces: Mapping[str, str], names: Sequence[Sequence[str]]) -> str:
    """Write a board with these pieces by the names of their squares, the top row of names first.

    >>> rows_with({"a2": "X"}, [["a2", "b2"], ["a1", "b1"]])
    'X1/2'
    """
    return write_rows([[pieces.get(name, ".") for name in row] for row in names])


def square_names(width: int, height: int) -> list[list[str]]:
    """Name the squares of a board as chess does, top row first: a3 b3 c3, a2 b2 c2, a1 b1 c1."""
    return [[f"{chr(ord('a') + x)}{y}" for x in range(width)] for y in range(height, 0, -1)]
