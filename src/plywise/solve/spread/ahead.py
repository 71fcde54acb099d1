"""How many passes are handed to workers at a time."""

from collections.abc import Iterator

MOST_AHEAD, MOST_PARTS = 16, 10_000
"""Passes, and parts that go from shard to shard, that are handed over at a time."""


def ahead(shards: int) -> Iterator[int]:
    """Yield how many passes to hand over at a time: more and more, so that few are wasted where there are few.

    >>> from itertools import islice
    >>> [*islice(ahead(8), 7)], [*islice(ahead(60), 4)], [*islice(ahead(1000), 3)]
    ([1, 2, 4, 8, 16, 16, 16], [1, 2, 2, 2], [1, 1, 1])
    """
    most = max(1, min(MOST_AHEAD, MOST_PARTS // shards**2))
    count = 1
    while True:
        yield min(count, most)
        count = min(2 * count, most)
