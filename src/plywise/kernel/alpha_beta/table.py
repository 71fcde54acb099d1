"""The memory of a transposition table, shared by the threads of a search; see `spliced.alpha_beta.table`."""

from plywise.kernel.running import Block
from plywise.rules import SearchError

BUCKET = 32
"""Bytes a bucket: two entries of sixteen."""

AGES = 32


class Table:
    """As many buckets as fit a size in MB: a power of two, so that a hash's top bits name one."""

    def __init__(self, megabytes: float) -> None:
        if not 0.001 <= megabytes <= 1 << 20:
            raise SearchError(f"A table of {megabytes:g} MB can't be: give it from 0.001 to 1,048,576 MB.")
        self.bits = (int(megabytes * (1 << 20)) // BUCKET).bit_length() - 1
        self.age = 0
        self.clear()

    def clear(self) -> None:
        """Forget everything. The memory is fresh: pages cost only when first used."""
        self._words = Block((BUCKET // 8 << self.bits) + 8)
        # Buckets start at a multiple of 64 bytes, so that none lies across two lines of the processor's memory.
        self.address = -(-self._words.address // 64) * 64
        self.age = 0

    def grow_older(self) -> None:
        """Begin another search: entries of the ones before give way."""
        self.age = (self.age + 1) % AGES

    @property
    def shift(self) -> int:
        """By how much a hash is shifted to give its bucket."""
        return 64 - self.bits
