# mypy: disable-error-code="no-untyped-call, no-untyped-def, attr-defined, call-arg, var-annotated, unreachable"
"""What compiled rules do with tuples and lists: build, blank, sort and change them, and compare them."""

from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.extending import overload, register_jitable

from plywise.kernel.native.boards import fit_row
from plywise.kernel.native.cells import Cells
from plywise.kernel.native.cells_constructors import zeros
from plywise.kernel.native.intrinsics import freeze, thaw
from plywise.rules import RulesError


@register_jitable
def freeze_full(scratch: Any, was: Any, count: int) -> Any:
    """Return a scratch copy as a tuple, once as many elements were stored as it has."""
    if count != len(was):
        raise RulesError("A tuple built element by element has another length than expected.")
    return freeze(scratch, was)


def blank(cells: Any) -> Any:
    """Return zeros, as many as there are cells."""
    return (0,) * len(cells)


@overload(blank)
def _blank(cells):
    if isinstance(cells, Cells):
        length = cells.lengths[0]
        return lambda cells: zeros(length, 0)
    if not isinstance(cells, types.BaseTuple):
        raise TypingError("the length of this tuple isn't known beforehand; run over a tuple or a constant range")
    nothing = (0,) * len(cells.types)
    return lambda cells: nothing


def sort(scratch: Any, descending: bool) -> None:
    """Sort a scratch copy in place."""
    scratch.sort(reverse=descending)


@overload(sort)
def _sort(scratch, descending):
    if scratch.ndim > 1:
        raise TypingError("a list of rows can't be sorted when compiled; sort numbers")
    return _sort_numbers


def _sort_numbers(scratch, descending):
    """Sort by insertion: boards are short."""
    for i in range(1, len(scratch)):
        moved = scratch[i]
        j = i
        while j > 0 and (scratch[j - 1] < moved if descending else moved < scratch[j - 1]):
            scratch[j] = scratch[j - 1]
            j -= 1
        scratch[j] = moved


@register_jitable
def sorted_cells(cells: Any, descending: bool) -> Any:
    """Return a tuple's elements in order, as a tuple."""
    scratch = thaw(cells)
    sort(scratch, descending)
    return freeze(scratch, cells)


@register_jitable
def with_cell(cells: Any, index: int, value: Any) -> Any:
    """Return a tuple with another value at one place."""
    if index < 0 or index >= len(cells):
        raise IndexError("tuple index out of range")
    scratch = thaw(cells)
    scratch[index] = fit_row(scratch, value)
    return freeze(scratch, cells)


@register_jitable
def row(flat: Any, starts: Any, index: int) -> Any:
    """Return one row of a ragged table."""
    rows = len(starts) - 1
    if index < -rows or index >= rows:
        raise IndexError("tuple index out of range")
    if index < 0:
        index += rows
    return flat[starts[index] : starts[index + 1]]


@overload(min)
def _least_tuple(left, right):
    if isinstance(left, types.BaseTuple | Cells) and left == right:
        return lambda left, right: right if right < left else left
    return None


@overload(max)
def _greatest_tuple(left, right):
    if isinstance(left, types.BaseTuple | Cells) and left == right:
        return lambda left, right: right if right > left else left
    return None
