"""The codes of all states of a game with cycles, decided pass by pass: pass n takes what is won or lost in n plies.

Where the edges between states fit into memory, each pass goes back along those of what the pass before decided, so that
every edge is walked once. Where they don't, every open state is looked at again, as in the lecture, until nothing more
is decided. What is open in the end is drawn.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from plywise.kernel.running import Block, Machine

Array: TypeAlias = np.ndarray[Any, Any]
EachRange: TypeAlias = Callable[[int, Callable[[Block, int, int], Any]], list[Any]]
"""Runs a task on each range of some number of states: it is given a thread's block, the first state and the last."""

ROOM = 1 << 20
"""Edges that a thread may write before they are taken."""

MOST_EDGES = 1 << 30
"""They take four bytes each, twice while they are turned round: 8 GiB."""

MOST_STATES = 1 << 30
"""The place of a state and one bit are a number of 31 bits."""

EMPTY, OPEN, LOST, WON = 0, 1, 2, 1 << 15


class Deciding:
    """The keys of all states, and what is known of each."""

    def __init__(
        self, machine: Machine, keys: Array, each_range: EachRange, on_pass: Callable[[int, int], None]
    ) -> None:
        self.machine, self.keys, self.each_range, self.on_pass = machine, keys, each_range, on_pass
        self.codes = np.zeros(len(keys), np.uint16)
        self.lefts = np.zeros(len(keys), np.int16)

    def run(self) -> Array:
        """Return the codes."""
        edges = self.edges()
        if edges is None:
            self.look_again()
        else:
            self.go_back(*self.turned(edges))
        self.codes[self.codes == EMPTY] = OPEN
        return self.codes

    # Back along the edges

    def edges(self) -> list[tuple[int, int, Array]] | None:
        """Return which states lead where, in parts from a state to another; None where that is too much."""
        if len(self.keys) > MOST_STATES:
            return None
        written, places = 0, self.places()
        looked_in = (places.ctypes.data, len(places) - 1)

        def edges_of(block: Block, first: int, last: int) -> list[tuple[int, int, Array]]:
            nonlocal written
            room, parts = np.empty(ROOM, np.int32), []
            arrays = (self.codes.ctypes.data, self.lefts.ctypes.data, room.ctypes.data, len(room))
            while first < last and written <= MOST_EDGES:
                n = self.machine.call("edges", block, self.keys.ctypes.data, *looked_in, first, last, *arrays)
                taken = int(block[self.machine.layout.TAKEN])
                parts.append((first, taken, room[:n].copy()))
                written += n
                first = taken
            return parts

        found = [part for parts in self.each_range(len(self.keys), edges_of) for part in parts]
        return found if written <= MOST_EDGES else None

    def places(self) -> Array:
        """Return a table in which the place of each key is found at once, as the compiled code lays it out."""
        table = np.zeros(1 << (2 * len(self.keys) - 1).bit_length(), np.int32)
        n = len(self.keys)
        self.machine.call(
            "places", self.machine.new_block(), self.keys.ctypes.data, n, table.ctypes.data, len(table) - 1
        )
        return table

    def turned(self, parts: list[tuple[int, int, Array]]) -> tuple[Array, Array]:
        """Return where the edges that lead to each state begin, and the row of them; takes the parts away."""
        block, starts = self.machine.new_block(), np.zeros(len(self.keys) + 1, np.int64)
        for _, _, edges in parts:
            self.machine.call("tally", block, edges.ctypes.data, len(edges), starts.ctypes.data + 8)
        np.cumsum(starts, out=starts)
        fill, turned = starts.copy(), np.empty(starts[-1], np.int32)
        while parts:
            first, last, edges = parts.pop()
            addresses = (self.lefts.ctypes.data, fill.ctypes.data, turned.ctypes.data)
            self.machine.call("turn", block, edges.ctypes.data, first, last, *addresses)
        return starts, turned

    def go_back(self, starts: Array, turned: Array) -> None:
        """Decide in each pass what the pass before decides."""
        block, number = self.machine.new_block(), 0
        rows = tuple(row.ctypes.data for row in (starts, turned, self.codes, self.lefts))
        fresh = np.flatnonzero((self.codes == LOST) | (self.codes == WON))
        out = np.empty(np.count_nonzero(self.codes == EMPTY), np.int64)
        while len(fresh):
            number += 1
            decided = self.machine.call(
                "backwards", block, fresh.ctypes.data, len(fresh), *rows, number, out.ctypes.data
            )
            fresh = out[:decided].copy()
            self.on_pass(number, decided)

    # Looking again

    def look_again(self) -> None:
        """Look at every open state, pass after pass, until none is decided."""
        self.codes[:] = EMPTY
        number, decided = 0, 1

        def look(block: Block, first: int, last: int) -> int:
            addresses = (self.codes.ctypes.data, len(self.keys))
            return int(self.machine.call("look", block, self.keys.ctypes.data, first, last, *addresses, number))

        while decided:
            number += 1
            decided = sum(self.each_range(len(self.keys), look))
            self.on_pass(number, decided)
