"""Curves with error bars as a plot, on plain or logarithmic scales, in an SVG that needs nothing else."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from plywise.explain.svg import STYLE
from plywise.lab.frame.measurements import PlotPoint

WIDTH, HEIGHT = 684, 380
LEFT, RIGHT, TOP, FOOT = 74, 24, 70, 54
COLOURS = (
    ("#0072b2", "#56b4e9"),
    ("#c26a00", "#e69f00"),
    ("#007a59", "#2fc79a"),
    ("#a3447a", "#dd8fbb"),
    ("#5f6b76", "#9aa5b1"),
    ("#8a7400", "#f0e442"),
)
"""Of curves, on a light and on a dark ground; the colour-blind can distinguish neighbours."""
LETTER = 6.6
"""How wide a letter of the legend is, about."""
DASHED = "text: "
"""A curve whose name begins so is what the text predicts, and is drawn dashed, without points."""


@dataclass(frozen=True, slots=True)
class Axes:
    """What lies along the two axes, and which of them are logarithmic."""

    across: str
    up: str
    log_across: bool = False
    log_up: bool = False
    joined: bool = True
    """Whether a line joins the points; without an order among them it would say what isn't so."""


def plot_curves(title: str, axes: Axes, curves: Mapping[str, Sequence[PlotPoint]]) -> str:
    """Return the plot as SVG.

    >>> plot_curves("Leaves", Axes("depth", "leaves"), {"seen": [PlotPoint(1, 3, 2, 4)]}).count("<circle")
    1
    """
    shown = {name: [point for point in points if math.isfinite(point.y)] for name, points in curves.items()}
    every = [point for points in shown.values() for point in points] or [PlotPoint(0, 0, 0, 0)]
    across = _Axis([point.x for point in every], axes.log_across, LEFT, WIDTH - RIGHT)
    heights = [y for point in every for y in (point.y, point.low, point.high) if math.isfinite(y)]
    columns = _legend_columns(shown)
    top = TOP + 20 * (math.ceil(len(shown) / columns) - 1)
    up = _Axis(heights, axes.log_up, HEIGHT - FOOT, top)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{escape(title)}">',
        STYLE,
        _colours(),
        f'<rect class="ground" x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="8"/>',
        f'<text class="title" x="20" y="28">{escape(title)}</text>',
        *_grid(across, up, axes, top),
    ]
    for number, (name, points) in enumerate(shown.items()):
        parts += _legend(number, name, columns, axes.joined)
        parts += _curve(number % len(COLOURS), name, points, across, up, axes.joined)
    return "\n".join([*parts, "</svg>", ""])


class _Axis:
    """From a value to a place, and where the lines are."""

    def __init__(self, values: Sequence[float], is_log: bool, begin: float, end: float) -> None:
        self.is_log, self.begin, self.end = is_log and min(values) > 0, begin, end
        if self.is_log:
            self.low, self.high = (math.log10(each) for each in (min(values), max(values)))
            self.low, self.high = math.floor(self.low + 1e-9), max(math.ceil(self.high - 1e-9), self.low + 1)
            every = max(1, math.ceil((self.high - self.low) / 7))
            self.ticks = [10.0**power for power in range(int(self.low), int(self.high) + 1, every)]
        else:
            step = _step(min(values), max(values))
            self.low = math.floor(min(values) / step + 1e-9) * step
            self.high = max(math.ceil(max(values) / step - 1e-9) * step, self.low + step)
            self.ticks = [self.low + step * number for number in range(round((self.high - self.low) / step) + 1)]

    def at(self, value: float) -> float:
        if self.is_log:
            value = math.log10(value) if value > 0 else self.low
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(self.begin + (self.end - self.begin) * share, 1)


def _step(low: float, high: float) -> float:
    """Return a round distance that gives up to seven lines.

    >>> _step(0, 10), _step(0.2, 0.9)
    (2.0, 0.1)
    """
    wide = (high - low) or max(abs(high), 1.0)
    power = 10.0 ** math.floor(math.log10(wide / 7))
    return next(step * power for step in (1, 2, 5, 10) if wide / (step * power) <= 7)


def _grid(across: _Axis, up: _Axis, axes: Axes, top: float) -> list[str]:
    parts = []
    for tick in across.ticks:
        x = across.at(tick)
        parts.append(f'<line class="grid" x1="{x}" y1="{top}" x2="{x}" y2="{HEIGHT - FOOT}"/>')
        parts.append(f'<text class="quiet" x="{x}" y="{HEIGHT - FOOT + 17}" text-anchor="middle">{_short(tick)}</text>')
    for tick in up.ticks:
        y = up.at(tick)
        parts.append(f'<line class="grid" x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}"/>')
        parts.append(f'<text class="quiet" x="{LEFT - 7}" y="{y + 4}" text-anchor="end">{_short(tick)}</text>')
    middle = (top + HEIGHT - FOOT) / 2
    return [
        *parts,
        f'<text class="quiet" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 14}" text-anchor="middle">'
        f"{escape(axes.across)}</text>",
        f'<text class="quiet" x="18" y="{middle}" text-anchor="middle" transform="rotate(-90 18 {middle})">'
        f"{escape(axes.up)}</text>",
    ]


def _legend_columns(names: Iterable[str]) -> int:
    """Return how many names fit beside each other.

    >>> _legend_columns(["one", "two"]), _legend_columns(["a name that is as long as half of the whole plot"])
    (3, 1)
    """
    longest = max((26 + LETTER * len(name) + 14 for name in names), default=0)
    return max(1, min(3, int((WIDTH - 40) // longest))) if longest else 1


def _legend(number: int, name: str, columns: int, joined: bool) -> list[str]:
    x, y = 20 + (number % columns) * (WIDTH - 40) // columns, 50 + 20 * (number // columns)
    dash = ' stroke-dasharray="5 4"' if name.startswith(DASHED) else ""
    colour = number % len(COLOURS)
    line = f'<line class="l{colour}" x1="{x}" y1="{y - 4}" x2="{x + 20}" y2="{y - 4}"{dash}/>'
    return [
        line if joined or dash else f'<circle class="f{colour}" cx="{x + 10}" cy="{y - 4}" r="3.5"/>',
        f'<text class="quiet" x="{x + 26}" y="{y}">{escape(name)}</text>',
    ]


def _curve(colour: int, name: str, points: Sequence[PlotPoint], across: _Axis, up: _Axis, joined: bool) -> list[str]:
    line = " ".join(f"{across.at(point.x)},{up.at(point.y)}" for point in points)
    if name.startswith(DASHED):
        return [f'<polyline class="l{colour}" fill="none" stroke-dasharray="5 4" points="{line}"/>']
    parts = [f'<polyline class="l{colour}" fill="none" points="{line}"/>'] if joined else []
    for point in points:
        x = across.at(point.x)
        ends = [up.at(each) if math.isfinite(each) else place for each, place in _ends(point, up)]
        if ends[0] != ends[1]:
            parts.append(f'<line class="l{colour}" x1="{x}" y1="{ends[0]}" x2="{x}" y2="{ends[1]}"/>')
            parts += [f'<line class="l{colour}" x1="{x - 4}" y1="{y}" x2="{x + 4}" y2="{y}"/>' for y in ends]
        parts.append(f'<circle class="f{colour}" cx="{x}" cy="{up.at(point.y)}" r="3.5"/>')
    return parts


def _ends(point: PlotPoint, up: _Axis) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of an error bar, each with where it is drawn if it is open."""
    return (point.low, up.begin), (point.high, up.end)


def _colours() -> str:
    light = "".join(
        f".l{place} {{ stroke: {light}; stroke-width: 2; }} .f{place} {{ fill: {light}; }}\n"
        for place, (light, _) in enumerate(COLOURS)
    )
    dark = "".join(
        f".l{place} {{ stroke: {dark}; }} .f{place} {{ fill: {dark}; }}\n" for place, (_, dark) in enumerate(COLOURS)
    )
    return f"<style>\n{light}@media (prefers-color-scheme: dark) {{\n{dark}}}\n</style>"


def _short(value: float) -> str:
    """Return a figure on an axis.

    >>> _short(0.30000000000000004), _short(2000000.0), _short(5000.0), _short(1e9), _short(1e12)
    ('0.3', '2 M', '5 k', '1 G', '1e12')
    """
    for least, most, unit in ((1e9, 1e12, " G"), (1e6, 1e9, " M"), (1e3, 1e6, " k")):
        if least <= abs(value) < most:
            return f"{value / least:g}{unit}"
    return f"{value:.3g}".replace("e+", "e")
