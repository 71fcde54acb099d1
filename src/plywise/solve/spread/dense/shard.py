"""One shard of a component: its codes, counts and dues in memory, and the passes over them.

What is in memory is only a cache. It follows from files: what pass 0 left, and what each pass decided.

    begin-0002          codes, counts and dues of shard 2 after pass 0
    pass-00007-0002     the slots of shard 2 that pass 7 decided, sorted, as slot in the shard << 1 | whether it is won
    codes-0002          the codes in the end
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from plywise.kernel.running import Block
from plywise.kernel.tables import ShardedRetrograde
from plywise.rules import PlywiseError, SearchError
from plywise.solve.blame import blamed_in_slot
from plywise.solve.components import Component
from plywise.solve.dense import LOST, ROOM, WON, by_pass, due_in, known_tiers

Array: TypeAlias = np.ndarray[Any, Any]

LARGEST = 1 << 31
"""Slots that a shard may have: messages and what passes decided are written in 32 bits."""


@dataclass(frozen=True, slots=True)
class Partition:
    """A component and how it is cut: shard i has the slots from `bounds[i]` to `bounds[i + 1]`."""

    name: str
    """The folder of its files."""
    component: Component
    bounds: tuple[int, ...]
    by_conversion: bool = False

    @classmethod
    def cut(cls, name: str, component: Component, shards: int, by_conversion: bool) -> "Partition":
        """Cut a component into shards of about the same size.

        >>> Partition.cut("x", Component((0,), (10,)), 3, False).bounds
        (0, 3, 6, 10)
        """
        if -(-component.slots // shards) > LARGEST:
            raise SearchError(f"{name} needs more shards: {LARGEST:,} slots is the most that one may have.")
        return cls(name, component, tuple(component.slots * i // shards for i in range(shards + 1)), by_conversion)

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return len(self.bounds) - 1

    def file(self, kind: str, shard: int, number: int | None = None) -> str:
        """Return the name of a task's file."""
        return f"{self.name}/{kind}-{shard:04d}" if number is None else f"{self.name}/{kind}-{number:05d}-{shard:04d}"

    def tiers_in(self, first: int, last: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield tier, offset, first and last slot of each tier's share of a range."""
        for tier, offset, size in zip(self.component.tiers, self.component.offsets, self.component.sizes, strict=True):
            low, high = max(first, offset), min(last, offset + size)
            if low < high:
                yield tier, offset, low, high


class Shard:
    """A shard's content after some pass, and what can be done with it."""

    def __init__(
        self, kernel: ShardedRetrograde, partition: Partition, number: int, below: Mapping[int, Array]
    ) -> None:
        self.kernel, self.partition = kernel, partition
        self.first, self.last = partition.bounds[number], partition.bounds[number + 1]
        size = self.last - self.first
        self.codes, self.counts, self.dues = (
            np.zeros(size, np.uint16),
            np.zeros(size, np.int16),
            np.zeros(size, np.int16),
        )
        component = partition.component
        self.known = known_tiers(component, below)
        self.block = self.block_for((self.codes, self.counts, self.dues), self.first, self.last)
        self.passed = -1
        """The last pass that is done; -1: none is, or one was cut off."""
        self.fresh = np.empty(0, np.int64)
        """The slots that it decided, sorted."""

    def block_for(self, arrays: Sequence[Array], first: int, last: int) -> Block:
        """Return memory in which arrays are known as those of a range of slots."""
        made: Block = self.kernel.shard_block(self.known, arrays, self.partition.by_conversion, first, last)
        return made

    def call(self, entry: str, *numbers: int) -> int:
        """Run compiled code."""
        return int(self.kernel.machine.call(entry, self.block, *numbers))

    # Pass 0

    def begin(self) -> None:
        """Say of every slot whether it holds a state, and what ends and lower tiers make of it."""
        for tier, offset, low, high in self.partition.tiers_in(self.first, self.last):
            try:
                self.call("begin", tier, low - offset, high - offset, offset)
            except PlywiseError as error:
                machine, tiers = self.kernel.machine, [entry.tier for entry in self.known]
                slot = int(self.block[machine.layout.TAKEN])
                raise blamed_in_slot(machine.game, error, tier, slot, tiers) from error
        self.begun()

    def begun(self) -> None:
        """Mark pass 0 as done, and plan when dues decide."""
        self.due_slots, self.due_starts = by_pass(self.dues)
        self.fresh = np.flatnonzero((self.codes == LOST) | (self.codes == WON)) + self.first
        self.passed = 0

    @property
    def last_due(self) -> int:
        """The last pass in which a due decides."""
        return len(self.due_starts) - 2

    # The others

    def send(self) -> list[Array]:
        """Return the messages of what the last pass decided, those for each shard apart, each in slots of its own."""
        found = [np.empty(0, np.int64)]
        for tier, offset, low, high in self.partition.tiers_in(self.first, self.last):
            begin, end = np.searchsorted(self.fresh, (low, high))
            found += self.messages_of(tier, offset, self.fresh[begin:end])
        messages = np.sort(np.concatenate(found))
        cuts = np.searchsorted(messages, np.array(self.partition.bounds) << 1)
        parts = zip(pairwise(cuts.tolist()), self.partition.bounds, strict=False)
        return [(messages[begin:end] - (first << 1)).astype(np.uint32) for (begin, end), first in parts]

    def messages_of(self, tier: int, offset: int, slots: Array) -> Iterator[Array]:
        """Yield the messages of some slots of one tier."""
        room, taken = np.empty(ROOM, np.int64), self.kernel.machine.layout.TAKEN
        while len(slots):
            addresses = (tier, offset, slots.ctypes.data, len(slots), room.ctypes.data, len(room))
            yield room[: self.call("expand", *addresses)].copy()
            slots = slots[int(self.block[taken]) :]

    def take(self, number: int, parts: Sequence[Array]) -> None:
        """Decide what messages, in whatever order, and dues decide in a pass."""
        self.passed = -1
        messages = np.concatenate(parts).astype(np.int64) + (self.first << 1)
        due = due_in(self.due_slots, self.due_starts, number)
        is_won = self.dues[due] > 0
        wins, losses = due[is_won] + self.first, due[~is_won] + self.first
        out = np.empty(len(due) + len(messages), np.int64)
        decided = self.call("due", wins.ctypes.data, len(wins), number, out.ctypes.data, 0)
        decided = self.call("apply", messages.ctypes.data, len(messages), number, out.ctypes.data, decided)
        decided = self.call("due", losses.ctypes.data, len(losses), number, out.ctypes.data, decided)
        self.fresh = np.sort(out[:decided])
        self.passed = number

    def decided(self) -> Array:
        """Return what the last pass decided, as it is written down."""
        own = self.fresh - self.first
        return (own << 1 | (self.codes[own] >= WON)).astype(np.uint32)

    # From files

    @property
    def nbytes(self) -> int:
        """Bytes of its arrays."""
        return self.codes.nbytes + self.counts.nbytes + self.dues.nbytes

    def restore(self, arrays: Mapping[str, Array], passed: int) -> None:
        """Take codes, counts and dues as they were after a pass, and what that pass decided."""
        self.codes[:], self.counts[:], self.dues[:] = arrays["codes"], arrays["counts"], arrays["dues"]
        self.begun()
        self.fresh = arrays["fresh"].copy() if "fresh" in arrays else self.fresh
        self.passed = passed

    def recount(self, number: int, all_codes: Array) -> None:
        """Count again, as it was after a pass, from the codes of all shards."""
        block = self.block_for((all_codes, all_codes, all_codes), 0, len(all_codes))
        counts = self.counts.ctypes.data - self.first * self.counts.itemsize
        self.kernel.machine.call("recount", block, counts, self.first, self.last, number)


def replay(codes: Array, decided: Array, number: int) -> Array:
    """Put what a pass decided into a shard's codes; return the slots, in the shard."""
    slots = (decided >> 1).astype(np.int64)
    codes[slots] = np.where(decided & 1, WON + number, LOST + number)
    return slots
