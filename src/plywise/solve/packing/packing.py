"""Packs a folder of dense tables: the same values in fewer bytes.

Slots that hold no state, and those that an action out of the tables wins, are filled with whatever packs best; where
one tier follows within a ply from those it leads to, nothing of it is written. Before anything is left out, all of the
table is worked out again and compared.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from plywise.agents.tables import MOST_DERIVED, Tables
from plywise.knowledge.solved import SolvedFolder, SolvedTableError, SolvedWriter, TableEntry, hold_folder
from plywise.knowledge.solved.codes import EMPTY
from plywise.knowledge.solved.layout import DERIVED, FILLED
from plywise.rules import Game, SearchError
from plywise.solve.components import Component, find_components
from plywise.solve.packing.laid_out import LaidOut


@dataclass(frozen=True, slots=True)
class PackedTable:
    """A table that was packed: its name, whether it is derived from others, and its bytes before and after."""

    name: str
    is_derived: bool
    before: int
    after: int


def pack_folder(game: Game, source: str | Path, into: Path, *, threads: int = 1) -> Iterator[PackedTable]:
    """Write the tables of a folder, packed, into a new one, yielding each; one that was begun is continued.

    Refuses tables that don't follow from those one ply on, and what isn't dense or holds other than outcomes.
    """
    tables = Tables(game, source)
    manifest = tables.manifest
    if tables.is_sparse or not tables.meaning.is_outcome:
        raise SearchError("Only tables by tiers of wins, draws and losses are packed: these are small as they are.")
    if any(entry.is_packed for entry in manifest.tables):
        raise SearchError(f"{tables.folder.place.name} is packed already.")
    with hold_folder(into):
        writer = SolvedFolder.create(
            into, game=manifest.game, fingerprint=manifest.fingerprint, metric=manifest.metric, meaning=manifest.meaning
        )
        yield from _Packing(tables, writer, threads).run()
        writer.finish(tables.folder.manifest.build)


class _Packing:
    """The work of one folder."""

    def __init__(self, tables: Tables, writer: SolvedWriter, threads: int) -> None:
        self.tables, self.writer, self.laid = tables, writer, LaidOut(tables, threads)
        self.entries = {entry.tier: entry for entry in tables.folder.manifest.tables}
        self.plies: dict[int, int] = {}
        """Of each derived tier: how many plies ahead its values are."""

    def run(self) -> Iterator[PackedTable]:
        """Pack group after group, each after those it leads to."""
        for component in find_components(self.tables.game, self.entries):
            self.choose(component)
            for tier in component.tiers:
                if tier in self.entries:
                    yield self.pack(self.entries[tier])

    def choose(self, component: Component) -> None:
        """Choose which tiers of a group to derive from the others: the largest first, and none from itself."""
        tiers = [tier for tier in component.tiers if tier in self.entries]
        for tier in sorted(tiers, key=lambda each: (-self.entries[each].bytes, each)):
            after = self.leads_to(tier)
            kept = [other for other in after if other in tiers and other not in self.plies]
            inner = [other for other in tiers if other in self.plies and tier in self.leads_to(other)]
            is_needed = tier in after or inner or not kept or len(kept) < len([o for o in after if o in tiers])
            plies = 1 + max((self.plies.get(other, 0) for other in after), default=0)
            if not is_needed and plies <= MOST_DERIVED and all(other in self.entries for other in after):
                self.plies[tier] = plies

    def leads_to(self, tier: int) -> list[int]:
        """Return the tiers with slots that a tier's actions lead to."""
        game = self.tables.game
        return [other for other in game.next_tiers(tier) if game.tier_size(other)]

    def pack(self, entry: TableEntry) -> PackedTable:
        """Write a table, or only that it is derived."""
        is_derived = entry.tier in self.plies
        if entry.name not in self.writer.names:
            codes = self.laid.codes(entry.tier)
            self.check(entry, codes)
            if is_derived:
                layout = replace(entry.codes.layout, coding=DERIVED, shard_chunks=1)
                self.writer.add(replace(entry, bytes=0, codes=replace(entry.codes, layout=layout, files={})))
            else:
                kept = codes.copy()
                for told in self.laid.told(entry.tier):
                    kept[told] = EMPTY
                made = self.writer.write_table(entry.name, entry.tier, kept, coding=FILLED)
                self.writer.add(replace(entry, bytes=made.bytes, codes=made.codes))
        packed = next(each for each in self.writer.manifest.tables if each.name == entry.name)
        return PackedTable(entry.name, is_derived, entry.bytes, packed.bytes)

    def check(self, entry: TableEntry, codes: Any) -> None:
        """Refuse a table of which a slot doesn't hold what follows from those one ply on."""
        should = self.laid.worked_out(entry.tier, codes)
        right = self.laid.narrow(should) if codes.dtype == np.uint8 else should
        wrong = np.flatnonzero(right != codes)
        if len(wrong):
            raise SolvedTableError(
                f"Slot {wrong[0]} of {entry.name} doesn't hold what follows from the values one ply on, so the table "
                "isn't packed: run `plywise verify`, and build it again."
            )


def total(tables: Iterable[PackedTable]) -> tuple[int, int]:
    """Return the bytes of all tables before and after.

    >>> total([PackedTable("w", False, 10, 4), PackedTable("b", True, 20, 0)])
    (30, 4)
    """
    made = list(tables)
    return sum(table.before for table in made), sum(table.after for table in made)
