"""The codes of all states of a game with cycles, decided pass by pass: pass n takes what is won or lost in n plies.

Where the edges between states fit into memory, each pass goes back along those of what the pass before decided, so that
every edge is walked once. Where they don't, every open state is looked at again, as in the lecture, until nothing more
is decided. What is open in the end is drawn.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from plywise.kernel.running import Block, Machine
from plywise.solve.sparse.found_states import EachRange, FoundStates, Part

Array: TypeAlias = np.ndarray[Any, Any]

EMPTY, OPEN, LOST, WON = 0, 1, 2, 1 << 15


class BackAlongEdges:
    """The codes of states in the order in which they were found; takes its edges away."""

    def __init__(self, machine: Machine, found: FoundStates, on_pass: Callable[[int, int], None]) -> None:
        self.machine, self.found, self.on_pass = machine, found, on_pass
        self.codes, self.lefts = found.taken(found.codes), found.taken(found.lefts)
        self.again = 0
        """How many edges lead to a state in which the same player moves."""

    def run(self) -> Array:
        """Return the codes."""
        assert self.found.edges is not None
        self.go_back(*self.turned(self.found.edges))
        self.codes[self.codes == EMPTY] = OPEN
        return self.codes

    def turned(self, parts: list[Part]) -> tuple[Array, Array]:
        """Return where the edges that lead to each state begin, and the row of them; takes the parts away."""
        block, starts = self.machine.new_block(), np.zeros(len(self.codes) + 2, np.int64)
        for _, _, edges in parts:
            self.again += self.machine.call("tally", block, edges.ctypes.data, len(edges), starts.ctypes.data + 16)
        np.cumsum(starts, out=starts)
        turned = np.empty(starts[-1], np.int32)
        while parts:
            first, last, edges = parts.pop()
            # What says where a state's next edge goes says in the end where those of the next state begin.
            addresses = (self.lefts.ctypes.data, starts.ctypes.data + 8, turned.ctypes.data)
            self.machine.call("turn", block, edges.ctypes.data, first, last, *addresses)
        return starts[:-1], turned

    def go_back(self, starts: Array, turned: Array) -> None:
        """Decide in each pass what the pass before decides."""
        block, number = self.machine.new_block(), 0
        rows = (starts.ctypes.data, turned.ctypes.data, self.again, self.codes.ctypes.data, self.lefts.ctypes.data)
        fresh = np.flatnonzero((self.codes == LOST) | (self.codes == WON))
        out = np.empty(np.count_nonzero(self.codes == EMPTY), np.int64)
        while len(fresh):
            number += 1
            decided = self.machine.call(
                "backwards", block, fresh.ctypes.data, len(fresh), *rows, number, out.ctypes.data
            )
            fresh = out[:decided].copy()
            self.on_pass(number, decided)


def look_again(machine: Machine, keys: Array, each_range: EachRange, on_pass: Callable[[int, int], None]) -> Array:
    """Return the codes of sorted keys: look at every open state, pass after pass, until none is decided."""
    codes, number, decided = np.zeros(len(keys), np.uint16), 0, 1

    def look(block: Block, first: int, last: int) -> int:
        addresses = (codes.ctypes.data, len(keys))
        return int(machine.call("look", block, keys.ctypes.data, first, last, *addresses, number))

    while decided:
        number += 1
        decided = sum(each_range(len(keys), look))
        on_pass(number, decided)
    codes[codes == EMPTY] = OPEN
    return codes
