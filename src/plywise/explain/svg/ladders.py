"""Rungs of several ladders as a plot: a row for each, with a numbered point for every rung, on one scale."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from plywise.explain.svg.intervals import BARS, find_scale
from plywise.explain.svg.lettering import shorten
from plywise.explain.svg.plot import FOOT, LABELS, PLOT, RIGHT, STYLE

TOP, WIDTH, ROW = 66, LABELS + PLOT + RIGHT, 40
RADIUS = 9


@dataclass(frozen=True, slots=True)
class Ladder:
    """A row of the plot: its name, and where its rungs are, the lowest first."""

    name: str
    rungs: Sequence[float]


def plot_ladders(title: str, subtitle: str, unit: str, rows: Sequence[Ladder]) -> str:
    """Return the plot as SVG.

    >>> plot_ladders("Levels", "two games", "Elo", [Ladder("nim", [0, 150])]).count("<circle")
    2
    """
    height = TOP + ROW * len(rows) + FOOT
    low, high, step = find_scale([rung for row in rows for rung in row.rungs])

    def place(value: float) -> float:
        return round(LABELS + PLOT * (value - low) / (high - low), 1)

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
        x = place(low + number * step)
        parts.append(f'<line class="grid" x1="{x}" y1="{TOP}" x2="{x}" y2="{height - FOOT + 4}"/>')
        parts.append(
            f'<text class="quiet" x="{x}" y="{height - 13}" text-anchor="middle">{low + number * step:g}</text>'
        )
    parts.append(f'<text class="quiet" x="{WIDTH - 14}" y="{height - 13}" text-anchor="end">{escape(unit)}</text>')
    for number, row in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        ends = place(row.rungs[0]), place(row.rungs[-1])
        parts.append(
            f'<text x="{LABELS - 18}" y="{y + 4.5:g}" text-anchor="end">{escape(shorten(row.name, 22))}</text>'
        )
        parts.append(f'<line class="bar" x1="{ends[0]}" y1="{y:g}" x2="{ends[1]}" y2="{y:g}"/>')
        for level, rung in enumerate(row.rungs, 1):
            parts.append(f'<circle class="a" cx="{place(rung)}" cy="{y:g}" r="{RADIUS}"/>')
            parts.append(f'<text class="rung" x="{place(rung)}" y="{y + 4:g}" text-anchor="middle">{level}</text>')
    return "\n".join([*parts, RUNGS, "</svg>", ""])


RUNGS = """<style>
.rung { fill: #ffffff; font-size: 11px; font-weight: bold; }
@media (prefers-color-scheme: dark) { .rung { fill: #10151c; } }
</style>"""
