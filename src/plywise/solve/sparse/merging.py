"""Sorted rows of keys merged by compiled code: in memory two by two, and of any length as streams of blocks."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from plywise.kernel.running import Block, Machine

Array: TypeAlias = np.ndarray[Any, Any]
Rows: TypeAlias = tuple[Array, Array | None]
"""Sorted keys, and their codes or None."""


class Merger:
    """Merges rows by a game's compiled pass; a key that comes more than once is taken once."""

    def __init__(self, machine: Machine, block: Block, words: int) -> None:
        self.machine, self.block, self.words = machine, block, words

    def two(self, left: Rows, right: Rows) -> Rows:
        """Merge two rows."""
        (keys, codes), (others, other_codes) = left, right
        if not len(keys) or not len(others):
            return left if len(keys) else right
        out = np.empty((len(keys) + len(others), self.words), np.int64)
        out_codes = None if codes is None else np.empty(len(out), codes.dtype)
        n = self.machine.call(
            "merge",
            self.block,
            *(keys.ctypes.data, len(keys), others.ctypes.data, len(others), out.ctypes.data),
            *(0 if each is None else each.ctypes.data for each in (codes, other_codes, out_codes)),
        )
        return out[:n], None if out_codes is None else out_codes[:n]

    def all(self, rows: Sequence[Rows]) -> Rows:
        """Merge any number of rows, two neighbours at a time, so that all of a round are about as long."""
        left = list(rows)
        while len(left) > 1:
            pairs = range(0, len(left) - 1, 2)
            merged = []
            for at in pairs:
                merged.append(self.two(left[at], left[at + 1]))
                left[at] = left[at + 1] = (self.none, None)
            left = [*merged, *left[2 * len(pairs) :]]
        return left[0] if left else (self.none, None)

    @property
    def none(self) -> Array:
        """No keys."""
        return np.empty((0, self.words), np.int64)

    def streams(self, streams: Sequence[Iterator[Rows]]) -> Iterator[Rows]:
        """Merge streams of blocks: holds one block of each, and yields what is certain to come before the rest."""
        heads = [_Head(stream) for stream in streams]
        while heads := [head for head in heads if head.fill()]:
            limit = min(head.last for head in heads)
            yield self.all([head.taken(limit) for head in heads])


class _Head:
    """What was read of a stream and isn't merged yet."""

    def __init__(self, stream: Iterator[Rows]) -> None:
        self.stream = stream
        self.keys: Array = np.empty((0, 1), np.int64)
        self.codes: Array | None = None

    def fill(self) -> bool:
        """Read on where nothing is left; False at the end."""
        while not len(self.keys):
            block = next(self.stream, None)
            if block is None:
                return False
            self.keys, self.codes = block
        return True

    @property
    def last(self) -> tuple[int, ...]:
        """The last key that was read."""
        return tuple(self.keys[-1].tolist())

    def taken(self, limit: tuple[int, ...]) -> Rows:
        """Take away all keys up to a limit."""
        n = rows_below(self.keys, limit, with_it=True)
        taken = self.keys[:n], None if self.codes is None else self.codes[:n]
        self.keys, self.codes = self.keys[n:], None if self.codes is None else self.codes[n:]
        return taken


def rows_below(keys: Array, limit: tuple[int, ...], *, with_it: bool = False) -> int:
    """Return how many sorted keys are below a limit, or up to it.

    >>> rows_below(np.array([[1, 2], [1, 4], [2, 0]]), (1, 4)), rows_below(np.array([[3]]), (3,), with_it=True)
    (1, 1)
    """
    low, high = 0, len(keys)
    for word, value in enumerate(limit):
        column, last = keys[low:high, word], word == len(limit) - 1
        start = low + int(np.searchsorted(column, value, "left"))
        end = low + int(np.searchsorted(column, value, "right"))
        if last:
            return end if with_it else start
        low, high = start, end
        if low == high:
            return low
    return low
