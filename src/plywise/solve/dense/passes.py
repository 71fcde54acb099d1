"""One component solved in memory: begin, then pass after pass until nothing is newly decided.

Each step is a set of tasks over ranges of slots that read what the step before left, so threads may take them in any
order. Where a folder for notes is given, what each pass decided is kept there, and work that was cut off goes on.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numpy as np

from plywise.executors import TaskThreads
from plywise.kernel.tables import KnownTier, Retrograde
from plywise.rules import PlywiseError
from plywise.solve.blame import blamed_in_slot
from plywise.solve.components import Component
from plywise.solve.dense.notes import Notes
from plywise.solve.progress import Passed

Array: TypeAlias = np.ndarray[Any, Any]
Item = TypeVar("Item")

RANGE = 1 << 18
"""Slots of one task."""

ROOM = 1 << 20
"""Messages that a thread may write before they are taken."""

BATCH = 1 << 20
"""Newly decided slots whose messages are held at once: tens of bytes each, or hundreds where pieces fly."""

PIECE = 1 << 24
"""Slots whose dues are sorted at once."""

OPEN, LOST, CLOSED, WON = 1, 2, (1 << 15) - 1, 1 << 15


class ComponentWork:
    """The codes, counts and dues of a component, and the threads that work on them."""

    def __init__(
        self,
        retrograde: Retrograde,
        component: Component,
        tables: Mapping[int, Array],
        *,
        by_conversion: bool = False,
        threads: int = 1,
        notes: Path | None = None,
        on_pass: Callable[[Passed], None] | None = None,
    ) -> None:
        self.component, self.machine, self.threads = component, retrograde.machine, threads
        self.codes = np.zeros(component.slots, np.uint16)
        self.counts = np.zeros(component.slots, np.int16)
        self.dues = np.zeros(component.slots, np.int16)
        known = known_tiers(component, tables)
        self.tiers = [entry.tier for entry in known]
        arrays = (self.codes, self.counts, self.dues)
        self.shared = TaskThreads(range(threads))
        self.blocks = [retrograde.new_block(known, arrays, by_conversion) for _ in range(threads)]
        self.rooms = [np.empty(ROOM, np.int64) for _ in range(threads)]
        self.notes = Notes(notes)
        self.on_pass = on_pass or (lambda passed: None)

    def run(self) -> Array:
        """Solve the component and return its codes, 16 bits each."""
        with self.shared:
            arrays = self.codes, self.counts, self.dues
            if not self.notes.load_beginning(*arrays):
                self.begin()
                self.notes.save_beginning(*arrays)
            self.plan_dues()
            ends = np.flatnonzero((self.codes == LOST) | (self.codes == WON))
            number, fresh = self.notes.load_passes(self.codes, ends)
            while len(fresh) or number < self.last_due:
                number += 1
                fresh = self.step(number, fresh)
                self.notes.save_pass(number, self.codes, fresh)
                self.on_pass(Passed(number, len(fresh), self.component.slots))
        np.putmask(self.codes, self.codes == CLOSED, OPEN)
        return self.codes

    def call(self, entry: str, thread: int, *numbers: int) -> int:
        """Run compiled code in a thread's block."""
        return int(self.machine.call(entry, self.blocks[thread], *numbers))

    @contextmanager
    def blaming(self, thread: int, tier: int, slots: Array | None = None) -> Iterator[None]:
        """Say of an error in compiled code in which slot it came up; in the block is its number, or its place."""
        try:
            yield
        except PlywiseError as error:
            taken = int(self.blocks[thread][self.machine.layout.TAKEN])
            slot = taken if slots is None else int(slots[taken])
            raise blamed_in_slot(self.machine.game, error, tier, slot, self.tiers) from error

    def share(self, task: Callable[[int, Item], None], items: Iterable[Item]) -> None:
        """Do a task on each item; it is given the number of a free thread."""
        deque(self.shared.run(task, items), maxlen=0)

    # Pass 0

    def begin(self) -> None:
        """Say of every slot whether it holds a state, and what ends and lower tiers make of it."""
        total, done = self.component.slots, 0

        def task(thread: int, span: tuple[int, int, int, int]) -> None:
            nonlocal done
            tier, first, last, offset = span
            with self.blaming(thread, tier):
                self.call("begin", thread, tier, first, last, offset)
            done += last - first
            self.on_pass(Passed(0, done, total))

        ranges = [
            (tier, first, min(size, first + RANGE), offset)
            for tier, size, offset in zip(
                self.component.tiers, self.component.sizes, self.component.offsets, strict=True
            )
            for first in range(0, size, RANGE)
        ]
        self.share(task, ranges)

    def plan_dues(self) -> None:
        """Sort the slots that lower tiers decide by the pass in which they do."""
        self.due_slots, self.due_starts = by_pass(self.dues)
        self.last_due = len(self.due_starts) - 2

    # The others

    def step(self, number: int, fresh: Array) -> Array:
        """Decide what is won or lost in `number` plies; `fresh` is what one ply less decided. Both are sorted."""
        due = due_in(self.due_slots, self.due_starts, number)
        is_won = self.dues[due] > 0
        found = [self.decide_due(due[is_won], number)]
        # What is lost comes first: what can go there is won, and its other successors needn't be counted.
        was_won = self.codes[fresh] >= WON
        for some in (fresh[~was_won], fresh[was_won]):
            for at in range(0, len(some), BATCH):
                found += self.apply(number, self.expand(some[at : at + BATCH]))
        found.append(self.decide_due(due[~is_won], number))
        return np.sort(np.concatenate(found))

    def decide_due(self, due: Array, number: int) -> Array:
        """Decide those slots that are due in a pass, if they are open; return them."""
        out = np.empty(len(due), np.int64)
        return out[: self.call("due", 0, due.ctypes.data, len(due), number, out.ctypes.data, 0)]

    def apply(self, number: int, messages: Array) -> list[Array]:
        """Take some of a pass's messages, each thread those for a range of slots; return what they decide."""
        bounds = np.linspace(0, self.component.slots, self.threads + 1).astype(np.int64) << 1

        def task(thread: int, part: int) -> Array:
            low, high = bounds[part], bounds[part + 1]
            own = messages[(messages >= low) & (messages < high)] if self.threads > 1 else messages
            out = np.empty(len(own), np.int64)
            return out[: self.call("apply", thread, own.ctypes.data, len(own), number, out.ctypes.data, 0)].copy()

        return list(self.shared.run(task, range(self.threads)))

    def expand(self, fresh: Array) -> Array:
        """Return the messages that newly decided slots send to those before them."""
        tiers = zip(self.component.tiers, self.component.offsets, self.component.sizes, strict=True)
        parts = []
        for tier, offset, size in tiers:
            first, last = np.searchsorted(fresh, (offset, offset + size))
            parts += [(tier, offset, fresh[at : min(at + RANGE, last)]) for at in range(first, last, RANGE)]
        found: list[Array] = [np.empty(0, np.int64)] * len(parts)

        def task(thread: int, part: int) -> None:
            found[part] = self.messages_of(thread, *parts[part])

        self.share(task, range(len(parts)))
        return joined(found)

    def messages_of(self, thread: int, tier: int, offset: int, slots: Array) -> Array:
        """Return the messages of some slots of one tier."""
        room, taken, written = self.rooms[thread], self.machine.layout.TAKEN, []
        while len(slots):
            addresses = (tier, offset, slots.ctypes.data, len(slots), room.ctypes.data, len(room))
            with self.blaming(thread, tier, slots - offset):
                written.append(room[: self.call("expand", thread, *addresses)].copy())
            slots = slots[int(self.blocks[thread][taken]) :]
        return joined(written)


def joined(parts: list[Array]) -> Array:
    """Return what several arrays hold, without copying what is in one alone."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts or [np.empty(0, np.int64)])


def known_tiers(component: Component, tables: Mapping[int, Array]) -> list[KnownTier]:
    """Return what compiled code must know of a component's tiers, and of the finished tables below."""
    inside = [
        KnownTier(tier, at, before=component.before(tier), after=component.after(tier))
        for tier, at in zip(component.tiers, component.offsets, strict=True)
    ]
    return inside + [KnownTier(tier, table=table) for tier, table in tables.items()]


def by_pass(dues: Array) -> tuple[Array, Array]:
    """Return the slots that have a due, by the pass they are due in, and where those of each pass begin.

    >>> slots, starts = by_pass(np.array([0, 3, -1, 3], np.int16))
    >>> [due_in(slots, starts, number).tolist() for number in range(1, 5)]
    [[2], [], [1, 3], []]
    """
    counts = np.zeros(1, np.int64)
    for at in range(0, len(dues), PIECE):
        piece = dues[at : at + PIECE]
        found = np.bincount(np.abs(piece[piece != 0]), minlength=len(counts))
        found[: len(counts)] += counts
        counts = found
    starts = np.concatenate(([0], np.cumsum(counts)))
    slots = np.empty(starts[-1], np.uint32 if len(dues) <= 1 << 32 else np.int64)
    nexts = starts[:-1].copy()
    for at in range(0, len(dues), PIECE):
        own = np.flatnonzero(dues[at : at + PIECE])
        passes = np.abs(dues[at : at + PIECE][own])
        order = np.argsort(passes, kind="stable")
        own, passes = own[order], passes[order]
        numbers, firsts = np.unique(passes, return_index=True)
        for number, some in zip(numbers, np.split(own, firsts[1:]), strict=False):
            slots[nexts[number] : nexts[number] + len(some)] = some + at
            nexts[number] += len(some)
    return slots, starts


def due_in(slots: Array, starts: Array, number: int) -> Array:
    """Return the slots due in a pass, out of what `by_pass` returns."""
    if number + 1 >= len(starts):
        return np.empty(0, np.int64)
    return slots[starts[number] : starts[number + 1]].astype(np.int64)
