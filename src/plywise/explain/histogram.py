"""Counts by distance as bars, won ones and lost ones: in the terminal, and as an SVG that needs nothing else.

Bars are as long as the logarithm of their counts: of a table's states most are won soon, and the few that take longest
are those one wants to see.
"""

import math
from collections.abc import Sequence
from html import escape

from rich.text import Text

from plywise.explain.bars import FIRST, SECOND
from plywise.explain.plot import STYLE

MOST_ROWS = 24
LEFT, TOP, RIGHT, FOOT = 64, 84, 24, 46
PLOT_WIDTH, PLOT_HEIGHT = 620, 240


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
        ends = [round(room * _height(count, most)) for count in (won, lost)]
        bar = Text(f"{name:>9}  ", "dim")
        for place in range(max(ends)):
            first, second = (place < end for end in ends)
            both = first and second
            bar.append("█" if both else "▀" if first else "▄", f"{FIRST}" if first else SECOND)
        lines.append(bar.append(f" {won + lost:,}", "dim"))
    return lines


def group_counts(wins: Sequence[int], losses: Sequence[int], most: int) -> list[tuple[str, int, int]]:
    """Put counts of neighbouring distances together until there are at most so many groups.

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


def plot_histogram(title: str, subtitle: str, wins: Sequence[int], losses: Sequence[int]) -> str:
    """Return the plot of counts by distance as SVG, its scale logarithmic."""
    width, height = LEFT + PLOT_WIDTH + RIGHT, TOP + PLOT_HEIGHT + FOOT
    groups = group_counts(wins, losses, 128)
    most = max([1, *(count for _, *pair in groups for count in pair)])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(title)}">',
        STYLE,
        f'<rect class="ground" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>',
        f'<text class="title" x="20" y="30">{escape(title)}</text>',
        f'<text class="quiet" x="20" y="49">{escape(subtitle)}</text>',
        *(
            f'<rect class="{kind}" x="{x}" y="61" width="11" height="11"/>'
            f'<text class="quiet" x="{x + 17}" y="71">{name}</text>'
            for kind, name, x in (("a", "won", LEFT), ("b", "lost", LEFT + 70))
        ),
        *_scale(most),
        *_bars(groups, most),
        f'<text class="quiet" x="{LEFT + PLOT_WIDTH / 2}" y="{height - 10}" text-anchor="middle">plies</text>',
    ]
    return "\n".join([*parts, "</svg>", ""])


def _height(count: int, most: int) -> float:
    """Return a count's share of the scale; 1 is seen, and 0 isn't."""
    return math.log10(1 + count) / math.log10(1 + most) if count else 0.0


def _scale(most: int) -> list[str]:
    parts = []
    for power in range(len(str(most))):
        y = TOP + PLOT_HEIGHT * (1 - _height(10**power, most))
        parts.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{LEFT + PLOT_WIDTH}" y2="{y:.1f}"/>')
        parts.append(f'<text class="figure" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_short(power)}</text>')
    return parts


def _short(power: int) -> str:
    return f"{10 ** (power % 3)}{('', 'k', 'M', 'G', 'T')[power // 3]}"


def _bars(groups: Sequence[tuple[str, int, int]], most: int) -> list[str]:
    if not groups:
        return []
    step = PLOT_WIDTH / len(groups)
    every, parts = math.ceil(len(groups) / 12), []
    for number, (name, *pair) in enumerate(groups):
        for side, (kind, count) in enumerate(zip("ab", pair, strict=True)):
            tall = PLOT_HEIGHT * _height(count, most)
            x, wide = LEFT + step * (number + side * 0.45), max(0.5, step * 0.42)
            if count:
                y = TOP + PLOT_HEIGHT - tall
                parts.append(
                    f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}">'
                    f"<title>{name}: {count:,}</title></rect>"
                )
        if number % every == 0:
            x = LEFT + step * (number + 0.45)
            y = TOP + PLOT_HEIGHT + 16
            parts.append(f'<text class="figure" x="{x:.1f}" y="{y}" text-anchor="middle">{name}</text>')
    return parts
