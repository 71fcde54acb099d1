"""The table of depth-first proof-number search: proof and disproof numbers of states that were left.

places, each of four    | key | numbers | the path that an answer leans on | work |
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

INFINITE = (1 << 26) - 1
MOST = INFINITE - 1
"""The largest number of an open state: sums are cut off there."""
NOWHERE = 1 << 16
"""The first ply that an answer leans on, if it leans on none."""
BUCKET = 4
"""Entries that share a place."""


class ProofNumbers(NamedTuple):
    """A state's numbers; of an answer, the first and the last ply of the path whose states it leans on."""

    proof: int = 1
    disproof: int = 1
    first: int = NOWHERE
    last: int = -1

    @property
    def is_open(self) -> bool:
        """Whether neither yes nor no is proven."""
        return self.proof > 0 and self.disproof > 0


YES, NO = ProofNumbers(0, INFINITE), ProofNumbers(INFINITE, 0)


@dataclass(slots=True)
class ProofEntry:
    """What the table has of a state; an answer that leans on repetitions holds below one path only."""

    key: Hashable
    found: ProofNumbers
    path: tuple[Hashable, ...]
    """The states down to the last one leaned on."""
    work: int
    """How many states were visited for it."""


class ProofTable:
    """Numbers of states in places of four. In a full place the entry with the least work gives way."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.entries: dict[int, list[ProofEntry]] = {}

    def find(self, key: Hashable) -> ProofEntry | None:
        """Return what is known of a state."""
        return next((entry for entry in self.entries.get(hash(key) % self.places, ()) if entry.key == key), None)

    def store(self, entry: ProofEntry) -> None:
        """Store what is known of a state now."""
        place = self.entries.setdefault(hash(entry.key) % self.places, [])
        old = next((i for i, other in enumerate(place) if other.key == entry.key), len(place))
        if old == BUCKET:
            old = min(range(BUCKET), key=lambda i: place[i].work)
        place[old : old + 1] = [entry]
