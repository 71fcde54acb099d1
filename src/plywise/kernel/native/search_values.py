# mypy: disable-error-code="no-untyped-call, no-untyped-def, attr-defined, call-arg, var-annotated, unreachable"
"""What a compiled search counts in: hashes of keys, utilities and estimates in steps, ranks."""

from typing import Any

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload, register_jitable

from plywise.bits import shr
from plywise.kernel.native.arithmetic import INT
from plywise.kernel.native.cells import Cells, type_words
from plywise.kernel.native.intrinsics import present, store
from plywise.rules import RELATIVE_TOLERANCE, TOLERANCE, RulesError

MULTIPLIER = np.int64(-7046029254386353131)
"""2**64 over the golden ratio, odd: multiplying by it loses nothing and spreads low bits to the top."""

RANK_LIMIT = 1 << 31


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
    raise TypingError(f"a key is an int or a tuple of ints, not {type_words(cell)}")


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
