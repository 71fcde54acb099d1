"""A plan as figures: what is counted, what was measured, and what follows for this machine and for many."""

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plywise.rules import Game, PlywiseError
from plywise.solve.cluster_costs import CLUSTER_PAYS, CLUSTER_START
from plywise.solve.contents import OUTCOMES, table_contents

GIB = 1 << 30

CLUSTER_WORK = {"dense": 4 / 3, "reachable": 4.0}
"""How much more processor time a cluster takes than one thread, as measured: see docs/cluster.md."""


def check_planned(game: Game) -> None:
    """Refuse a game whose tables can't be planned."""
    contents = table_contents(game)
    if contents != OUTCOMES:
        raise PlywiseError(f"Only tables of {OUTCOMES} are planned, and those of {game.name} hold {contents}.")


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
        return self.disk / max(1, self.slots)

    @classmethod
    def together(cls, parts: "Sequence[Rates]") -> "Rates":
        """Return the rates of the larger of some parts: those with at least a quarter of the largest one's slots."""
        most = max(part.slots for part in parts)
        large = [part for part in parts if 4 * part.slots >= most]
        return cls(
            tuple(name for part in large for name in part.tables),
            sum(part.slots for part in large),
            sum(part.seconds for part in large),
            sum(part.disk for part in large),
            max(large, key=lambda part: part.slots).memory_bytes,
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
    """What solving takes: counts, and figures for one process with one thread."""

    kind: str
    """"dense" for tables of tiers, "reachable" for all that can be reached."""
    rows: list[PlanRow]
    tables: int
    slots: int
    """Of tables that are found by key, the different states."""
    largest: int
    """Slots of the largest tables that must be solved together."""
    rates: Rates
    seconds: float
    """Seconds of one core."""
    memory: float
    """Bytes of memory that the process holds at most, itself included."""
    published: float
    """Bytes of the finished tables."""
    working: float = 0
    """Bytes of disk that are used beside those until all is done: tables in working form, and notes."""
    unindexed: tuple[str, ...] = ()
    """Tables that are counted here and can't be solved yet."""
    factor: float = 1.0
    """By what factor the number of states, and so all else, may be off; 1 where it was counted."""

    @property
    def core_hours(self) -> float:
        """Hours of one core."""
        return self.seconds / 3600

    @property
    def pays_on_cluster(self) -> bool:
        """Whether a cluster finishes sooner than one process."""
        return self.slots >= CLUSTER_PAYS

    def hours(self, machine: MachineSize) -> float:
        """Return how long it takes if all cores are busy all the time; of many machines, with what a cluster adds."""
        if machine.count == 1:
            return self.core_hours / machine.cores
        work = self.core_hours * CLUSTER_WORK[self.kind] / machine.cores / machine.count
        return work + CLUSTER_START / 3600

    def to_data(self) -> dict[str, Any]:
        """Return the plan as data."""
        machines = (MachineSize.this(), MANY) if self.pays_on_cluster else (MachineSize.this(),)
        return {
            "kind": self.kind,
            "parts": [asdict(row) for row in self.rows],
            "tables": self.tables,
            "slots": self.slots,
            "largest": self.largest,
            "factor": self.factor,
            "memory_bytes": round(self.memory),
            "disk_bytes": round(self.published),
            "working_bytes": round(self.working),
            "core_hours": self.core_hours,
            "hours": {machine.name: self.hours(machine) for machine in machines},
            "measured": asdict(self.rates) | {"slots_per_second": self.rates.per_second},
            "without_index": list(self.unindexed),
        }


def memory_held() -> int:
    """Return the bytes of memory that this process holds; a usual figure where the system doesn't say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 110 << 20
