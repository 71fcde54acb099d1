# mypy: disable-error-code="no-untyped-call, no-untyped-def, import-untyped, attr-defined, untyped-decorator"
"""Making `Cells`: from tuples of any form, from the block, as zeros, and as a copy that a loop may keep."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import lower_cast
from numba.extending import intrinsic

from plywise.kernel.native.cells import WORD, Cells, copy, room


def write(context: Any, builder: Any, kind: Any, value: Any, to: Any) -> Any:
    """Store a tuple of ints or of rows, whatever its form, from an address on; return the address behind it."""
    if isinstance(kind, Cells):
        copy(builder, to, value, kind.size)
        return builder.gep(to, [ir.Constant(WORD, kind.size)], inbounds=True)
    if not isinstance(kind, types.BaseTuple):
        builder.store(context.cast(builder, value, kind, types.int64), to)
        return builder.gep(to, [ir.Constant(WORD, 1)], inbounds=True)
    for i, part in enumerate(kind.types):
        to = write(context, builder, part, builder.extract_value(value, i), to)
    return to


def made_from(context: Any, builder: Any, kind: Any, value: Any, cells: Cells) -> Any:
    """Return a tuple of this form as cells."""
    if kind == cells:
        return value
    place = room(builder, cells.size)
    write(context, builder, kind, value, place)
    return place


@lower_cast(types.BaseTuple, Cells)
def _cast(context: Any, builder: Any, kind: Any, cells: Any, value: Any) -> Any:
    return made_from(context, builder, kind, value, cells)


def static_lengths(*lengths: Any) -> tuple[int, ...]:
    """Return the lengths that literal arguments give; 0 stands for none."""
    if not all(isinstance(length, types.IntegerLiteral) for length in lengths):
        raise TypingError("lengths are written out")  # Numba asks again without them, and reports what came first
    return tuple(length.literal_value for length in lengths if length.literal_value)


@intrinsic(prefer_literal=True)
def zeros(typing_context: Any, rows: Any, columns: Any):
    """Return this many zeros; columns is 0 where there are no rows."""
    cells = Cells(static_lengths(rows, columns))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = room(builder, cells.size)
        cgutils.memset(builder, place, ir.Constant(WORD, 8 * cells.size), 0)
        return place

    return cells(rows, columns), codegen


@intrinsic(prefer_literal=True)
def at_address(typing_context: Any, address: Any, index: Any, rows: Any, columns: Any):
    """Return the cells that lie at address + 8 * index, without copying them."""
    cells = Cells(static_lengths(rows, columns))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.gep(builder.inttoptr(args[0], WORD.as_pointer()), [args[1]], inbounds=True)

    return cells(types.int64, types.int64, rows, columns), codegen


@intrinsic
def to_address(typing_context: Any, address: Any, index: Any, cells: Any):
    """Copy cells to address + 8 * index."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = builder.gep(builder.inttoptr(args[0], WORD.as_pointer()), [args[1]], inbounds=True)
        copy(builder, place, args[2], cells.size)
        return context.get_dummy_value()

    if not isinstance(cells, Cells):
        raise TypingError(f"only cells are copied, not {cells}")
    return types.void(types.int64, types.int64, cells), codegen


def _boards_in(kind: Any) -> int:
    """How many boards a value of this type holds."""
    if isinstance(kind, types.BaseTuple):
        counts: list[int] = [_boards_in(part) for part in kind.types]
        return sum(counts)
    return 1 if isinstance(kind, Cells) else 0


@intrinsic
def own(typing_context: Any, value: Any):
    """Return a value whose cells lie in a place of this line's own; what holds no cells stays as it is."""

    def copied(context: Any, builder: Any, kind: Any, held: Any) -> Any:
        if isinstance(kind, Cells):
            place = room(builder, kind.size)
            copy(builder, place, held, kind.size)
            return place
        if isinstance(kind, types.BaseTuple):
            for i, part in enumerate(kind.types):
                new = copied(context, builder, part, builder.extract_value(held, i))
                held = builder.insert_value(held, new, i)
        return held

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        held = copied(context, builder, value, args[0])
        if _boards_in(value) > 1:  # two may have changed places: none is overwritten unread
            held = copied(context, builder, value, held)
        if context.enable_nrt:
            context.nrt.incref(builder, value, held)
        return held

    return value(value), codegen
