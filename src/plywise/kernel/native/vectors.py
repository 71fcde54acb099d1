# mypy: disable-error-code="no-untyped-call, no-untyped-def, import-untyped"
"""Numbers in memory, sixteen or eight at a time: what the processor's vectors do in one instruction or two."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from plywise.kernel.native.cells import form_of
from plywise.kernel.native.cells_constructors import write

CHUNK = 32
"""Bytes that are added at once."""


def _add_times(bits: int) -> Any:
    """Make a function that adds a chunk of whole numbers, times a number, to another chunk; sums wrap around."""
    kind, lanes = ir.IntType(bits), 8 * CHUNK // bits
    chunk = ir.VectorType(kind, lanes)

    @intrinsic
    def add_times(typing_context: Any, to: Any, source: Any, times: Any):
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place, added = (builder.inttoptr(each, chunk.as_pointer()) for each in args[:2])
            factor = _everywhere(builder, builder.trunc(args[2], kind), lanes)
            moved = builder.mul(builder.load(added, align=8), factor)
            builder.store(builder.add(builder.load(place, align=8), moved), place, align=8)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.int64), codegen

    return add_times


add_shorts = _add_times(16)
"""Add the sixteen int16 at an address, times a number, to those at another; both are multiples of 8."""

add_ints = _add_times(32)
"""Add the eight int32 at an address, times a number, to those at another; both are multiples of 8."""


def _everywhere(builder: Any, number: Any, lanes: int) -> Any:
    """Return a vector that holds a number in all its lanes."""
    kind = ir.VectorType(number.type, lanes)
    alone = builder.insert_element(kind(ir.Undefined), number, ir.IntType(32)(0))
    return builder.shuffle_vector(alone, alone, ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes))


@intrinsic
def pack_cells(typing_context: Any, address: Any, most: Any):
    """Return the eight int64 at an address in one, a byte each; those below 0 count as 0, those above `most` as that.

    Requires that `most` is less than 128.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = ir.VectorType(ir.IntType(64), 8)
        cells, highest = builder.load(builder.inttoptr(args[0], wide.as_pointer()), align=8), args[1]
        highest, lowest = _everywhere(builder, highest, 8), ir.Constant(wide, [0] * 8)
        cells = builder.select(builder.icmp_signed("<", cells, lowest), lowest, cells)
        cells = builder.select(builder.icmp_signed(">", cells, highest), highest, cells)
        return builder.bitcast(builder.trunc(cells, ir.VectorType(ir.IntType(8), 8)), ir.IntType(64))

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def lay_cells(typing_context: Any, address: Any, cells: Any):
    """Write a tuple of ints to an address."""
    if len(form_of(cells)) > 1:
        raise TypingError("only a tuple of ints, not one of rows")

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        write(context, builder, cells, args[1], builder.inttoptr(args[0], ir.IntType(64).as_pointer()))
        return context.get_dummy_value()

    return types.void(types.int64, cells), codegen
