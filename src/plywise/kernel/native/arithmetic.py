# mypy: disable-error-code="untyped-decorator, no-untyped-call, no-untyped-def"
"""Whole numbers of 64 bits: `plywise.bits` compiled, and operators that watch for what 64 bits can't hold.

A board is an int64, shifted logically by the helpers of `plywise.bits`: mixing in unsigned numbers would make Numba
turn results into floats in silence.
"""

import operator
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload, overload_method, register_jitable

from plywise import bits
from plywise.kernel.native.intrinsics import ones, zeros_above, zeros_below

INT = (types.Integer, types.Boolean)


# Checks of a checked build


def _overflowing(operation: str) -> Any:
    """Make a function that uses the machine's own instruction and reports whether the result was cut."""

    @intrinsic
    def reckon(typing_context: Any, left: Any, right: Any):
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            both = getattr(builder, operation)(*args)
            return context.make_tuple(
                builder, signature.return_type, [builder.extract_value(both, 0), builder.extract_value(both, 1)]
            )

        return types.Tuple((types.int64, types.boolean))(types.int64, types.int64), codegen

    return reckon


_added = _overflowing("sadd_with_overflow")
_subtracted = _overflowing("ssub_with_overflow")
_multiplied = _overflowing("smul_with_overflow")


def _checked(name: str, python: Any, compiled: Any) -> Any:
    """Make a function that is `python`'s operator, and for two ints `compiled`."""

    def operation(left: Any, right: Any) -> Any:
        return python(left, right)

    operation.__name__ = operation.__qualname__ = name

    @overload(operation)
    def _typed(left, right):
        if isinstance(left, INT) and isinstance(right, INT):
            return lambda left, right: compiled(np.int64(left), np.int64(right))
        return lambda left, right: python(left, right)  # noqa: PLW0108 (Numba needs the names)

    return operation


def _checked_alone(name: str, python: Any, kinds: Any, compiled: Any) -> Any:
    """Make a function that is `python`'s, and for these kinds of numbers `compiled`."""

    def operation(number: Any) -> Any:
        return python(number)

    operation.__name__ = operation.__qualname__ = name

    @overload(operation)
    def _typed(number):
        if isinstance(number, kinds):
            return lambda number: compiled(number)  # noqa: PLW0108 (Numba needs the name)
        return lambda number: python(number)  # noqa: PLW0108

    return operation


@register_jitable
def _add(left: Any, right: Any) -> Any:
    total, cut = _added(left, right)
    if cut:
        raise OverflowError("a sum doesn't fit 64 bits")
    return total


@register_jitable
def _sub(left: Any, right: Any) -> Any:
    total, cut = _subtracted(left, right)
    if cut:
        raise OverflowError("a difference doesn't fit 64 bits")
    return total


@register_jitable
def multiplied(left: Any, right: Any) -> Any:
    """Multiply two ints; raises where the product doesn't fit 64 bits."""
    total, cut = _multiplied(left, right)
    if cut:
        raise OverflowError("a product doesn't fit 64 bits")
    return total


@register_jitable
def _floordiv(left: Any, right: Any) -> Any:
    if right == -1:
        return _neg(left)
    return left // right


@register_jitable
def _mod(left: Any, right: Any) -> Any:
    return np.int64(0) if right == -1 else left % right


@register_jitable
def _divmod(left: Any, right: Any) -> Any:
    return _floordiv(left, right), _mod(left, right)


@register_jitable
def _lshift(left: Any, right: Any) -> Any:
    if right < 0 or right > 63:
        raise OverflowError("a shift by less than 0 or more than 63")
    total = left << right
    if total >> right != left and np.int64(np.uint64(total) >> np.uint64(right)) != left:  # bit 63 is part of a board
        raise OverflowError("a shift loses bits; use plywise.bits.shl where that is meant")
    return total


@register_jitable
def _rshift(left: Any, right: Any) -> Any:
    if right < 0 or right > 63:
        raise OverflowError("a shift by less than 0 or more than 63")
    return left >> right


@register_jitable
def _neg(number: Any) -> Any:
    total, cut = _subtracted(np.int64(0), np.int64(number))
    if cut:
        raise OverflowError("a negated number doesn't fit 64 bits; use plywise.bits.neg where a board is meant")
    return total


@register_jitable
def _abs(number: Any) -> Any:
    return _neg(number) if number < 0 else np.int64(number)


@register_jitable
def _whole(number: Any) -> Any:
    if not -9223372036854775808.0 <= number < 9223372036854775808.0:
        raise OverflowError("a float doesn't fit an int of 64 bits")
    return np.int64(number)


@register_jitable
def _rounded(number: Any) -> Any:
    return _whole(np.rint(number))


checked_add = _checked("checked_add", operator.add, _add)
checked_sub = _checked("checked_sub", operator.sub, _sub)
checked_mul = _checked("checked_mul", operator.mul, multiplied)
checked_floordiv = _checked("checked_floordiv", operator.floordiv, _floordiv)
checked_mod = _checked("checked_mod", operator.mod, _mod)
checked_divmod = _checked("checked_divmod", divmod, _divmod)
checked_lshift = _checked("checked_lshift", operator.lshift, _lshift)
checked_rshift = _checked("checked_rshift", operator.rshift, _rshift)
checked_neg = _checked_alone("checked_neg", operator.neg, INT, _neg)
checked_abs = _checked_alone("checked_abs", abs, INT, _abs)
checked_int = _checked_alone("checked_int", int, types.Float, _whole)
checked_round = _checked_alone("checked_round", round, types.Float, _rounded)


# 64-bit boards: int64 compiled, with logical shifts


@overload_method(types.Integer, "bit_count")
def _bit_count(board):
    return lambda board: ones(np.int64(board))


@overload_method(types.Integer, "bit_length")
def _bit_length(board):
    return lambda board: 64 - zeros_above(np.int64(board))


def _bits(plain: Any, compiled: Any) -> None:
    overload(plain, strict=False)(lambda *_: compiled)


_bits(bits.popcount, lambda board: ones(np.int64(board)))
_bits(bits.lsb, lambda board: zeros_below(np.int64(board)))
_bits(bits.msb, lambda board: 63 - zeros_above(np.int64(board)))
_bits(bits.shl, lambda board, count: np.int64(np.uint64(board) << np.uint64(count)))
_bits(bits.shr, lambda board, count: np.int64(np.uint64(board) >> np.uint64(count)))
_bits(bits.inv, lambda board: ~np.int64(board))
_bits(bits.add, lambda left, right: np.int64(left) + np.int64(right))
_bits(bits.sub, lambda left, right: np.int64(left) - np.int64(right))
_bits(bits.neg, lambda board: -np.int64(board))
_bits(bits.mul, lambda left, right: np.int64(left) * np.int64(right))


def _rotl(board: Any, count: Any) -> Any:
    turned = np.uint64(count & 63)
    back = np.uint64((64 - (count & 63)) & 63)
    return np.int64((np.uint64(board) << turned) | (np.uint64(board) >> back))


def _bswap(board: Any) -> Any:
    turned = np.int64(0)
    for byte in range(8):
        part = np.int64(np.uint64(board) >> np.uint64(8 * byte)) & np.int64(255)
        turned |= np.int64(np.uint64(part) << np.uint64(56 - 8 * byte))
    return turned


_bits(bits.rotl, _rotl)
_bits(bits.bswap, _bswap)
