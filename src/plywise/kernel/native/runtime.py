# mypy: disable-error-code="no-untyped-call, no-untyped-def, attr-defined, call-arg, var-annotated, unreachable"
"""What lowered rules call: lists and tuples, casts, actions, utilities.

Each function is a short one that Numba compiles into the rule that calls it. Refusals at compile time are sentences in
the user's words: `blame` adds file and line.
"""

from typing import Any

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload, register_jitable

from plywise.bits import shr
from plywise.kernel.native.arithmetic import (
    INT,
    checked_abs,
    checked_add,
    checked_divmod,
    checked_floordiv,
    checked_int,
    checked_lshift,
    checked_mod,
    checked_mul,
    checked_neg,
    checked_round,
    checked_rshift,
    checked_sub,
)
from plywise.kernel.native.boards import as_board, fit_deep, fit_row, freeze_laid, item, lay, room_for, still, turned
from plywise.kernel.native.cells import Cells, wanted
from plywise.kernel.native.cells_constructors import at_address, own, to_address, zeros
from plywise.kernel.native.intrinsics import (
    as_cells,
    clock,
    freeze,
    load,
    load_byte,
    load_float,
    load_int,
    load_short,
    prefetch,
    present,
    store,
    store_float,
    store_int,
    store_short,
    thaw,
)
from plywise.kernel.native.numbers import (
    bound,
    checked_bit_count,
    checked_bit_length,
    checked_eq,
    checked_ge,
    checked_gt,
    checked_le,
    checked_lsb,
    checked_lt,
    checked_ne,
    checked_power,
    checked_shl,
    checked_shr,
    checked_sum,
    checked_truediv,
    power,
)
from plywise.rules import RELATIVE_TOLERANCE, TOLERANCE, RulesError

__all__ = [
    "as_board",
    "as_cells",
    "at_address",
    "bound",
    "checked_abs",
    "checked_add",
    "checked_bit_count",
    "checked_bit_length",
    "checked_divmod",
    "checked_eq",
    "checked_floordiv",
    "checked_ge",
    "checked_gt",
    "checked_int",
    "checked_le",
    "checked_lsb",
    "checked_lshift",
    "checked_lt",
    "checked_mod",
    "checked_mul",
    "checked_ne",
    "checked_neg",
    "checked_power",
    "checked_round",
    "checked_rshift",
    "checked_shl",
    "checked_shr",
    "checked_sub",
    "checked_sum",
    "checked_truediv",
    "clock",
    "fit_deep",
    "fit_row",
    "freeze",
    "freeze_laid",
    "item",
    "lay",
    "load",
    "load_byte",
    "load_float",
    "load_int",
    "load_short",
    "own",
    "power",
    "prefetch",
    "room_for",
    "still",
    "store",
    "store_float",
    "store_int",
    "store_short",
    "thaw",
    "to_address",
    "turned",
    "zeros",
]

MULTIPLIER = np.int64(-7046029254386353131)
"""2**64 over the golden ratio, odd: multiplying by it loses nothing and spreads low bits to the top."""

RANK_LIMIT = 1 << 31


# Numbers


def as_int(value: Any) -> Any:
    """Return an int or bool as int64; a float is refused."""
    return int(value)


@overload(as_int)
def _as_int(value):
    if not isinstance(value, INT):
        raise TypingError(f"an int is needed here, not {_words(value)}; use // or int()")
    return lambda value: np.int64(value)  # noqa: PLW0108 (Numba needs the name)


def fit(held: Any, value: Any) -> Any:
    """Return a value that is stored into a list; a float in a list of ints is refused."""
    return value


@overload(fit)
def _fit(held, value):
    kind = getattr(held, "dtype", None)
    if isinstance(held, types.Array) and held.ndim > 1 and held.mutable:
        raise TypingError("a list of rows is changed where it wasn't made; change b[r][c], or return a new tuple")
    if isinstance(kind, types.Integer) and not isinstance(value, INT):
        raise TypingError(f"a list of ints is given {_words(value)}; use // or int()")
    if isinstance(kind, types.Integer):
        return lambda held, value: np.int64(value)
    return lambda held, value: value


def scaled(utility: Any, scale: Any) -> Any:
    """Return utility times scale as a whole number; raises RulesError where it isn't one."""
    return round(utility * scale)


@overload(scaled)
def _scaled(utility, scale):
    if isinstance(utility, INT):
        return lambda utility, scale: np.int64(utility) * scale

    def of_float(utility, scale):
        exact = utility * scale
        whole = np.rint(exact)
        if not abs(exact - whole) <= max(TOLERANCE, RELATIVE_TOLERANCE * abs(exact)):
            raise RulesError("utility times utility_scale is not a whole number: declare a fitting utility_scale.")
        if not abs(whole) < 2147483648.0:
            raise RulesError("utility times utility_scale is too large: it must stay below 2**31.")
        return np.int64(whole)

    return of_float


def _words(kind: Any) -> str:
    """Name a Numba type in a user's words."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.Float):
        return "a float"
    if isinstance(kind, Cells):
        return wanted(kind.lengths)
    if isinstance(kind, types.BaseTuple):
        return f"a tuple of {len(kind.types)}"
    if isinstance(kind, types.Optional | types.NoneType):
        return "None on some path"
    return f"{kind}"


# What a search counts in


@register_jitable
def fold(key: Any, cell: Any) -> Any:
    """Mix an int, or a tuple of ints and of tuples of them, into a hash."""
    return _fold_one(key, cell)


def _fold_one(key: Any, cell: Any) -> Any:
    return hash((key, cell))


@overload(_fold_one)
def _fold_one_compiled(key, cell):
    if isinstance(cell, INT):

        def of_int(key, cell):
            mixed = (key ^ np.int64(cell)) * MULTIPLIER
            return mixed ^ shr(mixed, 29)

        return of_int
    if isinstance(cell, types.UniTuple | Cells):

        def of_cells(key, cell):
            for part in cell:
                key = _fold_one(key, part)
            return key

        return of_cells
    if isinstance(cell, types.BaseTuple) and cell.types:
        return lambda key, cell: _fold_one(_fold_one(key, cell[0]), cell[1:])
    if isinstance(cell, types.BaseTuple):
        return lambda key, cell: key
    raise TypingError(f"a key is an int or a tuple of ints, not {_words(cell)}")


def spread(out: Any, n: Any, key: Any) -> Any:
    """Write the ints of a key one after the other to an address, from place n on; return how many there are then."""
    return n


@overload(spread)
def _spread(out, n, key):
    if isinstance(key, INT):

        def of_int(out, n, key):
            store(out, n, np.int64(key))
            return n + 1

        return of_int
    if isinstance(key, types.UniTuple | Cells):

        def of_cells(out, n, key):
            for part in key:
                n = spread(out, n, part)
            return n

        return of_cells
    if isinstance(key, types.BaseTuple) and key.types:
        return lambda out, n, key: spread(out, spread(out, n, key[0]), key[1:])
    return lambda out, n, key: n


def hash_key(key: Any) -> Any:
    """Return the hash of a state's key; different ints have different ones."""
    return hash(key)


@overload(hash_key)
def _hash_key(key):
    if isinstance(key, INT):
        return lambda key: np.int64(key) * MULTIPLIER
    return lambda key: fold(np.int64(0), key)


def repetition(key: Any) -> Any:
    """Return the hash of a repetition key: 0 for None, else never 0."""
    return 0 if key is None else hash(key) | 1


@overload(repetition)
def _repetition(key):
    if isinstance(key, types.NoneType):
        return lambda key: np.int64(0)
    if isinstance(key, types.Optional):
        return lambda key: np.int64(0) if key is None else hash_key(present(key)) | 1
    return lambda key: hash_key(key) | 1


def estimate(value: Any, per_unit: Any, top: Any) -> Any:
    """Return an evaluation in steps, strictly between minus and plus top."""
    return round(value * per_unit)


@overload(estimate)
def _estimate(value, per_unit, top):
    if isinstance(value, INT):
        return lambda value, per_unit, top: np.int64(value) * per_unit
    return lambda value, per_unit, top: max(1 - top, min(top - 1, np.int64(np.rint(value * per_unit))))


def rank(value: Any) -> Any:
    """Return a rank as a whole number of at most 38 bits."""
    return round(value)


@overload(rank)
def _rank(value):
    if isinstance(value, INT):
        return lambda value: max(-RANK_LIMIT, min(RANK_LIMIT, np.int64(value)))
    return lambda value: np.int64(max(-RANK_LIMIT, min(RANK_LIMIT, value * 64)))


# Lists and tuples


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


# Actions


def action_int(action: Any) -> Any:
    """Return an action of a game whose actions are ints."""
    return action


@overload(action_int)
def _action_int(action):
    if not isinstance(action, INT):
        raise TypingError(f"this game's first action is an int, this one is {_words(action)}; keep to one form")
    return lambda action: np.int64(action)  # noqa: PLW0108 (Numba needs the name)


def action_cells(action: Any, like: Any) -> Any:
    """Return an action of a game whose actions are tuples."""
    return action


@overload(action_cells)
def _action_cells(action, like):
    size = len(like.types)
    if not isinstance(action, types.BaseTuple) or len(action.types) != size:
        raise TypingError(
            f"this game's first action is a tuple of {size}, this one is {_words(action)}; keep to one form"
        )
    return lambda action, like: as_cells(action, like)  # noqa: PLW0108 (Numba needs the names)
