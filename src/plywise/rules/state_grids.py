"""A value read as a board, where it has the form of one, and what stands on each cell as text.

    rows      rows of equal length, each a text or a sequence: a tuple of texts, a list of lists, a NumPy array
    a square  one sequence, or one text, for all cells: 9, 16, 25, ... of them, row by row
    places    a mapping by (row, column), or the items of one

>>> as_grid(("X.", ".O"), Form.ROWS), as_grid({(0, 0): "X"}, Form.PLACES, 1, 2), as_grid((3, 4, 5), Form.SQUARE)
([['X', '.'], ['.', 'O']], [['X', None]], None)
"""

from collections.abc import Mapping
from enum import Enum
from functools import cache
from math import isqrt
from typing import Any, TypeAlias

from plywise.rules.readings import find_pairs
from plywise.rules.view import EMPTY

BLANKS = frozenset({*EMPTY, "_", "-", "·"})
"""How cells of text say that they are empty."""
LEAST_SIDE = 3
"""How many rows a square has at the least: four cells are no board."""
SHORT, LONG = 2, 6
"""How many characters a piece may have; LONG where actions show that it is a board."""
MOST_NUMBER = 999
NOTHING = frozenset({"empty", "none", "blank", "free", "nobody", "nothing"})
"""How members of an Enum are called that stand for an empty cell."""

Grid: TypeAlias = list[list[Any]]


class Form(Enum):
    """How a field holds a board."""

    ROWS = "rows"
    SQUARE = "a square"
    PLACES = "places"


def plain(value: Any) -> Any:
    """Return an array as lists, and anything else as it is."""
    return value.tolist() if hasattr(value, "tolist") and hasattr(value, "ndim") else value


def as_grid(value: Any, form: Form, rows: int = 0, columns: int = 0) -> Grid | None:
    """Return a value as rows of cells if it has this form; the size is asked for only of places."""
    value = plain(value)
    if form is Form.PLACES:
        places = places_of(value)
        if places is None or any(min(key) < 0 for key in places):
            return None
        rows, columns = (max([size, *(1 + key[axis] for key in places)]) for axis, size in ((0, rows), (1, columns)))
        return [[places.get((y, x)) for x in range(columns)] for y in range(rows)]
    if not isinstance(value, tuple | list | str) or hasattr(value, "_fields"):
        return None
    if form is Form.SQUARE:
        side = isqrt(len(value))
        is_square = side >= LEAST_SIDE and side * side == len(value)
        return [list(value[side * y : side * (y + 1)]) for y in range(side)] if is_square else None
    lines = [plain(row) for row in value]
    if isinstance(value, str) or any(
        not isinstance(row, tuple | list | str) or hasattr(row, "_fields") for row in lines
    ):
        return None
    return [list(row) for row in lines] if lines and len({*map(len, lines)}) == 1 and lines[0] else None


def places_of(value: Any) -> Mapping[tuple[int, int], Any] | None:
    """Return what stands where, by row and column, of a mapping or of its items; None of anything else."""
    if not isinstance(value, Mapping):
        if not isinstance(value, tuple | list | frozenset | set) or hasattr(value, "_fields"):
            return None
        if not all(isinstance(item, tuple) and len(item) == 2 for item in value):
            return None
        items = list(value)
        try:
            value = dict(items)
        except TypeError:
            return None
        if len(value) < len(items):
            return None
    if any(find_pairs(cell) == [cell] for cell in value.values()):
        return None  # pairs of pairs, such as the edges of a graph
    return value if all(find_pairs(key) == [key] for key in value) else None


def is_small(cell: Any) -> bool:
    """Whether a value may be what stands on one cell."""
    if isinstance(cell, Enum) or cell is None:
        return True
    if isinstance(cell, int):
        return abs(cell) <= MOST_NUMBER
    if isinstance(cell, str):
        return len(cell) <= LONG and "\n" not in cell
    return isinstance(cell, tuple) and len(cell) <= 2 and all(is_small(part) and part is not None for part in cell)


def piece_of(cell: Any, blank: Any) -> str:
    """Return what stands on a cell as text, nothing where it is empty."""
    if cell is None or (type(cell) is type(blank) and cell == blank):
        return ""
    if isinstance(cell, Enum):
        return _sign(type(cell)).get(cell, "")
    if isinstance(cell, bool):
        return "×" if cell else ""
    if isinstance(cell, tuple):
        return "".join(piece_of(part, None) for part in cell)
    text = str(cell)
    return "" if text in EMPTY else text


@cache
def _sign(kind: type[Enum]) -> dict[Enum, str]:
    """Return what stands for each member of an Enum: its value where all are short texts, or else of its name the first
    letter, or more where that is needed to tell it from the others."""
    named = [member for member in kind if member.name.lower() not in NOTHING and member.value is not None]
    if all(isinstance(member.value, str) and len(member.value) <= SHORT for member in kind):
        return {member: "" if member.value in EMPTY else member.value for member in kind}
    for length in range(1, LONG):
        signs = {member: member.name[:length] for member in named}
        if len(set(signs.values())) == len(signs):
            break
    return signs


def find_blank(grid: Grid | None) -> Any:
    """Return the number or sign that means an empty cell at the start: 0, or else -1, "_" or "-", if it is there."""
    cells = [cell for row in grid or () for cell in row]
    if any(cell is None or cell in ("", ".", " ") for cell in cells if not isinstance(cell, bool | Enum)):
        return None
    for blank in (0, -1, "_", "-", "·", "0"):
        if any(type(cell) is type(blank) and cell == blank for cell in cells):
            return blank
    return None


def has_no_board(state: Any) -> bool:
    """Whether a state is a number or a text that is no board, whatever the game: nothing need be played to know it."""
    return isinstance(state, str | int | float) and as_grid(state, Form.SQUARE) is None
