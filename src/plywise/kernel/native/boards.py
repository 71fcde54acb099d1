# mypy: disable-error-code="no-untyped-call, no-untyped-def, import-untyped, no-any-return, attr-defined, call-arg"
"""What lowered rules call for boards: casts to a state's own form, and lists of rows while they are edited.

A list of rows is an array of two axes on the stack. `[list(row) for row in board]` holds lists: `b[r]` is part of it,
as in Python. `list(board)` holds tuples: `b[r]` is a copy, and only whole rows are replaced.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

import plywise.kernel.native.cells_operators  # noqa: F401 (teaches Numba what a tuple can do)
from plywise.kernel.native.arithmetic import INT
from plywise.kernel.native.cells import WORD, Cells, copy, form_of, lengths_of, room, wanted
from plywise.kernel.native.cells_constructors import made_from, static_lengths, write
from plywise.kernel.native.intrinsics import element_type, freeze, stack_array
from plywise.rules import RulesError


@intrinsic(prefer_literal=True)
def as_board(typing_context: Any, value: Any, rows: Any, columns: Any):
    """Return what a state's field is given as cells of the field's own form; refuses any other form."""
    lengths = static_lengths(rows, columns)
    cells = Cells(lengths)
    if isinstance(value, types.Array) and not value.mutable and value.ndim == len(lengths):
        if not isinstance(value.dtype, types.Integer):
            raise TypingError("a tuple of ints is given a float; use // or int()")
        return cells(value, rows, columns), _constant_board(value, cells)
    if lengths_of(value) != lengths:
        raise TypingError(f"{wanted(lengths)} is needed here, not {_form(value)}")

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return made_from(context, builder, value, args[0], cells)

    return cells(value, rows, columns), codegen


def _form(kind: Any) -> str:
    if isinstance(kind, types.Array):
        return "a list; write tuple(...)"
    lengths = lengths_of(kind)
    if lengths is None and isinstance(kind, types.BaseTuple):
        return "one that holds something else, or rows of unequal lengths"
    return str(kind) if lengths is None else wanted(lengths).removeprefix("a tuple ")


def _constant_board(kind: Any, cells: Cells) -> Any:
    """A long constant is an array: check its lengths, and take it where it lies."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = make_array(kind)(context, builder, args[0])
        found = cgutils.unpack_tuple(builder, array.shape)
        for length, expected in zip(found, cells.lengths, strict=True):
            with cgutils.if_unlikely(builder, builder.icmp_signed("!=", length, ir.Constant(WORD, expected))):
                message = f"A state's field is {wanted(cells.lengths)}, and is given another form."
                context.call_conv.return_user_exc(builder, RulesError, (message,))
        return builder.bitcast(array.data, WORD.as_pointer())

    return codegen


@intrinsic
def turned(typing_context: Any, board: Any):
    """Return a board's columns as rows."""
    lengths = lengths_of(board)
    if lengths is None or len(lengths) != 2:
        raise TypingError("only tuples of rows can be turned by zip(*...)")
    held, new = Cells(lengths), Cells((lengths[1], lengths[0]))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source, place = made_from(context, builder, board, args[0], held), room(builder, new.size)
        height, width = (ir.Constant(WORD, length) for length in lengths)
        with cgutils.for_range(builder, height) as down, cgutils.for_range(builder, width) as across:
            cell = builder.load(builder.gep(source, [builder.add(builder.mul(down.index, width), across.index)]))
            builder.store(cell, builder.gep(place, [builder.add(builder.mul(across.index, height), down.index)]))
        return place

    return new(board), codegen


# Lists of rows


@intrinsic
def fit_row(typing_context: Any, held: Any, value: Any):
    """Return what is stored into a list that is edited: a number, or a whole row as a copy."""
    if held.ndim == 1:
        if isinstance(held.dtype, types.Integer) and not isinstance(value, INT):
            raise TypingError("a list of ints is given something else, a float or a row; use // or int()")
        return value(held, value), lambda context, builder, signature, args: args[1]
    lengths = lengths_of(value)
    if lengths is None or len(lengths) != 1:
        raise TypingError("a list of rows is given a list or a number; give it a copy: tuple(...)")
    array_type = types.Array(types.int64, 1, "C")

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        width = cgutils.unpack_tuple(builder, make_array(held)(context, builder, args[0]).shape)[1]
        with cgutils.if_unlikely(builder, builder.icmp_signed("!=", width, ir.Constant(WORD, lengths[0]))):
            context.call_conv.return_user_exc(builder, RulesError, ("A board's rows keep their length.",))
        array, memory = stack_array(context, builder, array_type, lengths)
        write(context, builder, value, args[1], memory)
        return array

    return array_type(held, value), codegen


def fit_deep(held: Any, value: Any) -> Any:
    """Return what is stored by b[r][c] = value."""
    return value


@overload(fit_deep)
def _fit_deep(held, value):
    if not isinstance(held, types.Array) or held.ndim != 2 or not isinstance(value, INT):
        raise TypingError("a list of rows of ints is given something else; use // or int()")
    return lambda held, value: np.int64(value)


def item(held: Any, index: Any, was: Any) -> Any:
    """Return b[i] of a list that was a tuple: a number, or a row as the tuple that it is."""
    return held[index]


@overload(item)
def _item(held, index, was):
    if held.ndim == 1:
        return lambda held, index, was: held[_inside(index, len(held))]
    return lambda held, index, was: freeze(held[_inside(index, len(held))], was[0])


def _inside(index: Any, length: Any) -> Any:
    return index


@overload(_inside)
def _inside_compiled(index, length):
    def inside(index, length):
        if index < -length or index >= length:
            raise IndexError("list index out of range")
        return index

    return inside


def still(held: Any) -> Any:
    """Return a list that a loop runs over and changes; refuses that for rows."""
    return held


@overload(still)
def _still(held):
    if isinstance(held, types.Array) and held.ndim > 1:
        raise TypingError("a list of rows is changed while a loop runs over it; run over range(...)")
    return lambda held: held


# tuple(... for ...), whatever the elements are


@intrinsic
def room_for(typing_context: Any, was: Any, value: Any):
    """Return an array for as many elements as `was` has, each like `value`; the same one each time."""
    count = len(was.types) if isinstance(was, types.BaseTuple) else was.lengths[0]
    row = lengths_of(value)
    if row is None or len(row) > 1:
        if isinstance(value, types.Array | types.BaseTuple | Cells):
            raise TypingError("a tuple of rows is given something else; let each row be tuple(...) of as many ints")
        row, kind = (), element_type(types.UniTuple(value, 1))
    else:
        kind = types.int64
    array_type = types.Array(kind, 1 + len(row), "C")

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return stack_array(context, builder, array_type, (count, *row))[0]

    return array_type(was, value), codegen


@intrinsic
def lay(typing_context: Any, array: Any, place: Any, value: Any):
    """Store an element, a number or a row, at its place."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        held = make_array(array)(context, builder, args[0])
        count = cgutils.unpack_tuple(builder, held.shape)[0]
        with cgutils.if_unlikely(builder, builder.icmp_unsigned(">=", args[1], count)):
            message = "A tuple built element by element has another length than expected."
            context.call_conv.return_user_exc(builder, RulesError, (message,))
        width = 1 if array.ndim == 1 else form_of(value)[0]
        to = builder.gep(held.data, [builder.mul(args[1], ir.Constant(WORD, width))], inbounds=True)
        if array.ndim == 1:
            builder.store(context.cast(builder, args[2], value, array.dtype), to)
        else:
            write(context, builder, value, args[2], to)
        return context.get_dummy_value()

    return types.void(array, types.int64, value), codegen


@intrinsic
def _rows_of(typing_context: Any, array: Any, was: Any, value: Any):
    count = len(was.types) if isinstance(was, types.BaseTuple) else was.lengths[0]
    cells = Cells((count, *form_of(value)))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = room(builder, cells.size)
        copy(builder, place, make_array(array)(context, builder, args[0]).data, cells.size)
        return place

    return cells(array, was, value), codegen


def freeze_laid(array: Any, was: Any, value: Any, count: Any) -> Any:
    """Return what was laid as a tuple, once it is complete; `value` is one of the elements."""
    return tuple(array)


@overload(freeze_laid)
def _freeze_laid(array, was, value, count):
    if array.ndim == 1:

        def numbers(array, was, value, count):
            if count != len(was):
                raise RulesError("A tuple built element by element has another length than expected.")
            return freeze(array, was)

        return numbers

    def rows(array, was, value, count):
        if count != len(was):
            raise RulesError("A tuple built element by element has another length than expected.")
        return _rows_of(array, was, value)

    return rows
