"""Values known before the game starts, in the form in which compiled rules meet them.

    42, True, 0.5, "fast", Kind.B       the same; whole numbers as signed 64-bit
    (1, 2, 3), [1, 2, 3], {1, 2, 3}     a tuple, or a ConstantTable (an array) where it is indexed or long
    ((1, 2), (3, 4))                    a tuple of tuples, or a ConstantTable of two axes
    ((1,), (2, 3))                      ragged: a flat ConstantTable and the places where rows start

Numba takes 40 s to compile a tuple of 4,096 numbers and 0.05 s for the same array.

>>> freeze([1, 1 << 63])
(1, -9223372036854775808)
>>> shape(((1, 2), (3, 4))), shape(((1,), (2, 3)))
((2, 2), None)
"""

import enum
from math import prod
from typing import Any, NamedTuple

LONG = 32
"""A tuple of this many numbers or more is compiled as an array wherever it is used."""

MOST_NUMBERS = 125_000
"""Numbers in a table, at most: of what takes more than a million bytes, Numba keeps only the address, and a kernel read
from disk in another process would look there."""


class ConstantTable(NamedTuple):
    """A rectangular table of numbers, compiled as an array."""

    values: tuple[Any, ...]
    kind: str

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return prod(shape(self.values) or (0,))


def signed(number: int) -> int:
    """Return the signed 64-bit number with the same bits; refuses what doesn't fit 64 bits."""
    if not -(1 << 63) <= number < 1 << 64:
        raise OverflowError(f"{number} doesn't fit 64 bits")
    return number - (1 << 64) if number >= 1 << 63 else number


def freeze(value: Any) -> Any:
    """Return the compile-time form of a constant; raises TypeError for what has none."""
    if isinstance(value, enum.Enum):
        return freeze(value.value)
    if value is None or isinstance(value, bool | float | str):
        return value
    if isinstance(value, int):
        return signed(value)
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        return freeze(value.tolist())
    if isinstance(value, tuple | list | range | set | frozenset):  # a set in its own order, as loops see it
        return tuple(map(freeze, value))
    raise TypeError(f"a {type(value).__name__}")


def shape(value: Any) -> tuple[int, ...] | None:
    """Return the lengths of a table's axes, () for a number, None where it is ragged, empty or not of numbers."""
    if isinstance(value, bool | int | float):
        return ()
    if not isinstance(value, tuple) or not value:
        return None
    inner = {shape(row) for row in value}
    row = inner.pop()
    return None if inner or row is None else (len(value), *row)


def leaves(value: Any) -> list[Any]:
    """List what is in a nested tuple, from left to right."""
    return [leaf for part in value for leaf in leaves(part)] if isinstance(value, tuple) else [value]


def as_table(value: tuple[Any, ...]) -> ConstantTable:
    """Return a rectangular tuple as a table; of floats if any number in it is one."""
    return ConstantTable(value, "float64" if any(isinstance(leaf, float) for leaf in leaves(value)) else "int64")


def is_ragged(value: Any) -> bool:
    """Whether this is a tuple of tuples of ints of unequal lengths."""
    rows = isinstance(value, tuple) and bool(value) and all(isinstance(row, tuple) for row in value)
    return rows and shape(value) is None and all(isinstance(cell, int) for row in value for cell in row)
