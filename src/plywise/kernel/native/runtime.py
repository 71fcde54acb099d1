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
from plywise.kernel.native.cells import type_words
from plywise.kernel.native.cells_constructors import at_address, own, to_address, zeros
from plywise.kernel.native.intrinsics import (
    as_cells,
    atomic_add,
    atomic_add_float,
    atomic_or,
    clock,
    freeze,
    load,
    load_acquire,
    load_byte,
    load_float,
    load_float32,
    load_int,
    load_short,
    load_single,
    load_unsigned_short,
    ones,
    prefetch,
    set_if,
    store,
    store_float,
    store_float32,
    store_int,
    store_short,
    store_single,
    thaw,
    zeros_below,
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
from plywise.kernel.native.search_values import estimate, fold, hash_key, rank, repetition, scaled, spread
from plywise.kernel.native.tuples import blank, freeze_full, row, sort, sorted_cells, with_cell
from plywise.kernel.native.vectors import add_ints, add_shorts, lay_cells, pack_cells
from plywise.rules import natural_log

register_jitable(natural_log)

__all__ = [
    "add_ints",
    "add_shorts",
    "as_board",
    "as_cells",
    "at_address",
    "atomic_add",
    "atomic_add_float",
    "atomic_or",
    "blank",
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
    "estimate",
    "fit_deep",
    "fit_row",
    "fold",
    "freeze",
    "freeze_full",
    "freeze_laid",
    "hash_key",
    "item",
    "lay",
    "lay_cells",
    "load",
    "load_acquire",
    "load_byte",
    "load_float",
    "load_float32",
    "load_int",
    "load_short",
    "load_single",
    "load_unsigned_short",
    "natural_log",
    "ones",
    "own",
    "pack_cells",
    "power",
    "prefetch",
    "rank",
    "repetition",
    "room_for",
    "row",
    "scaled",
    "set_if",
    "shr",
    "sort",
    "sorted_cells",
    "spread",
    "still",
    "store",
    "store_float",
    "store_float32",
    "store_int",
    "store_short",
    "store_single",
    "thaw",
    "to_address",
    "turned",
    "with_cell",
    "zeros",
    "zeros_below",
]

# Numbers


def as_int(value: Any) -> Any:
    """Return an int or bool as int64; a float is refused."""
    return int(value)


@overload(as_int)
def _as_int(value):
    if not isinstance(value, INT):
        raise TypingError(f"an int is needed here, not {type_words(value)}; use // or int()")
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
        raise TypingError(f"a list of ints is given {type_words(value)}; use // or int()")
    if isinstance(kind, types.Integer):
        return lambda held, value: np.int64(value)
    return lambda held, value: value


# Actions


def action_int(action: Any) -> Any:
    """Return an action of a game whose actions are ints."""
    return action


@overload(action_int)
def _action_int(action):
    if not isinstance(action, INT):
        raise TypingError(f"this game's first action is an int, this one is {type_words(action)}; keep to one form")
    return lambda action: np.int64(action)  # noqa: PLW0108 (Numba needs the name)


def action_cells(action: Any, like: Any) -> Any:
    """Return an action of a game whose actions are tuples."""
    return action


@overload(action_cells)
def _action_cells(action, like):
    size = len(like.types)
    if not isinstance(action, types.BaseTuple) or len(action.types) != size:
        raise TypingError(
            f"this game's first action is a tuple of {size}, this one is {type_words(action)}; keep to one form"
        )
    return lambda action, like: as_cells(action, like)  # noqa: PLW0108 (Numba needs the names)
