# mypy: disable-error-code="no-untyped-call, no-untyped-def, import-untyped, no-any-return, attr-defined"
"""What only machine code can say: memory at an address, scratch copies on the stack, counting bits.

Numba is imported here, so this module is loaded only when rules are compiled.
"""

import math
import time
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from plywise.kernel.native.cells import Cells, copy, form_of, lengths_of, room
from plywise.kernel.native.cells_constructors import write


def _pointer(context: Any, builder: Any, address: Any, index: Any, kind: Any) -> Any:
    start = builder.inttoptr(address, context.get_value_type(types.CPointer(kind)))
    return builder.gep(start, [index], inbounds=True)


def _load(kind: Any, wide: Any = None) -> Any:
    wide = wide or kind

    @intrinsic
    def load(typing_context: Any, address: Any, index: Any):
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            held = builder.load(_pointer(context, builder, args[0], args[1], kind))
            return context.cast(builder, held, kind, wide)

        return wide(types.int64, types.int64), codegen

    return load


load = _load(types.int64)
"""Return the int64 at address + 8 * index."""
load_float = _load(types.float64)
"""Return the float64 at address + 8 * index."""

load_byte = _load(types.uint8, types.int64)
"""Return the byte at address + index, as an int64."""

load_short, load_unsigned_short = _load(types.int16, types.int64), _load(types.uint16, types.int64)
"""Return the int16, or the uint16, at address + 2 * index, as an int64."""

load_int = _load(types.int32, types.int64)
"""Return the int32 at address + 4 * index, as an int64."""

load_single, load_float32 = _load(types.float32, types.float64), _load(types.float32)
"""Return the float32 at address + 4 * index: as a float64, or as it is, for loops that use the processor's vectors."""


def _store(kind: Any, wide: Any = None) -> Any:
    wide = wide or kind

    @intrinsic
    def store(typing_context: Any, address: Any, index: Any, value: Any):
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            held = context.cast(builder, args[2], wide, kind)
            builder.store(held, _pointer(context, builder, args[0], args[1], kind))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, wide), codegen

    return store


store = _store(types.int64)
"""Write an int64 to address + 8 * index."""

store_float = _store(types.float64)
"""Write a float64 to address + 8 * index."""

store_short = _store(types.int16, types.int64)
"""Write an int64 as an int16 to address + 2 * index."""

store_int = _store(types.int32, types.int64)
"""Write an int64 as an int32 to address + 4 * index."""

store_single = _store(types.float32, types.float64)
"""Write a float64 as a float32 to address + 4 * index."""


store_float32 = _store(types.float32)
"""Write a float32 to address + 4 * index."""


@intrinsic
def load_acquire(typing_context: Any, address: Any, index: Any):
    """Return the int64 at address + 8 * index; what is read afterwards is at least as new."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(_pointer(context, builder, args[0], args[1], types.int64), "acquire", 8)

    return types.int64(types.int64, types.int64), codegen


def _atomic(operation: str, kind: Any) -> Any:
    @intrinsic
    def change(typing_context: Any, address: Any, index: Any, value: Any):
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = _pointer(context, builder, args[0], args[1], kind)
            return builder.atomic_rmw(operation, place, args[2], "acq_rel")

        return kind(types.int64, types.int64, kind), codegen

    return change


atomic_add = _atomic("add", types.int64)
"""Add to the int64 at address + 8 * index, whatever other threads do; return what it was before."""

atomic_or = _atomic("or", types.int64)
"""Set bits of the int64 at address + 8 * index, whatever other threads do; return what it was before."""

atomic_add_float = _atomic("fadd", types.float64)
"""Add to the float64 at address + 8 * index, whatever other threads do; return what it was before."""


@intrinsic
def set_if(typing_context: Any, address: Any, index: Any, expected: Any, value: Any):
    """Write an int64 to address + 8 * index if the expected one stands there; return whether it did."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _pointer(context, builder, args[0], args[1], types.int64)
        return builder.extract_value(builder.cmpxchg(place, args[2], args[3], "acq_rel", "acquire"), 1)

    return types.boolean(types.int64, types.int64, types.int64, types.int64), codegen


@intrinsic
def prefetch(typing_context: Any, address: Any):
    """Ask for the memory at an address, which is to be read and written soon; any address will do."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [builder.inttoptr(args[0], pointer), number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(types.int64), codegen


CLOCK = getattr(time, "CLOCK_MONOTONIC", None)
"""The clock of deadlines, which Python reads as `time.clock_gettime_ns(CLOCK)`."""


@intrinsic
def clock(typing_context: Any):
    """Return the time in nanoseconds; 0 on systems without such a clock, where Python alone watches the time."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, number = ir.IntType(64), ir.IntType(32)
        if CLOCK is None:
            return word(0)
        pair = cgutils.alloca_once(builder, ir.ArrayType(word, 2))
        kind = ir.FunctionType(number, [number, pair.type])
        builder.call(cgutils.get_or_insert_function(builder.module, kind, "clock_gettime"), [number(CLOCK), pair])
        seconds, rest = (builder.load(cgutils.gep_inbounds(builder, pair, 0, i)) for i in range(2))
        return builder.add(builder.mul(seconds, word(1_000_000_000)), rest)

    return types.int64(), codegen


@intrinsic
def present(typing_context: Any, value: Any):
    """Return what a variable holds that may be None; requires that it isn't."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], signature.args[0], signature.return_type)

    return value.type(value), codegen


def _count_bits(operation: str, flag: int | None) -> Any:
    @intrinsic
    def count(typing_context: Any, board: Any):
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            extra = [] if flag is None else [ir.Constant(ir.IntType(1), flag)]
            return getattr(builder, operation)(args[0], *extra)

        return types.int64(types.int64), codegen

    return count


ones = _count_bits("ctpop", None)
"""Count the bits set."""

zeros_below = _count_bits("cttz", 0)
"""Count the zeros below the lowest bit set; 64 of 0."""

zeros_above = _count_bits("ctlz", 0)
"""Count the zeros above the highest bit set; 64 of 0."""


def element_type(cells: Any) -> Any:
    """Return the type of a list's elements: int64, or float64 if there are floats; refuses other tuples."""
    if isinstance(cells, types.Array):
        raise TypingError("the length of this list isn't known beforehand; start from a tuple")
    kinds = [types.unliteral(kind) for kind in getattr(cells, "types", ())]
    if not kinds or not all(isinstance(kind, types.Integer | types.Boolean | types.Float) for kind in kinds):
        raise TypingError(f"only tuples of numbers can be copied into a list, not {cells}")
    return types.float64 if any(isinstance(kind, types.Float) for kind in kinds) else types.int64


@intrinsic
def thaw(typing_context: Any, cells: Any):
    """Copy a tuple of numbers into an array on the machine stack, which lives as long as the calling function."""
    if is_board(cells):
        return _thaw_board(cells)
    kind = element_type(cells)
    array_type = types.Array(kind, 1, "C")

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array, memory = stack_array(context, builder, array_type, (len(cells.types),))
        for i, part in enumerate(cgutils.unpack_tuple(builder, args[0])):
            cast = context.cast(builder, part, cells.types[i], kind)
            builder.store(cast, cgutils.gep_inbounds(builder, memory, i))
        return array

    return array_type(cells), codegen


def is_board(cells: Any) -> bool:
    """Whether a tuple is kept as an address, or would be: long ones, and rows."""
    return isinstance(cells, Cells) or len(lengths_of(cells) or ()) > 1


def _thaw_board(cells: Any) -> Any:
    lengths = form_of(cells)
    array_type: Any = types.Array(types.int64, len(lengths), "C")

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array, memory = stack_array(context, builder, array_type, lengths)
        write(context, builder, cells, args[0], memory)
        return array

    return array_type(cells), codegen


def stack_array(context: Any, builder: Any, array_type: Any, lengths: tuple[int, ...]) -> tuple[Any, Any]:
    """Return an array on the machine stack, unfilled, and where its elements lie."""
    memory = cgutils.alloca_once(
        builder, ir.ArrayType(context.get_value_type(array_type.dtype), math.prod(lengths) or 1)
    )
    array = make_array(array_type)(context, builder)
    data = builder.bitcast(memory, array.data.type)
    shape = [context.get_constant(types.intp, length) for length in lengths]
    strides = [context.get_constant(types.intp, 8 * math.prod(lengths[i + 1 :])) for i in range(len(lengths))]
    width = context.get_constant(types.intp, 8)
    populate_array(array, data=data, shape=shape, strides=strides, itemsize=width, meminfo=None)
    return array._getvalue(), data


@intrinsic
def freeze(typing_context: Any, scratch: Any, was: Any):
    """Return a scratch copy as a tuple as long as the one it was made from."""
    if is_board(was):
        return _freeze_board(scratch, was)
    tuple_type = types.UniTuple(scratch.dtype, len(was.types))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = make_array(signature.args[0])(context, builder, args[0]).data
        places = [context.get_constant(types.intp, i) for i in range(tuple_type.count)]
        parts = [builder.load(builder.gep(data, [place], inbounds=True)) for place in places]
        return context.make_tuple(builder, tuple_type, parts)

    return tuple_type(scratch, was), codegen


def _freeze_board(scratch: Any, was: Any) -> Any:
    cells = Cells(form_of(was))
    if scratch.layout != "C" or scratch.dtype != types.int64 or scratch.ndim != len(cells.lengths):
        raise TypingError("only tuples of ints are made from such a list; copy it by tuple(... for ...)")

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = room(builder, cells.size)
        copy(builder, place, make_array(scratch)(context, builder, args[0]).data, cells.size)
        return place

    return cells(scratch, was), codegen


@intrinsic
def as_cells(typing_context: Any, cells: Any, like: Any):
    """Return a tuple of ints as one of int64; refuses other lengths than `like`'s, and floats."""
    if isinstance(cells, Cells) and cells.lengths == (len(like.types),):
        return _from_cells(cells, like)
    if not isinstance(cells, types.BaseTuple):
        raise TypingError(f"a tuple of {len(like.types)} ints is needed here, not {cells}")
    if len(cells.types) != len(like.types):
        raise TypingError(f"a tuple of {len(like.types)} ints is needed here, not of {len(cells.types)}")
    if element_type(cells) is not types.int64:
        raise TypingError("a tuple of ints is given a float; use // or int()")
    tuple_type = types.UniTuple(types.int64, len(cells.types))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        parts = cgutils.unpack_tuple(builder, args[0])
        cast = [context.cast(builder, part, cells.types[i], types.int64) for i, part in enumerate(parts)]
        return context.make_tuple(builder, tuple_type, cast)

    return tuple_type(cells, like), codegen


def _from_cells(cells: Any, like: Any) -> Any:
    tuple_type = types.UniTuple(types.int64, cells.size)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        parts = [builder.load(cgutils.gep_inbounds(builder, args[0], i)) for i in range(cells.size)]
        return context.make_tuple(builder, tuple_type, parts)

    return tuple_type(cells, like), codegen
