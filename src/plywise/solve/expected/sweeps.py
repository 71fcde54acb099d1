"""One component of a game with chance solved in memory: slots settled where they can be, the others narrowed.

Slots are first *settled*: whatever leads only to what is known becomes known, pass by pass, exactly but for rounding of
floats. A game without cycles, such as a bear-off, is done then. What is left is on cycles, or leads to some, and is
*narrowed*, as `search.value_iteration` does it: one estimate rises from the lowest utility, another falls from the
highest, and the truth stays between them. Where they are near enough, the middle is taken.

The bytes don't depend on the threads. What settling finds is final, whenever it is found. A sweep that narrows reads
what the sweep before left; only inside of ranges, of fixed size, it reads what it has just found.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np

from plywise.executors import TaskThreads
from plywise.kernel.running import Block
from plywise.kernel.tables import ExpectedSweeps, KnownTier
from plywise.rules import SearchError
from plywise.solve.components import Component
from plywise.solve.progress import Passed

Array: TypeAlias = np.ndarray[Any, Any]
Part: TypeAlias = tuple[int, int, Array]
"""A tier, its first slot in the component, and some of its slots in order."""

RANGE = 1 << 12
"""Slots of one task; part of the definition of a sweep, so it must not depend on the number of threads."""

STALLED = 1e-6
"""A sweep that narrows all bounds together by no more than this share of the error gets nowhere."""


class ExpectedWork:
    """The values of one component in memory, and the threads that work on them."""

    def __init__(
        self,
        sweeps: ExpectedSweeps,
        component: Component,
        tables: Mapping[int, Array],
        error: float,
        *,
        threads: int = 1,
        on_pass: Callable[[Passed], None] | None = None,
    ) -> None:
        self.sweeps, self.machine, self.component = sweeps, sweeps.machine, component
        self.error, self.bound = error, 0.0
        known = [KnownTier(tier, at) for tier, at in zip(component.tiers, component.offsets, strict=True)]
        known += [KnownTier(tier, table=table) for tier, table in tables.items()]
        self.shared = TaskThreads([sweeps.new_block(known) for _ in range(threads)])
        self.values = np.full(component.slots, np.nan)
        self.on_pass = on_pass or (lambda passed: None)
        self.passes = 0

    def run(self) -> Array:
        """Return a value for each slot, NaN where it is empty."""
        with self.shared:
            waiting = self.settle(self.list_states())
            if len(waiting):
                self.narrow(waiting)
        return self.values

    def list_states(self) -> Array:
        """Return the slots that hold a state."""
        component, found = self.component, []
        for tier, size, offset in zip(component.tiers, component.sizes, component.offsets, strict=True):
            spans = [(tier, first, min(size, first + RANGE), offset) for first in range(0, size, RANGE)]
            found += self.each(self.listed, spans)
        return np.concatenate(found)

    def listed(self, block: Block, span: tuple[int, int, int, int]) -> Array:
        """Return the slots of a range that hold a state."""
        out = np.empty(RANGE, np.int64)
        return out[: self.machine.call("list", block, *span, out.ctypes.data)].copy()

    def settle(self, waiting: Array) -> Array:
        """Work out what leads only to what is known, until nothing more does; return the slots that are left."""
        self.point_to(self.values, self.values, self.values, self.values)
        settled = -1
        while len(waiting) and settled != 0:
            settled = sum(self.each(self.called("settle"), self.parts(waiting)))
            waiting = waiting[np.isnan(self.values[waiting])]
            self.tell(settled)
        return waiting

    def narrow(self, waiting: Array) -> None:
        """Bring the bounds of the slots that are left together, and store the middle."""
        least, most = self.machine.game.utility_range
        bounds = [self.values.copy() for _ in range(4)]
        for array, start in zip(bounds, (least, most, least, most), strict=True):
            array[waiting] = start
        self.point_to(*bounds)
        parts, met = self.parts(waiting), 0
        gaps = np.full(len(waiting), float(most - least))
        while gaps.max() > 2 * self.error:
            self.each(self.called("narrow"), parts)
            for old, new in zip(bounds[:2], bounds[2:], strict=True):
                old[waiting] = new[waiting]
            before, gaps = gaps, bounds[1][waiting] - bounds[0][waiting]
            if np.sum(before - gaps) <= STALLED * self.error:
                raise SearchError(
                    f"{self.machine.game.name} need never end, and the rules don't say what that is worth: "
                    "solve tiers without such play, or allow a larger error."
                )
            near = int(np.count_nonzero(gaps <= 2 * self.error))
            self.tell(near - met)
            met = near
        self.values[waiting] = (bounds[0][waiting] + bounds[1][waiting]) / 2
        self.bound = float(gaps.max()) / 2

    def parts(self, slots: Array) -> list[Part]:
        """Cut slots, which are in order, into the tasks of a sweep; each is of one tier."""
        component, found = self.component, []
        for tier, offset, size in zip(component.tiers, component.offsets, component.sizes, strict=True):
            first, last = np.searchsorted(slots, (offset, offset + size))
            found += [(tier, offset, slots[at : min(at + RANGE, last)]) for at in range(first, last, RANGE)]
        return found

    def called(self, entry: str) -> Callable[[Block, Part], int]:
        """Return a task that runs compiled code on a part."""

        def task(block: Block, part: Part) -> int:
            tier, offset, slots = part
            return int(self.machine.call(entry, block, tier, offset, slots.ctypes.data, len(slots)))

        return task

    def each(self, task: Callable[[Block, Any], Any], parts: list[Any]) -> list[Any]:
        """Run a task on each part, in whichever thread is free; return what they return, in order."""
        return list(self.shared.run(task, parts))

    def point_to(self, *bounds: Array) -> None:
        """Give every thread the address of the bounds."""
        for block in self.shared.tools:
            self.sweeps.point_to(block, bounds)

    def tell(self, slots: int) -> None:
        """Say how far the work is."""
        self.passes += 1
        self.on_pass(Passed(self.passes, slots, self.component.slots))
