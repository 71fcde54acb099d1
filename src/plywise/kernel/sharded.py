"""The compiled passes over one shard of a component, as Python calls them: see `spliced.sharded`."""

from collections.abc import Sequence
from typing import Any

from plywise.kernel.program import Lowered
from plywise.kernel.retrograde import KnownTier, Retrograde, retrograde_text


class ShardedRetrograde(Retrograde):
    """One game's compiled passes over shards; raises LoweringError where the rules can't be compiled."""

    entries = (("begin", 5), ("send", 7), ("take", 6), ("due", 6), ("recount", 5))

    def text(self, lowered: Lowered) -> str:
        """Return the source of the module that solves."""
        return retrograde_text(lowered, ("retrograde", "sharded"), ("SHARD_FIRST", "SHARD_LAST"))

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
