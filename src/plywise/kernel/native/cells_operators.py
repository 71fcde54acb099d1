# mypy: disable-error-code="no-untyped-call, no-untyped-def, import-untyped, no-any-return, call-arg, untyped-decorator"
"""What a tuple can do, for `Cells`: len, in, ==, <, +, slices, count, index, sum, min, max, tuple."""

import builtins
import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.typing.templates import AbstractTemplate, infer
from numba.extending import intrinsic, lower_builtin, overload, overload_method, register_jitable

from plywise.kernel.native.cells import WORD, Cells, copy, form_of, lengths_of, room
from plywise.kernel.native.cells_constructors import made_from, write


@intrinsic
def to_cells(typing_context: Any, value: Any):
    """Return an ordinary tuple as cells."""
    cells = Cells(form_of(value))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return made_from(context, builder, value, args[0], cells)

    return cells(value), codegen


def _are_cells(*kinds: Any) -> bool:
    """Whether these are tuples of ints or rows, at least one of them as cells."""
    return any(isinstance(kind, Cells) for kind in kinds) and all(lengths_of(kind) is not None for kind in kinds)


@overload(len)
def _len(cells):
    if isinstance(cells, Cells):
        length = cells.lengths[0]
        return lambda cells: length
    return None


@register_jitable
def _same(left: Any, right: Any) -> bool:
    for i in range(len(left)):  # noqa: SIM110 (Numba compiles no generator expression)
        if left[i] != right[i]:
            return False
    return True


@overload(operator.eq)
def _eq(left, right):
    if not _are_cells(left, right):
        return None
    if lengths_of(left) != lengths_of(right):
        return lambda left, right: False
    return lambda left, right: _same(to_cells(left), to_cells(right))


@overload(operator.ne)
def _ne(left, right):
    if _are_cells(left, right):
        return lambda left, right: not operator.eq(left, right)
    return None


@register_jitable
def _less(left: Any, right: Any, if_same: bool) -> bool:
    for i in range(len(left)):
        if left[i] != right[i]:
            return left[i] < right[i]
    return if_same


def _ordering(operation: Any, swapped: bool, if_same: bool) -> None:
    @overload(operation)
    def _compare(left, right):
        if not _are_cells(left, right) or lengths_of(left) != lengths_of(right):
            return None
        if swapped:
            return lambda left, right: _less(to_cells(right), to_cells(left), if_same)
        return lambda left, right: _less(to_cells(left), to_cells(right), if_same)


_ordering(operator.lt, False, False)
_ordering(operator.le, False, True)
_ordering(operator.gt, True, False)
_ordering(operator.ge, True, True)


@overload(operator.contains)
def _contains(cells, wanted):
    if not isinstance(cells, Cells):
        return None

    def contains(cells, wanted):
        for cell in cells:  # noqa: SIM110 (Numba compiles no generator expression)
            if cell == wanted:
                return True
        return False

    return contains


def _count(cells, wanted):
    found = 0
    for cell in cells:
        if cell == wanted:
            found += 1
    return found


def _index(cells, wanted):
    for i, cell in enumerate(cells):
        if cell == wanted:
            return i
    raise ValueError("tuple.index(x): x not in tuple")


overload_method(Cells, "count")(lambda cells, wanted: _count)
overload_method(Cells, "index")(lambda cells, wanted: _index)
overload_method(types.Array, "count")(lambda cells, wanted: _count)
overload_method(types.UniTuple, "count")(lambda cells, wanted: _count)


@overload(builtins.sum)
def _sum(cells, start=0):
    if not isinstance(cells, Cells) or len(cells.lengths) > 1:
        return None

    def total(cells, start=0):
        found = start
        for cell in cells:
            found += cell
        return found

    return total


def _extreme(plain: Any, is_better: Any) -> None:
    better = register_jitable(is_better)

    @overload(plain)
    def _typed(cells):
        if not isinstance(cells, Cells) or len(cells.lengths) > 1:
            return None

        def extreme(cells):
            best = cells[0]
            for cell in cells:
                if better(cell, best):
                    best = cell
            return best

        return extreme


_extreme(builtins.min, lambda cell, best: cell < best)
_extreme(builtins.max, lambda cell, best: cell > best)


@overload(builtins.tuple)
def _tuple(cells):
    if isinstance(cells, Cells):
        return lambda cells: cells
    return None


# Pieces


@intrinsic
def _joined(typing_context: Any, left: Any, right: Any):
    """Return the elements of both."""
    first, second = lengths_of(left), lengths_of(right)
    if first is None or second is None or first[1:] != second[1:]:
        raise TypingError("only tuples of the same rows can be joined")
    cells = Cells((first[0] + second[0], *first[1:]))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = room(builder, cells.size)
        behind = write(context, builder, left, args[0], place)
        write(context, builder, right, args[1], behind)
        return place

    return cells(left, right), codegen


@overload(operator.add)
def _add(left, right):
    if _are_cells(left, right):
        return lambda left, right: _joined(left, right)  # noqa: PLW0108 (Numba needs the names)
    return None


@infer
class _StaticSlice(AbstractTemplate):
    key = "static_getitem"

    def generic(self, args: Any, kws: Any) -> Any:
        cells, cut = args
        if not isinstance(cells, Cells) or not isinstance(cut, slice):
            return None
        length = len(range(cells.lengths[0])[cut])
        return Cells((length, *cells.lengths[1:]))(*args)


@lower_builtin("static_getitem", Cells, types.SliceLiteral)
def _static_slice(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Take a slice whose bounds are known: an address inside, or the elements one by one."""
    kind, cut = signature.args[0], args[1]
    row = 1 if len(kind.lengths) == 1 else kind.lengths[1]
    places = range(kind.lengths[0])[cut]
    if places.step == 1 or not len(places):
        start = places.start if len(places) else 0
        return builder.gep(args[0], [ir.Constant(WORD, start * row)], inbounds=True)
    place = room(builder, len(places) * row)
    with cgutils.for_range(builder, ir.Constant(WORD, len(places))) as loop:
        source = builder.add(
            ir.Constant(WORD, places.start * row), builder.mul(loop.index, ir.Constant(WORD, places.step * row))
        )
        to = builder.gep(place, [builder.mul(loop.index, ir.Constant(WORD, row))], inbounds=True)
        copy(builder, to, builder.gep(args[0], [source], inbounds=True), row)
    return place
