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


def square_name(square: int, width: int) -> str:
    """Name a square as chess does, where squares are numbered row by row from the lower left one.

    >>> square_name(0, 8), square_name(15, 8)
    ('a1', 'h2')
    """
    return f"{chr(ord('a') + square % width)}{square // width + 1}"


def rows_from_top(pieces: Sequence[str], width: int) -> list[list[str]]:
    """List what stands on the squares, numbered in the same way, row by row from the top.

    >>> rows_from_top("XO..", 2)
    [['.', '.'], ['X', 'O']]
    """
    return [list(pieces[start : start + width]) for start in reversed(range(0, len(pieces), width))]


def write_position(pieces: Sequence[str], width: int, mover: str) -> str:
    """Write the rows from the top and who is to move.

    >>> write_position("XO..", 2, "X")
    '2/XO X'
    """
    return f"{write_rows(rows_from_top(pieces, width))} {mover}"


def read_position(text: str, width: int, height: int, pieces: str, movers: str = "XO") -> tuple[list[str], int]:
    """Read what `write_position` writes: what stands on each square, and which of the movers is to move.

    >>> read_position("2/XO X", 2, 2, "XO")
    (['X', 'O', '.', '.'], 0)
    """
    empty = write_rows([["."] * width] * height)
    board, turn = split_mover(text, movers, f"{empty} {movers[0]}")
    return [piece for row in reversed(read_rows(board, width, height, pieces)) for piece in row], turn


def split_mover(text: str, movers: str, example: str) -> tuple[str, int]:
    """Split a state's text into its board and which of the movers is to move; an error shows the example.

    >>> split_mover("2/XO o", "XO", "2/2 X")
    ('2/XO', 1)
    """
    words = text.upper().split()
    if len(words) != 2 or words[1] not in tuple(movers):
        named = f"{', '.join(movers[:-1])} or {movers[-1]}"
        raise NotationError(f"'{text}' must end with {named} to move, as in {example}.")
    return words[0], movers.index(words[1])
