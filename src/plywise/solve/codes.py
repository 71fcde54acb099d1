"""Codes of outcomes and plies, as wide as they need be."""

from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]

LONGEST = 126
"""The most plies that a code of one byte holds."""

LOST, WON, BYTE_WON = 2, 1 << 15, 129


def plies_of(codes: Array) -> Array:
    """Return the plies to the end by codes of 16 bits; 0 for a draw."""
    return np.where(codes >= WON, codes - WON, np.maximum(codes, LOST) - LOST)


def narrowed(codes: Array, longest: int | None = None) -> Array:
    """Return codes of 16 bits in 8, where they fit; `longest` says how far any goes of which these are a part."""
    won, plies = codes >= WON, plies_of(codes)
    if (plies.max(initial=0) if longest is None else longest) > LONGEST:
        return codes
    return np.where(won, plies + BYTE_WON, codes).astype(np.uint8)


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
    return np.where(codes >= WON, BYTE_WON, np.minimum(codes, LOST)).astype(np.uint8)
