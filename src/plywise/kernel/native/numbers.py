# mypy: disable-error-code="untyped-decorator, no-untyped-call, no-untyped-def, no-any-return"
"""Numbers as Python means them where Numba means something else, and a variable that may have no value yet.

a ** b              of ints: refuses a negative exponent, whose power would be a fraction
lsb, shl, shr       of `plywise.bits`, in a checked build: refuse what they require not to be given
n.bit_count()       in a checked build: refuses a negative number, which would be counted as a board with bit 63
a / b, a < b        in a checked build: refuse ints beyond 2**53 beside floats, which hold fewer digits
"""

import math
import operator
from typing import Any

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload, register_jitable

from plywise import bits
from plywise.kernel.native.arithmetic import INT, checked_add, multiplied

EXACT = 1 << 53
"""Up to this number every int is a float."""

INEXACT = "an int beyond 2**53 stands beside a float, which doesn't hold all its digits; use // and ints"


# Powers


def power(base: Any, exponent: Any) -> Any:
    """Return base ** exponent; of ints only with an exponent of 0 or more."""
    return base**exponent


@overload(power)
def _power(base, exponent):
    return _powers(base, exponent, _int_power)


def checked_power(base: Any, exponent: Any) -> Any:
    """Return base ** exponent; raises where it doesn't fit 64 bits."""
    return base**exponent


@overload(checked_power)
def _checked_power(base, exponent):
    return _powers(base, exponent, _checked_int_power)


def _powers(base: Any, exponent: Any, of_ints: Any) -> Any:
    numbers = (*INT, types.Float)
    if not isinstance(base, numbers) or not isinstance(exponent, numbers):
        raise TypingError("an int is needed here, not something else; use ** of numbers only")
    if isinstance(base, INT) and isinstance(exponent, INT):
        return lambda base, exponent: of_ints(np.int64(base), np.int64(exponent))
    return lambda base, exponent: _float_power(float(base), float(exponent))


@register_jitable
def _int_power(base: Any, exponent: Any) -> Any:
    if exponent < 0:
        raise ValueError("an int to a negative power is a fraction: write float(a) ** b where that is meant")
    return base**exponent


@register_jitable
def _checked_int_power(base: Any, exponent: Any) -> Any:
    if exponent < 0:
        raise ValueError("an int to a negative power is a fraction: write float(a) ** b where that is meant")
    found, square = np.int64(1), base
    while exponent:
        if exponent & 1:
            found = multiplied(found, square)
        exponent >>= 1
        if exponent:
            square = multiplied(square, square)
    return found


@register_jitable
def _float_power(base: Any, exponent: Any) -> Any:
    if base == 0.0 and exponent < 0.0:
        raise ZeroDivisionError("0 can't be raised to a negative power")
    if base < 0.0 and exponent != math.floor(exponent):
        raise ValueError("a negative number to the power of a fraction isn't a real number")
    found = base**exponent
    if math.isinf(found) and not math.isinf(base) and not math.isinf(exponent):
        raise OverflowError("a power is too large for a float")
    return found


# `plywise.bits` and bit_count in a checked build


@register_jitable
def checked_lsb(board: Any) -> Any:
    """Return the number of the lowest bit set; raises where none is."""
    if board == 0:
        raise ValueError("bits.lsb needs a board with a bit set, not 0")
    return bits.lsb(board)


@register_jitable
def checked_shl(board: Any, count: Any) -> Any:
    """Shift a board towards higher squares by 0 to 63."""
    if count < 0 or count > 63:
        raise OverflowError("bits.shl shifts by 0 to 63")
    return bits.shl(board, count)


@register_jitable
def checked_shr(board: Any, count: Any) -> Any:
    """Shift a board towards lower squares by 0 to 63."""
    if count < 0 or count > 63:
        raise OverflowError("bits.shr shifts by 0 to 63")
    return bits.shr(board, count)


@register_jitable
def checked_bit_count(number: Any) -> Any:
    """Count the bits of a number that isn't negative."""
    if number < 0:
        raise OverflowError("bit_count of a negative number; use plywise.bits.popcount where a board is meant")
    return number.bit_count()


@register_jitable
def checked_bit_length(number: Any) -> Any:
    """Count the digits of a number that isn't negative."""
    if number < 0:
        raise OverflowError("bit_length of a negative number; use plywise.bits.msb where a board is meant")
    return number.bit_length()


# Ints beside floats in a checked build


@register_jitable
def _exact(number: Any) -> Any:
    if number > EXACT or number < -EXACT:
        raise OverflowError(INEXACT)
    return number


def _beside_floats(name: str, python: Any, ints_too: bool = False) -> Any:
    """Make a function that is `python`'s operator, and refuses ints beside floats that can't represent them exactly."""

    def operation(left: Any, right: Any) -> Any:
        return python(left, right)

    operation.__name__ = operation.__qualname__ = name

    @overload(operation)
    def _typed(left, right):
        whole = isinstance(left, INT), isinstance(right, INT)
        if whole[0] and (ints_too or isinstance(right, types.Float)):
            if whole[1]:
                return lambda left, right: python(_exact(np.int64(left)), _exact(np.int64(right)))
            if isinstance(right, types.Float):
                return lambda left, right: python(_exact(np.int64(left)), right)
        if whole[1] and isinstance(left, types.Float):
            return lambda left, right: python(left, _exact(np.int64(right)))
        return lambda left, right: python(left, right)  # noqa: PLW0108 (Numba needs the names)

    return operation


checked_truediv = _beside_floats("checked_truediv", operator.truediv, ints_too=True)
checked_eq = _beside_floats("checked_eq", operator.eq)
checked_ne = _beside_floats("checked_ne", operator.ne)
checked_lt = _beside_floats("checked_lt", operator.lt)
checked_le = _beside_floats("checked_le", operator.le)
checked_gt = _beside_floats("checked_gt", operator.gt)
checked_ge = _beside_floats("checked_ge", operator.ge)


# Sums in a checked build


def checked_sum(cells: Any, start: Any) -> Any:
    """Add up a tuple or a list; raises where 64 bits are too few."""
    return sum(cells, start)


@overload(checked_sum)
def _checked_sum(cells, start):
    if isinstance(cells, types.Tuple | types.NamedTuple):
        if not cells.types:
            return lambda cells, start: start
        return lambda cells, start: checked_sum(cells[1:], checked_add(start, cells[0]))

    def of_cells(cells, start):
        total = checked_add(start, 0)
        for cell in cells:
            total = checked_add(total, cell)
        return total

    return of_cells


# A variable that may have no value yet


@register_jitable
def bound(value: Any, has_value: bool) -> Any:
    """Return a variable's value; raises where no line has set it."""
    if not has_value:
        raise UnboundLocalError("a variable is read before it has a value")
    return value
