"""The compiled passes over one shard of a component, as Python calls them: see `spliced.dense.retrograde`."""

from collections.abc import Sequence
from typing import Any

from plywise.kernel.tables.retrograde import ENTRIES, KnownTier, Retrograde


class ShardedRetrograde(Retrograde):
    """One game's compiled passes over shards; raises LoweringError where the rules can't be compiled."""

    entries = (*ENTRIES, ("recount", 5))
    sharded = True

    def shard_block(
        self, known: Sequence[KnownTier], arrays: Sequence[Any], by_conversion: bool, first: int, last: int
    ) -> Any:
        """Return memory that knows a shard: the slots from `first` to `last`, whose codes, counts and dues are given.

        Addresses are given as if the arrays began with the component's first slot.
        """
        layout, block = self.machine.layout, self.new_block(known, arrays, by_conversion)
        for word, array in zip((layout.CODES_AT, layout.COUNTS_AT, layout.DUE_AT), arrays, strict=True):
            block[word] -= first * array.itemsize
        block[layout.SHARD_FIRST], block[layout.SHARD_LAST] = first, last
        return block
