"""Counts by distance as bars in the terminal, won ones and lost ones in one line."""

from collections.abc import Sequence

from rich.text import Text

from plywise.explain.counts import bar_share, group_counts
from plywise.explain.terminal.bars import FIRST, SECOND

MOST_ROWS = 24


def draw_histogram(wins: Sequence[int], losses: Sequence[int], width: int) -> list[Text]:
    """Draw counts by distance in lines of two bars, the distances put together where there are many.

    >>> for line in draw_histogram([0, 100, 10], [10, 0, 1], 24):
    ...     print(line.plain)
        plies
            0  ▄▄▄▄▄ 10
            1  ▀▀▀▀▀▀▀▀▀ 100
            2  █▀▀▀▀ 11
    """
    groups = group_counts(wins, losses, MOST_ROWS)
    most = max([1, *(count for _, *pair in groups for count in pair)])
    room = max(4, width - 12 - len(f"{most:,}"))
    lines = [Text(f"{'plies':>9}", "dim")] if groups else []
    for name, won, lost in groups:
        ends = [round(room * bar_share(count, most)) for count in (won, lost)]
        bar = Text(f"{name:>9}  ", "dim")
        for place in range(max(ends)):
            first, second = (place < end for end in ends)
            both = first and second
            bar.append("█" if both else "▀" if first else "▄", f"{FIRST}" if first else SECOND)
        lines.append(bar.append(f" {won + lost:,}", "dim"))
    return lines
