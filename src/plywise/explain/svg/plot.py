"""Ratios as a plot: horizontal bars on a logarithmic scale, in an SVG that needs nothing else.

It has a ground of its own, light or dark as its reader prefers, and colours that the colour-blind can distinguish.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

LABELS, PLOT, RIGHT = 170, 440, 74
TOP, ROW, BAR, FOOT = 84, 34, 11, 34
WIDTH = LABELS + PLOT + RIGHT

STYLE = """<style>
text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #1f2933; }
.title { font-size: 16px; font-weight: 600; }
.quiet { font-size: 12px; fill: #5f6b76; }
.figure { font-size: 11px; font-variant-numeric: tabular-nums; fill: #3e4c59; }
.ground { fill: #ffffff; stroke: #d9dee3; }
.grid { stroke: #e6e9ec; }
.one { stroke: #7b8794; stroke-width: 1.5; }
.a { fill: #0072b2; }
.b { fill: #e69f00; }
@media (prefers-color-scheme: dark) {
  text { fill: #e4e7eb; }
  .quiet { fill: #9aa5b1; }
  .figure { fill: #cbd2d9; }
  .ground { fill: #1e2129; stroke: #3a3f4b; }
  .grid { stroke: #333844; }
  .one { stroke: #8a94a3; }
  .a { fill: #56b4e9; }
}
</style>"""


@dataclass(frozen=True, slots=True)
class Pair:
    """A row of the plot: its name and two ratios; `is_more` says that they are at least that."""

    name: str
    first: float
    second: float
    is_more: bool = False


def plot_ratios(title: str, subtitle: str, series: tuple[str, str], pairs: Sequence[Pair]) -> str:
    """Return the plot of ratios as SVG; bars begin at 1."""
    height = TOP + ROW * len(pairs) + FOOT
    scale = _Scale([ratio for pair in pairs for ratio in (pair.first, pair.second)])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{escape(title)}">',
        STYLE,
        f'<rect class="ground" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>',
        f'<text class="title" x="20" y="30">{escape(title)}</text>',
        f'<text class="quiet" x="20" y="49">{escape(subtitle)}</text>',
        *_legend(series),
        *_grid(scale, height),
    ]
    for number, pair in enumerate(pairs):
        parts += _row(pair, scale, TOP + ROW * number)
    return "\n".join([*parts, "</svg>", ""])


class _Scale:
    """From a ratio to a place across the plot."""

    def __init__(self, ratios: Sequence[float]) -> None:
        self.low = math.log10(min([0.8, *(0.95 * ratio for ratio in ratios)]))
        self.high = math.log10(max([2.0, *(1.05 * ratio for ratio in ratios)]))

    def at(self, ratio: float) -> float:
        return LABELS + PLOT * (math.log10(ratio) - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Return 1, 2, 5, 10 ... and 0.5 where they are in sight."""
        steps = [step * 10.0**power for power in range(-3, 7) for step in (1, 2, 5)]
        return [step for step in steps if self.low <= math.log10(step) <= self.high]


def _legend(series: tuple[str, str]) -> list[str]:
    first, second = map(escape, series)
    after = LABELS + 30 + 7 * len(series[0])
    return [
        f'<rect class="a" x="{LABELS}" y="61" width="{BAR}" height="{BAR}"/>',
        f'<text class="quiet" x="{LABELS + 17}" y="71">{first}</text>',
        f'<rect class="b" x="{after}" y="61" width="{BAR}" height="{BAR}"/>',
        f'<text class="quiet" x="{after + 17}" y="71">{second}</text>',
    ]


def _grid(scale: _Scale, height: int) -> list[str]:
    parts = []
    for tick in scale.ticks():
        x, kind = round(scale.at(tick), 1), "one" if tick == 1 else "grid"
        parts.append(f'<line class="{kind}" x1="{x}" y1="{TOP}" x2="{x}" y2="{height - FOOT + 4}"/>')
        parts.append(f'<text class="quiet" x="{x}" y="{height - 13}" text-anchor="middle">{tick:g}×</text>')
    return parts


def _row(pair: Pair, scale: _Scale, top: int) -> list[str]:
    middle = top + ROW / 2
    parts = [f'<text x="{LABELS - 12}" y="{middle + 4.5:g}" text-anchor="end">{escape(pair.name)}</text>']
    for ratio, kind, y in ((pair.first, "a", middle - BAR - 0.5), (pair.second, "b", middle + 0.5)):
        one, end = scale.at(1), scale.at(ratio)
        left, width = min(one, end), max(1.0, abs(end - one))
        figure = f"{'> ' if pair.is_more else ''}{tell_ratio(ratio)}"
        parts.append(f'<rect class="{kind}" x="{left:.1f}" y="{y:g}" width="{width:.1f}" height="{BAR}"/>')
        parts.append(f'<text class="figure" x="{max(one, end) + 5:.1f}" y="{y + 9.5:g}">{escape(figure)}</text>')
    return parts


def tell_ratio(ratio: float) -> str:
    """Return a ratio with as many digits as help.

    >>> tell_ratio(0.984), tell_ratio(12.34), tell_ratio(234.5)
    ('0.98', '12.3', '234')
    """
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}" if ratio < 100 else f"{ratio:,.0f}"
