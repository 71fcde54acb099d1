"""Measurements with their error bars as a plot: a point and a bar for each, in an SVG that needs nothing else."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from plywise.explain.svg.lettering import shorten
from plywise.explain.svg.plot import FOOT, LABELS, PLOT, RIGHT, ROW, STYLE

TOP, WIDTH = 66, LABELS + PLOT + RIGHT
BARS = """<style>
.bar { stroke: #0072b2; stroke-width: 2; }
@media (prefers-color-scheme: dark) { .bar { stroke: #56b4e9; } }
</style>"""


@dataclass(frozen=True, slots=True)
class Interval:
    """A row of the plot: its name, what was measured, and from where to where the truth probably is."""

    name: str
    value: float
    low: float
    high: float


def plot_intervals(title: str, subtitle: str, unit: str, rows: Sequence[Interval]) -> str:
    """Return the plot as SVG; what is infinite ends at the border."""
    height = TOP + ROW * len(rows) + FOOT
    low, high, step = find_scale([each for row in rows for each in (row.value, row.low, row.high)])

    def place(value: float) -> float:
        return round(LABELS + PLOT * (min(max(value, low), high) - low) / (high - low), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{escape(title)}">',
        STYLE,
        BARS,
        f'<rect class="ground" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>',
        f'<text class="title" x="20" y="30">{escape(title)}</text>',
        f'<text class="quiet" x="20" y="49">{escape(subtitle)}</text>',
    ]
    for number in range(round((high - low) / step) + 1):
        tick = low + number * step
        x, kind = place(tick), "one" if abs(tick) < step / 2 else "grid"
        parts.append(f'<line class="{kind}" x1="{x}" y1="{TOP}" x2="{x}" y2="{height - FOOT + 4}"/>')
        parts.append(f'<text class="quiet" x="{x}" y="{height - 13}" text-anchor="middle">{tick:+g}</text>')
    parts.append(f'<text class="quiet" x="{WIDTH - 14}" y="{height - 13}" text-anchor="end">{escape(unit)}</text>')
    for number, row in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        ends = place(row.low), place(row.high)
        figure = f"{row.value:+.0f}" if math.isfinite(row.value) else "∞" if row.value > 0 else "-∞"
        parts += [
            f'<text x="{LABELS - 12}" y="{y + 4.5:g}" text-anchor="end">{escape(shorten(row.name, 22))}</text>',
            f'<line class="bar" x1="{ends[0]}" y1="{y:g}" x2="{ends[1]}" y2="{y:g}"/>',
            *(f'<line class="bar" x1="{x}" y1="{y - 5:g}" x2="{x}" y2="{y + 5:g}"/>' for x in ends),
            f'<circle class="a" cx="{place(row.value)}" cy="{y:g}" r="5"/>',
            f'<text class="figure" x="{LABELS + PLOT + 10}" y="{y + 4:g}">{figure}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])


def find_scale(values: Sequence[float]) -> tuple[float, float, float]:
    """Return where the plot begins and ends, and the distance of its lines: 0 is always in sight.

    >>> find_scale([-30.0, 120.0, float("inf")])
    (-50.0, 150.0, 50.0)
    """
    finite = [0.0, *(value for value in values if math.isfinite(value))]
    wide = max(max(finite) - min(finite), 10.0)
    step = next(
        each for power in range(-1, 8) for each in (10.0**power, 2 * 10.0**power, 5 * 10.0**power) if wide <= 6 * each
    )
    low, high = math.floor(min(finite) / step) * step, math.ceil(max(finite) / step) * step
    return low, high if high > low else low + step, step
