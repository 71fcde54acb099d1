"""Different keys, numbered in the order in which they come, and a table of places that says where each of them is."""

from typing import Any, TypeAlias

import numpy as np

from plywise.kernel.running import Machine
from plywise.rules import SearchError

Array: TypeAlias = np.ndarray[Any, Any]

MOST_STATES = 1 << 30
"""The place of a state and one bit are a number of 31 bits."""

AT_A_TIME = 1 << 20
"""Keys that are numbered before the table grows: some may have a number, and need no room."""


class NumberedKeys:
    """The keys that came so far."""

    too_many = "More than {most:,} states can be reached, and there are cycles: that is too much."

    def __init__(self, machine: Machine, first: Array, most: int) -> None:
        """Begin with some keys, and with room for `most`."""
        self.machine, self.block = machine, machine.new_block()
        self.n, self.words = len(first), first.shape[1]
        self.rows, self.table = first, np.empty(0, np.int32)
        self.make_room(most)

    @property
    def keys(self) -> Array:
        """The keys by their numbers."""
        return self.rows[: self.n]

    @property
    def mask(self) -> int:
        """The bits that count of where a key is looked for in the table."""
        return len(self.table) - 1

    def numbered(self, keys: Array) -> Array:
        """Return the numbers of some keys; those that have none get the next ones."""
        places = np.empty(len(keys), np.int32)
        for at in range(0, len(keys), AT_A_TIME):
            n = min(AT_A_TIME, len(keys) - at)
            self.make_room(self.n + n)
            out = places[at:].ctypes.data
            table = (self.rows.ctypes.data, self.n, self.table.ctypes.data, self.mask)
            self.n = self.machine.call("insert", self.block, keys[at:].ctypes.data, n, *table, out)
        return places

    def close(self) -> None:
        """Give back the table: no more keys are looked up."""
        self.table = np.empty(0, np.int32)

    def new_rows(self, count: int) -> Array:
        """Return room for keys."""
        return np.empty((count, self.words), np.int64)

    def new_table(self, size: int) -> Array:
        """Return a table in which no key is."""
        return np.zeros(size, np.int32)

    def make_room(self, most: int) -> None:
        """See to it that there is room for that many keys, at least half of the table being free."""
        if 2 * most <= len(self.table):
            return
        if most > MOST_STATES:
            raise SearchError(self.too_many.format(most=MOST_STATES))
        self.table = np.empty(0, np.int32)
        size = 1 << (2 * most - 1).bit_length()
        rows, self.rows = self.keys, self.new_rows(size // 2)
        self.rows[: self.n] = rows
        self.table = self.new_table(size)
        self.machine.call("places", self.block, self.rows.ctypes.data, self.n, self.table.ctypes.data, size - 1)
