# mypy: disable-error-code="untyped-decorator, no-untyped-call, no-untyped-def"
"""Whole numbers of 64 bits: `plywise.bits` compiled, and operators that watch for what 64 bits can't hold.

A board is an int64, shifted logically by the helpers of `plywise.bits`: mixing in unsigned numbers would make Numba
turn results into floats in silence.
"""

import operator
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload, overload_method, register_jitable

from plywise import bits
from plywise.kernel.native.intrinsics import ones, zeros_above, zeros_below

INT = (types.Integer, types.Boolean)


# Checks of a checked build


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


@register_jitable
def _add(left: int, right: int) -> int:
    total = left + right
    if ((left ^ total) & (right ^ total)) < 0:
        raise OverflowError("a sum doesn't fit 64 bits")
    return total


@register_jitable
def _sub(left: int, right: int) -> int:
    total = left - right
    if ((left ^ right) & (left ^ total)) < 0:
        raise OverflowError("a difference doesn't fit 64 bits")
    return total


@register_jitable
def _mul(left: int, right: int) -> int:
    total = left * right
    if abs(float(left) * float(right)) > 9.3e18 or (left != 0 and total // left != right):
        raise OverflowError("a product doesn't fit 64 bits")
    return total


@register_jitable
def _lshift(left: int, right: int) -> int:
    if right < 0 or right > 63:
        raise OverflowError("a shift by less than 0 or more than 63")
    total = left << right
    if total >> right != left and np.int64(np.uint64(total) >> np.uint64(right)) != left:
        raise OverflowError("a shift loses bits; use plywise.bits.shl where that is meant")
    return total


@register_jitable
def _rshift(left: int, right: int) -> int:
    if right < 0 or right > 63:
        raise OverflowError("a shift by less than 0 or more than 63")
    return left >> right


checked_add = _checked("checked_add", operator.add, _add)
checked_sub = _checked("checked_sub", operator.sub, _sub)
checked_mul = _checked("checked_mul", operator.mul, _mul)
checked_lshift = _checked("checked_lshift", operator.lshift, _lshift)
checked_rshift = _checked("checked_rshift", operator.rshift, _rshift)


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
