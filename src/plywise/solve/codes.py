"""Codes of outcomes and plies, as wide as they need be."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]

LONGEST = 126
"""The most plies that a code of one byte holds."""

PIECE = 1 << 22
"""Codes that are converted at once."""

LOST, WON, BYTE_WON = 2, 1 << 15, 129


def plies_of(codes: Array) -> Array:
    """Return the plies to the end by codes of 16 bits; 0 for a draw."""
    return np.where(codes >= WON, codes - WON, np.maximum(codes, LOST) - LOST)


def narrowed(codes: Array, longest: int | None = None) -> Array:
    """Return codes of 16 bits in 8, where they fit; `longest` says how far any goes of which these are a part.

    >>> narrowed(np.array([0, 1, 2 + 7, 32768 + 5], np.uint16)).tolist()
    [0, 1, 9, 134]
    """
    if longest is None:
        longest = max((int(plies_of(piece).max()) for piece in _pieces(codes)), default=0)
    if longest > LONGEST:
        return codes
    return _in_bytes(codes, lambda piece: np.where(piece >= WON, plies_of(piece) + BYTE_WON, piece))


def widened(codes: Array) -> Array:
    """Return a copy of codes of 8 or 16 bits in 16.

    >>> widened(np.array([0, 1, 2 + 7, 129 + 5], np.uint8)).tolist()
    [0, 1, 9, 32773]
    """
    wide = codes.astype(np.uint16)
    if codes.dtype == np.uint8:
        wide[codes >= BYTE_WON] += WON - BYTE_WON
    return wide


def outcomes_of(codes: Array) -> Array:
    """Return codes of 16 bits without their plies, in 8 bits.

    >>> outcomes_of(np.array([0, 1, 2 + 7, 32768 + 5], np.uint16)).tolist()
    [0, 1, 2, 129]
    """
    return _in_bytes(codes, lambda piece: np.where(piece >= WON, BYTE_WON, np.minimum(piece, LOST)))


def _in_bytes(codes: Array, convert: Callable[[Array], Array]) -> Array:
    """Convert codes piece by piece: of large tables a second copy, even of one array, is a gigabyte."""
    found = np.empty(len(codes), np.uint8)
    for piece, target in zip(_pieces(codes), _pieces(found), strict=True):
        target[:] = convert(piece)
    return found


def _pieces(codes: Array) -> Iterator[Array]:
    return (codes[at : at + PIECE] for at in range(0, len(codes), PIECE))
