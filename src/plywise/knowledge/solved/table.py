"""One solved table: asked slot by slot, or laid out whole for the kernel."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from plywise.knowledge.solved.arrays import ArrayReader, GroupFinder, KeyFinder
from plywise.knowledge.solved.codes import EMPTY, Meaning, Solved
from plywise.knowledge.solved.errors import SolvedTableError
from plywise.knowledge.solved.manifest import TableEntry
from plywise.knowledge.solved.places import Place

if TYPE_CHECKING:
    import numpy as np


class SlotRules(Protocol):
    """What a game's rules say of slots: a packed table leaves it to them."""

    def holds(self, tier: int, slot: int) -> bool:
        """Whether there is a state that has this slot."""

    def is_won_beyond(self, tier: int, slot: int) -> bool:
        """Whether an action out of the tables that lead to each other wins, in a ply as they count."""

    def derived(self, tier: int, slot: int) -> Solved:
        """Return what a slot that holds a state is worth by those one ply on."""


class SolvedTable:
    """A table of a folder; reading is safe from several threads."""

    def __init__(
        self,
        place: Place,
        entry: TableEntry,
        meaning: Meaning,
        complete: Callable[[], TableEntry] | None = None,
        rules: SlotRules | None = None,
    ) -> None:
        """Make a table of its entry; `complete` returns the same entry with the checksums of its files.

        A packed table needs the game's `rules`: without them it answers nothing.
        """
        self.place, self.entry, self.meaning, self.complete, self.rules = place, entry, meaning, complete, rules
        self.slots, self.dtype = entry.slots, entry.codes.layout.dtype
        self.codes = ArrayReader(place, entry.codes)

    def code(self, slot: int) -> Any:
        """Return the code in a slot: an int, or a float where the folder holds values."""
        if not 0 <= slot < self.slots:
            raise SolvedTableError(
                f"The table {self.entry.name} has slots 0 to {self.slots - 1}, not {slot}: ask for one."
            )
        if self.entry.is_packed:
            return self.packed_code(slot)
        if self.groups:
            return self.groups.code_of(slot)
        return self.codes.row(slot)[0]

    def packed_code(self, slot: int) -> Any:
        """Return the code in a slot of a packed table; what the rules tell isn't stored."""
        if self.rules is None:
            raise self.closed()
        if not self.rules.holds(self.entry.tier, slot):
            return EMPTY
        if self.entry.is_derived:
            solved = self.rules.derived(self.entry.tier, slot)
        elif self.rules.is_won_beyond(self.entry.tier, slot):
            solved = Solved(1, 1)
        else:
            return self.codes.row(slot)[0]
        return self.meaning.encode(solved.value, solved.distance or 0, self.dtype)

    def closed(self) -> SolvedTableError:
        """Return the error of asking a packed table what only the rules can tell."""
        return SolvedTableError(
            f"The table {self.entry.name} is packed, and the rules must tell which of its slots hold states: "
            "ask it by `open_tables`, with the game."
        )

    def solved(self, slot: int) -> Solved | None:
        """Return what the table knows of a slot's state, to the player to move; None for an empty slot."""
        return self.meaning.decode(self.code(slot), self.dtype)

    @property
    def is_sparse(self) -> bool:
        """Whether slots are found by key."""
        return bool(self.entry.keys)

    @cached_property
    def groups(self) -> GroupFinder | None:
        """Looks keys and codes up by a front's groups; None for a table that has none."""
        return GroupFinder(ArrayReader(self.place, self.entry.keys[0]), self.entry) if self.entry.groups else None

    @cached_property
    def finder(self) -> KeyFinder | GroupFinder:
        """Looks keys up."""
        if not self.is_sparse:
            raise SolvedTableError(f"The table {self.entry.name} has no keys: ask the game's index for the slot.")
        return self.groups or KeyFinder([ArrayReader(self.place, level) for level in self.entry.keys])

    def find(self, key: Sequence[int]) -> int | None:
        """Return the slot of a sparse table's key, or None if it isn't there."""
        return self.finder.find(tuple(key))

    def working(self, into: Path | None = None, *, check: bool = False) -> "np.ndarray[Any, Any]":
        """Return all codes as a read-only memory map, expanded at the first call (see arrays/working.py)."""
        from plywise.knowledge.solved.arrays import working_form

        if self.entry.is_packed:
            raise self.closed()
        return working_form(self.summed(self.codes), into, check)

    def pieces(self) -> "Iterator[np.ndarray[Any, Any]]":
        """Yield all codes in order, shard by shard: never more than one of those in memory.

        Those of a filled table mean nothing in slots of which the rules tell what belongs there.
        """
        import numpy as np

        if self.entry.is_derived:
            raise self.closed()
        dtype = np.dtype(self.dtype).newbyteorder("<")
        for shard in self.summed(self.codes).shards():
            yield np.frombuffer(shard, dtype)

    def working_keys(self, into: Path | None = None, *, check: bool = False) -> "np.ndarray[Any, Any]":
        """Return all keys of a sparse table, a row each, as a read-only memory map."""
        from plywise.knowledge.solved.arrays import working_form

        return working_form(self.summed(self.finder.levels[0]), into, check)

    def summed(self, array: ArrayReader) -> ArrayReader:
        """Return an array whose files have checksums: where a front is all we have read, by the manifest."""
        if not array.entry.is_outline or self.complete is None:
            return array
        (entry,) = (each for each in self.complete().arrays if each.path == array.entry.path)
        return ArrayReader(self.place, entry)
