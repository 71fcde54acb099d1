"""All codes of dense tables in memory, also of packed ones: what those leave out is worked out by the compiled check.

    filled      which slots hold no state, and which an action out of the group of tables wins
    derived     every slot's code from those one ply on

The check is that of `verify`: it knows nothing of how tables are built or packed.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from plywise.agents.tables import Tables
from plywise.executors import TaskThreads
from plywise.kernel.tables import DenseVerifying, LaidTable
from plywise.knowledge.solved.codes import DRAW, EMPTY
from plywise.rules import RulesError, SearchError
from plywise.solve.codes import BYTE_WON, WON, narrowed, outcomes_of, widened

Array: TypeAlias = np.ndarray[Any, Any]

RANGE = 1 << 16
"""Slots of one task."""


class LaidOut:
    """The codes of a folder's dense tables, by tier; each is laid out when it is first asked for, and kept."""

    def __init__(self, tables: Tables, threads: int = 1) -> None:
        self.tables, self.threads = tables, threads
        self.verifying = DenseVerifying(tables.game)
        self.laid: dict[int, Array] = {}

    def codes(self, tier: int) -> Array:
        """Return the codes of a tier; slots that hold no state are empty."""
        if tier not in self.laid:
            entry = self.table(tier).entry
            if entry.is_packed:
                self.lay_out(tier)
            else:
                self.laid[tier] = self.table(tier).working(check=True)
        return self.laid[tier]

    def table(self, tier: int) -> Any:
        """Return the table of a tier."""
        return self.tables.folder.table(self.tables.names[tier])

    def lay_out(self, asked: int) -> None:
        """Lay out a packed tier and those that it leads to and that lead back."""
        group = sorted(self.tables.component(asked) & self.tables.names.keys())
        derived = [tier for tier in group if self.table(tier).entry.is_derived]
        for tier in set(group) - set(derived):
            codes = np.concatenate(list(self.table(tier).pieces()))
            is_empty, is_won = self.told(tier)
            codes[is_empty], codes[is_won] = EMPTY, self.won_beyond(codes.dtype)
            self.laid[tier] = codes
        for tier in derived:
            codes = self.worked_out(tier, np.zeros(self.table(tier).slots, np.uint8))
            self.laid[tier] = codes if self.table(tier).dtype == "uint16" else self.narrow(codes)

    def told(self, tier: int) -> tuple[Array, Array]:
        """Return which slots of a tier hold no state, and which an action out of its group of tables wins."""
        group = self.tables.component(tier) & self.tables.names.keys()
        drawn = {each: np.full(self.table(each).slots, DRAW, np.uint8) for each in group}
        seen = self.worked_out(tier, drawn[tier], drawn)
        return seen == EMPTY, seen == WON + 1

    def won_beyond(self, dtype: Any) -> int:
        """Return the code of a win by an action out of the group of tables."""
        if self.tables.meaning.kind == "wdl":
            return BYTE_WON
        return (BYTE_WON if dtype == np.uint8 else WON) + 1

    def narrow(self, codes: Array) -> Array:
        """Return codes of 16 bits as the folder holds them."""
        return outcomes_of(codes) if self.tables.meaning.kind == "wdl" else narrowed(codes)

    def worked_out(self, tier: int, said: Array, instead: Mapping[int, Array] | None = None) -> Array:
        """Return what each slot of a tier must hold by the codes one ply on, 16 bits each; `said` is what it holds.

        Some tiers may have other codes `instead` of their own.
        """
        tables, found = self.tables, widened(said)
        by_conversion = tables.metric == "conversion"
        own = tables.component(tier)
        leads_to = sorted((set(tables.rules.next_tiers(tier)) & tables.names.keys()) - {tier})
        codes = {each: (instead or {}).get(each) for each in leads_to}
        codes = {each: self.codes(each) if given is None else given for each, given in codes.items()}
        laid = [LaidTable(tier, said), *(LaidTable(each, codes[each], each not in own) for each in leads_to)]

        def task(block: Any, first: int) -> None:
            rows = np.empty((RANGE, 3), np.int64)
            last = min(first + RANGE, len(said))
            differing, _ = self.verifying.check(block, tier, first, last, rows)
            found[rows[:differing, 0]] = rows[:differing, 2]

        blocks = [self.verifying.new_block(laid, by_conversion) for _ in range(self.threads)]
        try:
            with TaskThreads(blocks) as threads:
                for _ in threads.run(task, range(0, len(said), RANGE)):
                    pass
        except RulesError as error:
            raise SearchError(f"What {tables.names[tier]} holds can't be worked out: {error}") from error
        return found
