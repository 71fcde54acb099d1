"""What solving would cost, before it is begun: slots, memory, disk and core-hours, from rates measured on the spot.

A small part of the same tables is solved for real, in this process. What is known exactly (how many slots there are)
and what is extrapolated (everything that time and compression decide) are reported separately.
"""

import os
import tempfile
import time
import tracemalloc
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plywise.kernel.tables import Retrograde
from plywise.rules import Game, PlywiseError
from plywise.solve.components import Component, find_components
from plywise.solve.dense import ROOM, DenseJob

SECONDS = 6
"""CPU time that measuring may take, about."""

LEAST_MEMORY = 6.0
"""Bytes of a slot's code, count and due."""

TRIED = 64
"""Slots of a tier that are tried to see whether it has an index."""

NOTED = 14
"""Bytes a slot that the notes of work under way take, at most: what pass 0 leaves, and each slot as it is decided."""

GIB = 1 << 30


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A part of the whole: its name, how many tables and slots it has, and the states as the game counts them."""

    name: str
    tables: int
    slots: int
    states: int | None


@dataclass(frozen=True, slots=True)
class Rates:
    """What was measured on some tables: slots a CPU second, bytes a slot on disk and, at most, in memory."""

    tables: tuple[str, ...]
    slots: int
    seconds: float
    disk: int
    memory_bytes: float

    @property
    def per_second(self) -> float:
        """Slots a CPU second."""
        return self.slots / max(self.seconds, 1e-9)

    @property
    def disk_bytes(self) -> float:
        """Bytes a slot on disk."""
        return self.disk / self.slots

    @classmethod
    def together(cls, parts: "Sequence[Rates]") -> "Rates":
        """Return the rates of the larger of some parts: those with at least a quarter of the largest one's slots."""
        most = max(part.slots for part in parts)
        large = [part for part in parts if 4 * part.slots >= most]
        names = tuple(name for part in large for name in part.tables)
        return cls(
            names,
            sum(part.slots for part in large),
            sum(part.seconds for part in large),
            sum(part.disk for part in large),
            max(part.memory_bytes for part in large),
        )


@dataclass(frozen=True, slots=True)
class MachineSize:
    """A machine to plan for, or many: cores, and bytes of memory where known, of each."""

    name: str
    cores: int
    memory: int | None = None
    count: int = 1

    @classmethod
    def this(cls) -> "MachineSize":
        """Return this machine, as far as this process may use it."""
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else None
        return cls(f"this machine, {cores} cores" if cores > 1 else "this machine, 1 core", cores, memory)


MANY = MachineSize("100 machines of 64 cores", 64, count=100)


@dataclass(frozen=True, slots=True)
class Plan:
    """What solving some tiers takes; `unindexed` names tables that are counted here and can't be solved yet."""

    rows: list[PlanRow]
    tables: int
    slots: int
    largest: int
    """Slots of the largest tables that must be solved together."""
    rates: Rates
    unindexed: list[str]

    @property
    def core_hours(self) -> float:
        """Hours of one core."""
        return self.slots / self.rates.per_second / 3600

    @property
    def memory(self) -> float:
        """Bytes of memory that the largest tables take while they are solved."""
        return self.largest * self.rates.memory_bytes

    @property
    def published(self) -> float:
        """Bytes of the finished tables."""
        return self.slots * self.rates.disk_bytes

    @property
    def working(self) -> float:
        """Bytes of disk that are used beside those until all is done: tables in working form, and notes."""
        return self.slots + self.largest * NOTED

    def hours(self, machine: MachineSize) -> float:
        """Return how long it takes if all cores are busy all the time."""
        return self.core_hours / machine.cores / machine.count

    def to_data(self) -> dict[str, Any]:
        """Return the plan as data."""
        return {
            "parts": [asdict(row) for row in self.rows],
            "tables": self.tables,
            "slots": self.slots,
            "largest": self.largest,
            "memory_bytes": round(self.memory),
            "disk_bytes": round(self.published),
            "working_bytes": round(self.working),
            "core_hours": self.core_hours,
            "hours": {machine.name: self.hours(machine) for machine in (MachineSize.this(), MANY)},
            "measured": asdict(self.rates) | {"slots_per_second": self.rates.per_second},
            "without_index": self.unindexed,
        }


def plan_tiers(game: Game, spec: str, text: str, *, metric: str = "win") -> Plan:
    """Plan the tiers that a text names and all that they lead to; solves a few small ones to measure."""
    rules: Any = game
    components = find_components(game, rules.parse_tier(text))
    return Plan(
        _rows(rules, text, components),
        sum(len(component.tiers) for component in components),
        sum(component.slots for component in components),
        max(component.slots for component in components),
        _measure(game, spec, components, metric),
        [rules.tier_name(tier) for each in components for tier in each.tiers if not _has_index(rules, tier)],
    )


def _rows(rules: Any, text: str, components: Sequence[Component]) -> list[PlanRow]:
    """Count all tiers of up to 1, 2, ... men where a number is asked for, else each group of tables."""
    counts = rules.count_states if rules.offers("count_states") else lambda text: None
    if not text.strip().isdecimal():
        names = [" ".join(map(rules.tier_name, component.tiers)) for component in components]
        return [PlanRow(name, len(each.tiers), each.slots, None) for name, each in zip(names, components, strict=True)]
    rows = []
    for number in range(1, int(text) + 1):
        try:
            tiers = rules.parse_tier(str(number))
        except PlywiseError:
            continue
        rows.append(PlanRow(f"up to {number}", len(tiers), sum(map(rules.tier_size, tiers)), counts(str(number))))
    return rows


def _closures(components: Sequence[Component]) -> list[tuple[int, ...]]:
    """Return for each component all that must be solved for it, itself the last, bottom up."""
    homes = {tier: number for number, component in enumerate(components) for tier in component.tiers}
    found: list[tuple[int, ...]] = []
    for number, component in enumerate(components):
        below = {each for tier in component.below for each in found[homes[tier]]}
        found.append((*sorted(below), number))
    return found


def _measure(game: Game, spec: str, components: Sequence[Component], metric: str) -> Rates:
    """Solve tables, small ones first, for as long as a few seconds allow; what the largest took are the rates."""
    retrograde, started = Retrograde(game), time.process_time()
    waiting = sorted(_closures(components), key=lambda each: sum(components[part].slots for part in each))
    with tempfile.TemporaryDirectory(prefix="plywise-plan-") as folder:
        job = DenseJob(
            game,
            spec,
            tuple(tier for each in components for tier in each.tiers),
            Path(folder) / "tables",
            metric=metric,
        )
        done: dict[int, Rates] = {}
        rate = 0.0
        for closure in waiting:
            left = [part for part in closure if part not in done]
            slots = sum(components[part].slots for part in left)
            if done and time.process_time() - started + slots / rate > SECONDS:
                break
            for part in left:
                done[part] = _measure_one(job, retrograde, components[part], part)
                rate = done[part].per_second
    return Rates.together(list(done.values()))


def _measure_one(job: DenseJob, retrograde: Retrograde, component: Component, number: int) -> Rates:
    worked = time.process_time()
    tracemalloc.start()
    job.solve(retrograde, component, number)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    seconds, names = time.process_time() - worked, job.names(component)
    size = sum(table.bytes for table in job.writer.manifest.tables if table.name in names)
    memory = max(LEAST_MEMORY, (peak - 8 * ROOM) / component.slots)
    return Rates(names, component.slots, seconds, size, memory)


def _has_index(rules: Any, tier: int) -> bool:
    """Whether any of some slots all over a tier holds a state."""
    size = rules.tier_size(tier)
    slots = range(0, size, max(1, size // TRIED))
    return any(_is_filled(rules, tier, slot) for slot in slots) or any(
        _is_filled(rules, tier, slot) for slot in range(min(size, TRIED))
    )


def _is_filled(rules: Any, tier: int, slot: int) -> bool:
    state = rules.unindex(tier, slot)
    return bool((rules.tier(state), rules.index(state)) == (tier, slot))
