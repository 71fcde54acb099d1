"""Sorted rows of keys: made unique, merged, looked up."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from plywise.rules import RulesError

Array: TypeAlias = np.ndarray[Any, Any]

PIECE = 1 << 16
"""Rows that are converted at once."""


def unique(parts: Sequence[Array], words: int) -> Array:
    """Return the different keys of some rows, sorted by their first word, then the second, and so on.

    >>> unique([np.array([[3], [1]]), np.array([[1], [2]])], 1).tolist()
    [[1], [2], [3]]
    """
    keys = np.concatenate(parts) if parts else np.empty((0, words), np.int64)
    # Sorting one row is many times faster than sorting along an axis.
    keys = np.sort(keys.reshape(-1)).reshape(-1, 1) if words == 1 else keys[_order(keys)]
    return np.ascontiguousarray(keys[_firsts(keys)])


def joined(keys: Array, others: Array) -> Array:
    """Return two sorted rows that share no key as one.

    >>> joined(np.array([[1], [4]]), np.array([[2]])).tolist()
    [[1], [2], [4]]
    """
    both = np.concatenate([keys, others])
    # Of what is sorted in two runs, a stable sort is one merge.
    return np.sort(both, axis=0, kind="stable") if both.shape[1] == 1 else np.ascontiguousarray(both[_order(both)])


def in_order(keys: Array, codes: Array) -> tuple[Array, Array]:
    """Return keys sorted, with their codes of 16 bits; one that comes more than once is taken once. Changes both rows.

    >>> [row.tolist() for row in in_order(np.array([[3], [1], [3]]), np.array([7, 9, 7], np.uint16))]
    [[[1], [3]], [9, 7]]
    """
    different = np.flatnonzero(np.bincount(codes))
    bits = max(0, len(different) - 1).bit_length()
    if keys.shape[1] > 1 or int(keys.max(initial=0)) >> 63 - bits:
        order = _order(keys)
        return once(np.ascontiguousarray(keys[order]), codes[order])
    # Numbers that hold their codes are sorted many times faster than numbers that say where they stood.
    rank = np.zeros(1 << 16, np.int64)
    rank[different] = np.arange(len(different))
    numbers = keys[:, 0]
    for piece in _pieces(len(numbers)):
        numbers[piece] = numbers[piece] << bits | rank[codes[piece]]
    numbers.sort()
    for piece in _pieces(len(numbers)):
        codes[piece] = different[numbers[piece] & (1 << bits) - 1]
        numbers[piece] >>= bits
    return once(keys, codes)


def once(keys: Array, codes: Array) -> tuple[Array, Array]:
    """Return sorted keys with their codes, where one that comes more than once is taken once.

    >>> [row.tolist() for row in once(np.array([[1], [4], [4]]), np.array([7, 8, 8]))]
    [[[1], [4]], [7, 8]]
    """
    firsts = _firsts(keys)
    if firsts.all():
        return keys, codes
    again = np.flatnonzero(~firsts)
    if (codes[again] != codes[again - 1]).any():
        raise RulesError("A state has two values: its rules depend on more than the state. Run `plywise check`.")
    return np.ascontiguousarray(keys[firsts]), codes[firsts]


def sorted_keys(keys: Array) -> tuple[Array, Array]:
    """Return different keys in order, and where each of them stood.

    >>> [row.tolist() for row in sorted_keys(np.array([[3], [1]]))]
    [[[1], [3]], [1, 0]]
    """
    places = len(keys).bit_length()
    if keys.shape[1] == 1 and int(keys.max(initial=0)) >> 63 - places == 0:
        # Numbers alone are sorted many times faster than numbers that say where they stood.
        both = keys[:, 0] << places | np.arange(len(keys))
        both.sort()
        return (both >> places).reshape(-1, 1), both & (1 << places) - 1
    order = _order(keys)
    return np.ascontiguousarray(keys[order]), order


def found_in(keys: Array, wanted: Array, words: int) -> Array:
    """Say of each wanted key whether it is among some sorted ones."""
    if words == 1:
        places = np.minimum(np.searchsorted(keys[:, 0], wanted[:, 0]), len(keys) - 1)
        return keys[places, 0] == wanted[:, 0]  # type: ignore[no-any-return]
    both = np.concatenate([keys, wanted])
    order = _order(both)
    same = ~_firsts(both[order])
    found = np.zeros(len(both), bool)
    found[order[np.flatnonzero(same)]] = True
    return found[len(keys) :]


def _pieces(rows: int) -> Iterator[slice]:
    """Yield rows piece by piece, so that what is worked out in between stays small."""
    yield from (slice(at, at + PIECE) for at in range(0, rows, PIECE))


def _order(keys: Array) -> Array:
    """Return the order that sorts keys, equal ones as they stand."""
    if keys.shape[1] == 1:
        return np.argsort(keys[:, 0], kind="stable")
    return np.lexsort(keys.T[::-1])


def _firsts(keys: Array) -> Array:
    """Say of each sorted key whether it differs from the one before."""
    firsts = np.ones(len(keys), bool)
    if keys.shape[1] == 1:
        np.not_equal(keys[1:, 0], keys[:-1, 0], out=firsts[1:])
    else:
        firsts[1:] = (keys[1:] != keys[:-1]).any(axis=1)
    return firsts
