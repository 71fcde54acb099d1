"""All states of a game with cycles, and which leads to which: each state is followed once, in memory.

States are numbered in the order in which they are found, ply by ply. A table of places says at once of an action's
state whether it was found before, and where; what wasn't is numbered by one thread after each wave of tasks.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from plywise.kernel.running import Block, Machine
from plywise.solve.sparse.numbered_keys import NumberedKeys

Array: TypeAlias = np.ndarray[Any, Any]
Part: TypeAlias = tuple[int, int, Array]
"""The edges from one state on and before another."""

NewPart: TypeAlias = tuple[int, int, Array, Array]
"""The same where not all places are known, with the keys of the states that have none."""

EachRange: TypeAlias = Callable[[int, Callable[[Block, int, int], Any]], Iterator[Any]]
"""Runs a task on each range of some number of states: it is given a thread's block, the first state and the last."""

WAVE = 1 << 18
"""States that are followed before what they lead to is numbered."""

ROOM = 1 << 20
"""Edges that a thread may write before they are taken."""

MOST_EDGES = 1 << 30
"""They take four bytes each, twice while they are turned round: 8 GiB."""


class FoundStates(NumberedKeys):
    """The states found so far: keys, codes of those that are ends, how many actions each has, and their edges."""

    def __init__(self, machine: Machine, first: Array, each_range: EachRange) -> None:
        super().__init__(machine, first, 1 << 10)
        self.each_range = each_range
        self.codes: list[Array] = []
        self.lefts: list[Array] = []
        self.edges: list[Part] | None = []
        """None where they are too many to be kept."""
        self.written = 0

    def follow(self, first: int, last: int) -> None:
        """Find what some states lead to."""
        for at in range(first, last, WAVE):
            for found in list(self.each_range(min(last, at + WAVE) - at, partial(self.followed, at))):
                self.take(*found)

    def followed(self, at: int, block: Block, first: int, last: int) -> tuple[Array, Array, list[NewPart]]:
        """Return codes, numbers of actions, and parts of edges, of some states counted from `at`."""
        layout, begin, parts = self.machine.layout, at + first, []
        first, last = begin, at + last
        codes, lefts = np.zeros(last - first, np.uint16), np.empty(last - first, np.int16)
        room, missing = np.empty(ROOM, np.int32), np.empty((ROOM, self.words), np.int64)
        addresses = (
            *(codes.ctypes.data - 2 * begin, lefts.ctypes.data - 2 * begin),
            *(room.ctypes.data, len(room), missing.ctypes.data),
        )
        where = (self.rows.ctypes.data, self.table.ctypes.data, self.mask)
        while first < last:
            n = self.machine.call("edges", block, *where, first, last, *addresses)
            taken = int(block[layout.TAKEN])
            parts.append((first, taken, room[:n].copy(), missing[: int(block[layout.MISSED])].copy()))
            first = taken
        return codes, lefts, parts

    def take(self, codes: Array, lefts: Array, parts: list[NewPart]) -> None:
        """Number what is new, and keep the edges."""
        self.codes.append(codes)
        self.lefts.append(lefts)
        for first, last, edges, missing in parts:
            places = self.numbered(missing)
            self.written += len(edges)
            if self.written > MOST_EDGES:
                self.edges = None
            if self.edges is not None:
                unknown = np.flatnonzero(edges < 0)
                edges[unknown] = places << 1 | edges[unknown] & 1
                self.edges.append((first, last, edges))

    @staticmethod
    def taken(parts: list[Array]) -> Array:
        """Return parts as one, and take them away."""
        whole = np.concatenate(parts)
        parts.clear()
        return whole
