"""Counts by distance as bars, won ones and lost ones, in an SVG that needs nothing else."""

import math
from collections.abc import Sequence
from html import escape

from plywise.explain.counts import bar_share, group_counts
from plywise.explain.svg.plot import STYLE

LEFT, TOP, RIGHT, FOOT = 64, 84, 24, 46
PLOT_WIDTH, PLOT_HEIGHT = 620, 240


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


def _scale(most: int) -> list[str]:
    parts = []
    for power in range(len(str(most))):
        y = TOP + PLOT_HEIGHT * (1 - bar_share(10**power, most))
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
            tall = PLOT_HEIGHT * bar_share(count, most)
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
