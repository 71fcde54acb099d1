"""Verifies tables of outcomes alone, by distances that are found again.

That each outcome follows from those one ply on proves little: in a circle of states, each may be called won because the
next is. So each group of tables is solved once more, which gives plies to a conversion; these are checked like those of
any table, by code that took no part in finding them; and the outcomes must be theirs. What has been checked of lower
tables is taken as it is. So the proof rests on the check alone: how distances were found doesn't matter.
"""

from collections.abc import Iterator
from typing import Any, Protocol, TypeAlias

import numpy as np

from plywise.agents.tables import Tables
from plywise.kernel.tables import DenseVerifying, LaidTable, Retrograde, Verifying
from plywise.knowledge.solved import SolvedTable, SolvedTableError
from plywise.solve.codes import outcomes_of
from plywise.solve.components import Component, find_components
from plywise.solve.dense import ComponentWork

Array: TypeAlias = np.ndarray[Any, Any]


class Verifier(Protocol):
    """What checks all tables: see `verify`."""

    tables: Tables
    threads: int

    @property
    def wrong(self) -> int:
        """How many slots are wrong so far."""

    def table_of(self, tier: int) -> SolvedTable:
        """Return a tier's table."""

    def codes(self, name: str) -> Any:
        """Return a table's codes in memory."""

    def note_wrong(self, table: SolvedTable, slots: Array, said: Array, should: Array) -> None:
        """Take in slots that are wrong, with the codes that they have and should have."""


class Regained:
    """The distances of a folder of outcomes, found again group by group."""

    def __init__(self, verifier: Verifier) -> None:
        self.verifier, self.tables = verifier, verifier.tables

    def checks(self) -> Iterator[tuple[SolvedTable, Verifying, list[Any]]]:
        """Yield each table with the distances found again, which are checked; its outcomes are compared after that."""
        game, threads = self.tables.game, self.verifier.threads
        retrograde, verifying = Retrograde(game), DenseVerifying(game)
        for component in find_components(game, self.tables.names):
            below = {tier: self.stored(tier) for tier in component.below}
            found = self.distances(retrograde, component, below)
            laid = [LaidTable(tier, codes) for tier, codes in found.items()]
            laid += [LaidTable(tier, codes, converts=True) for tier, codes in below.items()]
            for tier in component.tiers:
                table, wrong = self.verifier.table_of(tier), self.verifier.wrong
                yield table, verifying, [verifying.new_block(laid, True) for _ in range(threads)]
                if self.verifier.wrong > wrong:
                    raise SolvedTableError(
                        f"The distances found again for {table.entry.name} don't follow from those one ply on, "
                        "so nothing is proven: run `plywise check`, and report it if that finds nothing."
                    )
                self.compare(table, self.stored(tier), outcomes_of(found[tier]))

    def stored(self, tier: int) -> Array:
        """Return what the table of a tier holds; refuses a folder that lacks it."""
        if tier not in self.tables.names:
            name = self.tables.rules.tier_name(tier)
            raise SolvedTableError(f"The folder lacks the table {name}, which others lead to: build it again.")
        self.verifier.table_of(tier)
        codes: Array = self.verifier.codes(self.tables.names[tier])
        return codes

    def distances(self, retrograde: Retrograde, component: Component, below: dict[int, Array]) -> dict[int, Array]:
        """Solve a component once more; return the codes of its tiers, with plies to a conversion."""
        codes = ComponentWork(retrograde, component, below, by_conversion=True, threads=self.verifier.threads).run()
        places = zip(component.tiers, component.offsets, component.sizes, strict=True)
        return {tier: codes[first : first + size] for tier, first, size in places}

    def compare(self, table: SolvedTable, said: Array, should: Array) -> None:
        """Note the slots in which the stored outcome isn't the one that was found."""
        wrong = np.flatnonzero(said != should)
        self.verifier.note_wrong(table, wrong, said[wrong], should[wrong])
