"""The compiled passes over one shard of a component, as Python calls them: see `spliced.tables.retrograde`."""

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

        What is where is told as if the arrays began with the component's first slot.
        """
        module, block = self.machine.module, self.new_block(known, arrays, by_conversion)
        for word, array in zip((module.CODES_AT, module.COUNTS_AT, module.DUE_AT), arrays, strict=True):
            block[word] -= first * array.itemsize
        block[module.SHARD_FIRST], block[module.SHARD_LAST] = first, last
        return block
