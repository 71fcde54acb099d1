"""The tables that a job has written so far: named, read again, and laid out for those above them."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

from plywise.knowledge.solved.folder import SolvedWriter
from plywise.knowledge.solved.manifest import TableEntry
from plywise.knowledge.solved.places import LocalPlace
from plywise.knowledge.solved.table import SolvedTable
from plywise.rules import Game
from plywise.solve.components import Component

Array: TypeAlias = np.ndarray[Any, Any]


class WrittenTables:
    """What every job that goes from component to component keeps: what is written, and what is laid out of that."""

    def __init__(self, game: Game, writer: SolvedWriter) -> None:
        self.game, self.writer = game, writer
        self.entries: dict[int, TableEntry] = {}
        self.tables: dict[int, Array] = {}

    def names(self, component: Component) -> tuple[str, ...]:
        """Return the names of a component's tables."""
        return tuple(self.game.tier_name(tier) for tier in component.tiers)

    def take_up(self, component: Component) -> None:
        """Look up tables that were written before."""
        for tier, name in zip(component.tiers, self.names(component), strict=True):
            self.keep(tier, next(entry for entry in self.writer.manifest.tables if entry.name == name))

    def keep(self, tier: int, entry: TableEntry) -> None:
        """Remember a written table, for those above it to read."""
        self.entries[tier] = entry

    def below(self, component: Component) -> dict[int, Array]:
        """Return the tables that a component leads to, laid out; those that weren't so far are expanded now."""
        needed = [tier for tier in component.below if tier in self.entries]
        for tier in needed:
            if tier not in self.tables:
                self.tables[tier] = self.lay_out(self.entries[tier])
        return {tier: self.tables[tier] for tier in needed}

    def lay_out(self, entry: TableEntry) -> Array:
        """Return a written table's codes in working form."""
        return SolvedTable(LocalPlace(self.writer.path), entry, self.writer.manifest.meaning).working()

    def release(self, later: Iterable[Component]) -> None:
        """Let go of tables that no later component leads to."""
        needed = {tier for component in later for tier in component.below}
        for tier in set(self.tables) - needed:
            self.let_go(self.tables.pop(tier))

    def let_go(self, table: Array) -> None:
        """Do what there is to do once a table in working form isn't needed."""
