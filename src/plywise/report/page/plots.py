"""The plots of a report's page, as SVG that takes its colours from the page's style sheet."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 360
LEFT, RIGHT, TOP, FOOT = 34, 10, 10, 34
HIGH = 170
ROW, LABEL = 30, 112
SERIES = ("a", "b")
WIDEST = 30
"""How wide a bar is at most."""
LONGEST = 17
"""Characters of a label."""


@dataclass(frozen=True, slots=True)
class BarRow:
    """A figure with its error bar; `series` is 0 or 1 for a colour."""

    label: str
    value: float
    low: float
    high: float
    series: int = 0


def plot_bars(title: str, rows: Sequence[BarRow], even: float | None = 0.5) -> str:
    """Draw shares with error bars, from 0 to 100%; a dashed line stands where nobody has an advantage."""
    height = TOP + ROW * len(rows) + FOOT
    wide = WIDTH - LABEL - RIGHT - 44

    def place(value: float) -> float:
        return round(LABEL + wide * min(1.0, max(0.0, value)), 1)

    parts = [_open(title, height)]
    for tick in (0, 0.25, 0.5, 0.75, 1):
        x = place(tick)
        parts.append(f'<line class="grid" x1="{x}" y1="{TOP}" x2="{x}" y2="{height - FOOT}"/>')
        parts.append(f'<text class="axis" x="{x}" y="{height - FOOT + 16}" text-anchor="middle">{tick:.0%}</text>')
    if even is not None:
        parts.append(f'<line class="even" x1="{place(even)}" y1="{TOP}" x2="{place(even)}" y2="{height - FOOT}"/>')
    for number, row in enumerate(rows):
        y, kind = TOP + ROW * (number + 0.5), SERIES[row.series]
        low, high = place(row.low), place(row.high)
        parts += [
            f'<text x="{LABEL - 8}" y="{y + 4:g}" text-anchor="end">{escape(_short(row.label))}</text>',
            f'<line class="l{kind}" x1="{low}" y1="{y:g}" x2="{high}" y2="{y:g}"/>',
            f'<circle class="{kind}" cx="{place(row.value)}" cy="{y:g}" r="4.5"/>',
            f'<text class="axis" x="{WIDTH - RIGHT}" y="{y + 4:g}" text-anchor="end">{row.value:.1%}</text>',
        ]
    return "".join([*parts, "</svg>"])


def plot_lengths(title: str, series: Sequence[Sequence[int]]) -> str:
    """Draw how many games had each length, as shares of each series."""
    every = [value for values in series for value in values]
    if not every:
        return ""
    low, high = min(every), max(every)
    width = max(1, math.ceil((high - low + 1) / 24))
    bins = math.ceil((high - low + 1) / width)
    shares = [_shares(values, low, width, bins) for values in series]
    most = max(max(each) for each in shares) or 1.0
    step = (WIDTH - LEFT - RIGHT) / bins
    parts = [_open(title, HIGH), *_side_scale(most, is_share=True)]
    for number, each in enumerate(shares):
        for place, share in enumerate(each):
            tall = (HIGH - TOP - FOOT) * share / most
            wide = min(WIDEST, step * 0.8 / len(shares))
            x, y = LEFT + step * (place + 0.5) + (number - len(shares) / 2) * wide, HIGH - FOOT - tall
            if share:
                parts.append(
                    f'<rect class="{SERIES[number]}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}"/>'
                )
    ticks = {0, bins // 2, bins - 1}
    labels = {LEFT + step * (place + 0.5): f"{low + place * width}" for place in sorted(ticks)}
    return "".join([*parts, *_foot(labels, "plies"), "</svg>"])


def plot_lines(
    title: str, series: Sequence[Sequence[tuple[float, float]]], along: str, *, is_share: bool = False
) -> str:
    """Draw curves through points (x, y), from 0 on; x is a number, or with `is_share` x and y are shares."""
    points = [point for each in series for point in each]
    if not points:
        return ""
    last = 1.0 if is_share else max(1.0, *(x for x, _ in points))
    most = 1.0 if is_share else max(y for _, y in points) or 1.0
    wide, high = WIDTH - LEFT - RIGHT, HIGH - TOP - FOOT
    parts = [_open(title, HIGH), *_side_scale(most, is_share)]
    for number, each in enumerate(series):
        line = " ".join(f"{LEFT + wide * x / last:.1f},{TOP + high * (1 - y / most):.1f}" for x, y in each)
        parts.append(f'<polyline class="l{SERIES[number]}" points="{line}"/>')
    labels = {LEFT + wide * part: f"{part:.0%}" if is_share else f"{last * part:.0f}" for part in (0, 0.5, 1)}
    return "".join([*parts, *_foot(labels, along), "</svg>"])


def _shares(values: Sequence[int], low: int, width: int, bins: int) -> list[float]:
    counts = [0] * bins
    for value in values:
        counts[(value - low) // width] += 1
    return [count / max(1, len(values)) for count in counts]


def _open(title: str, height: float) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(title, quote=True)}">'


def _side_scale(most: float, is_share: bool) -> list[str]:
    """Draw the lines of three values with their figures."""
    parts = []
    for part in (0, 0.5, 1):
        y = TOP + (HIGH - TOP - FOOT) * (1 - part)
        figure = f"{most * part:.0%}" if is_share else f"{most * part:.3g}"
        parts.append(f'<line class="grid" x1="{LEFT}" y1="{y:g}" x2="{WIDTH - RIGHT}" y2="{y:g}"/>')
        parts.append(f'<text class="axis" x="{LEFT - 5}" y="{y + 4:g}" text-anchor="end">{figure}</text>')
    return parts


def _foot(labels: dict[float, str], along: str) -> list[str]:
    """Write figures below a plot, and what they count."""
    last = len(labels) - 1
    parts = [
        f'<text class="axis" x="{x:.1f}" y="{HIGH - FOOT + 14}" text-anchor="{"end" if place == last else "middle"}">'
        f"{figure}</text>"
        for place, (x, figure) in enumerate(labels.items())
    ]
    middle = LEFT + (WIDTH - LEFT - RIGHT) / 2
    return [*parts, f'<text class="axis" x="{middle}" y="{HIGH - 4}" text-anchor="middle">{escape(along)}</text>']


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
