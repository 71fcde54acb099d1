"""Seconds against size, both on logarithmic scales, as a self-contained SVG."""

import math
from dataclasses import dataclass, field
from html import escape

from plywise.explain.svg import STYLE

WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT = 720, 400, 64, 24, 92, 46
COLOURS = ("#0072b2", "#e69f00")
"""Colours that colour-blind readers can distinguish."""


@dataclass
class Curve:
    """Sizes, and the seconds that each took."""

    name: str
    points: list[tuple[float, float]] = field(default_factory=list)

    def add(self, size: float, seconds: float) -> None:
        """Add a size."""
        self.points.append((size, round(seconds, 2)))


def crossing(one: Curve, other: Curve) -> float | None:
    """Return the size from which the second curve is below the first, interpolated between the points.

    >>> crossing(Curve("a", [(1e5, 1.0), (1e7, 100.0)]), Curve("b", [(1e5, 10.0), (1e7, 10.0)]))
    1000000.0
    """
    before = None
    for (size, cost), (_, other_cost) in zip(one.points, other.points, strict=True):
        gap = math.log(other_cost / cost)
        if before is not None and before[1] > 0 >= gap:
            share = before[1] / (before[1] - gap)
            return round(math.exp(before[0] + share * (math.log(size) - before[0])), 3)
        before = math.log(size), gap
    return None


def plot_costs(curves: list[Curve]) -> str:
    """Return the plot, which marks the size from which the last curve is below the first."""
    points = [point for curve in curves for point in curve.points]
    across = _Axis([size for size, _ in points], LEFT, WIDTH - RIGHT)
    up = _Axis([seconds for _, seconds in points], HEIGHT - FOOT, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'role="img" aria-label="Seconds against states">',
        STYLE,
        f'<rect class="ground" x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="8"/>',
        '<text class="title" x="20" y="30">When a cluster pays</text>',
        '<text class="quiet" x="20" y="49">Connect Four, a core for each worker: seconds, starting included, '
        "against states; both logarithmic</text>",
    ]
    for power in range(across.low, across.high + 1):
        x = across.at(10.0**power)
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HEIGHT - FOOT}"/>')
        parts.append(f'<text class="quiet" x="{x:.1f}" y="{HEIGHT - 20}" text-anchor="middle">10^{power}</text>')
    for power in range(up.low, up.high + 1):
        y = up.at(10.0**power)
        parts.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<text class="quiet" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g} s</text>')
    for number, (curve, colour) in enumerate(zip(curves, COLOURS, strict=True)):
        path = " ".join(f"{across.at(size):.1f},{up.at(seconds):.1f}" for size, seconds in curve.points)
        style = f'fill="none" stroke="{colour}" stroke-width="2.5"'
        parts.append(f'<polyline points="{path}" {style}/>')
        x = 20 + 220 * number
        parts.append(f'<line x1="{x}" y1="68" x2="{x + 24}" y2="68" {style}/>')
        parts.append(f'<text class="quiet" x="{x + 30}" y="72">{escape(curve.name)}</text>')
    met = crossing(curves[0], curves[-1])
    if met is not None:
        x = across.at(met)
        parts.append(f'<line class="one" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HEIGHT - FOOT}"/>')
        told = f"pays from {met / 1e6:,.0f} million"
        parts.append(f'<text class="figure" x="{x - 6:.1f}" y="{TOP + 14}" text-anchor="end">{told}</text>')
    return "\n".join([*parts, "</svg>", ""])


class _Axis:
    """A logarithmic axis that maps numbers to places, with whole powers of ten at both ends."""

    def __init__(self, numbers: list[float], begin: float, end: float) -> None:
        self.low = math.floor(math.log10(min(numbers)) + 0.01)
        self.high = math.ceil(math.log10(max(numbers)) - 0.01)
        self.begin, self.end = begin, end

    def at(self, number: float) -> float:
        """Return the place of a number."""
        return self.begin + (self.end - self.begin) * (math.log10(number) - self.low) / (self.high - self.low)
