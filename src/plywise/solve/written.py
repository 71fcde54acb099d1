"""The tables that a job has written so far: named, read again, and laid out for those above them."""

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
    """What every job that goes from component to component keeps."""

    def __init__(self, game: Game, writer: SolvedWriter) -> None:
        self.game, self.writer = game, writer
        self.tables: dict[int, Array] = {}

    def names(self, component: Component) -> tuple[str, ...]:
        """Return the names of a component's tables."""
        return tuple(self.game.tier_name(tier) for tier in component.tiers)

    def take_up(self, component: Component) -> None:
        """Read tables that were written before."""
        for tier, name in zip(component.tiers, self.names(component), strict=True):
            self.keep(tier, next(entry for entry in self.writer.manifest.tables if entry.name == name))

    def keep(self, tier: int, entry: TableEntry) -> None:
        """Lay out a written table, for those above it to read."""
        self.tables[tier] = SolvedTable(LocalPlace(self.writer.path), entry, self.writer.manifest.meaning).working()
