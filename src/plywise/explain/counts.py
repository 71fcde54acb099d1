"""Counts by distance, put together and scaled for bars: won ones and lost ones.

Bars are as long as the logarithm of their counts: of a table's states most are won soon, and the few that take longest
are the interesting ones.
"""

import math
from collections.abc import Sequence


def group_counts(wins: Sequence[int], losses: Sequence[int], most: int) -> list[tuple[str, int, int]]:
    """Put counts of neighbouring distances together until there are at most `most` groups.

    >>> group_counts([1, 2, 3], [4], 2)
    [('0-1', 3, 4), ('2', 3, 0)]
    """
    length = max(len(wins), len(losses))
    step = max(1, math.ceil(length / most))
    groups = []
    for first in range(0, length, step):
        last = min(first + step, length) - 1
        name = str(first) if first == last else f"{first}-{last}"
        groups.append((name, sum(wins[first : last + 1]), sum(losses[first : last + 1])))
    return groups


def bar_share(count: int, most: int) -> float:
    """Return a count's share of the scale; 1 is seen, and 0 isn't."""
    return math.log10(1 + count) / math.log10(1 + most) if count else 0.0
