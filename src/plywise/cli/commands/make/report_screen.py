"""What `plywise report` shows in the terminal: tables, sentences and small plots made of characters."""

import itertools
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from plywise.report import MEASURES, RulesComparison, RulesReport, VariantReport
from plywise.report.words import (
    TESTED,
    tell_advantage,
    tell_difference,
    tell_ends,
    tell_estimate,
    tell_exact,
    tell_figure,
    tell_method,
    tell_proven,
    tell_skill,
    tell_uses,
    tell_where,
)

BARS = " ▁▂▃▄▅▆▇█"
MOST_OPENINGS = 12
"""First actions that are shown."""
PLOT = 48
"""Characters of a plot."""


def draw_report(report: RulesReport, width: int) -> RenderableType:
    """Draw a report."""
    parts: list[RenderableType] = []
    for each in report.variants:
        parts += _draw_variant(each)
    for comparison in report.comparisons:
        parts += _draw_comparison(comparison)
    return Group(*parts)


def _draw_variant(report: VariantReport) -> list[RenderableType]:
    parts: list[RenderableType] = [Text(), Text(report.name, style="bold"), Text()]
    parts += _sentences(tell_exact(report), "green")
    parts += [_draw_measures(report), Text()]
    parts += _sentences([*tell_advantage(report), *tell_skill(report)])
    parts += _draw_plots(report)
    if report.first_actions:
        parts += [_draw_openings(report), Text()]
    parts += _sentences([*tell_uses(report), *tell_ends(report)])
    parts += _sentences(report.notes, "yellow")
    parts += [Text(tell_method(report), style="dim"), Text()]
    return parts


def _sentences(lines: Sequence[str], style: str = "") -> list[RenderableType]:
    return [*(Text(line, style=style) for line in lines), Text()] if lines else []


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number == 0 else "right")
    return table


def _draw_measures(report: VariantReport) -> Table:
    limits = (f"{name}, {each.limit}" for name, each in report.strengths.items())
    table = _table("with 95% error bars", *limits, "games")
    for key, (words, _) in MEASURES.items():
        found = [each.measures.get(key) for each in report.strengths.values()]
        if any(found):
            cells = ["" if each is None else tell_estimate(key, each) for each in found]
            games = max(each.games for each in found if each is not None)
            table.add_row(words, *cells, f"{games:,}")
            if key == "plies":
                quartiles = [each.quartiles for each in report.strengths.values()]
                table.add_row(
                    "  median, and the middle half",
                    *(f"{middle:g} ({low:g} to {high:g})" for low, middle, high in quartiles),
                    "",
                )
    return table


def _draw_plots(report: VariantReport) -> list[RenderableType]:
    """Draw how long games are, how many actions there are by ply, and when games are decided."""
    strong = report.best
    table = _table(tell_where(strong.strength), "", "", "")
    table.columns[1].justify = table.columns[3].justify = "left"
    if strong.lengths:
        low, high = strong.lengths[0], strong.lengths[-1]
        width = -(-(high - low + 1) // PLOT)
        bars = histogram(strong.lengths, low, width, -(-(high - low + 1) // width))
        table.add_row("games by length", f"{low}", spark(bars), f"{high} plies")
    if strong.widths:
        widths = [width for _, width, _ in strong.widths]
        drawn = spark(averaged(widths, PLOT), least=0)
        table.add_row("actions by ply", "0", drawn, f"{len(widths)} plies, {max(widths):.0f} actions at most")
    if strong.decided:
        table.add_row("decided games by part", "0%", spark(histogram(strong.decided, 0, 1 / PLOT, PLOT)), "100%")
    table.columns[2].justify = "left"
    return [table, Text()] if table.row_count else []


def histogram(values: Sequence[float], low: float, width: float, bins: int) -> list[float]:
    """Count values in bins of a width, from a lowest value on.

    >>> histogram([3, 3, 5], 3, 1, 3)
    [2.0, 0.0, 1.0]
    """
    counts = [0.0] * bins
    for value in values:
        counts[min(bins - 1, int((value - low) / width))] += 1
    return counts


def averaged(values: Sequence[float], most: int) -> list[float]:
    """Return at most that many values, each the mean of some neighbours."""
    if len(values) <= most:
        return list(values)
    edges = [round(place * len(values) / most) for place in range(most + 1)]
    parts = [values[first:last] for first, last in itertools.pairwise(edges)]
    return [sum(part) / len(part) for part in parts]


def spark(values: Sequence[float], least: float = 0.0) -> str:
    """Draw values as a row of bars.

    >>> spark([0, 1, 4])
    ' ▂█'
    """
    top = max([*values, least + 1e-9])
    return "".join(BARS[round((len(BARS) - 1) * max(0.0, value - least) / (top - least))] for value in values)


def _draw_openings(report: VariantReport) -> Table:
    """Draw what each first action is worth, proven where it is."""
    proven = report.exact is not None and bool(report.exact.openings)
    table = _table("first action", "score to its player", "games", "began games", *(["proven"] if proven else []))
    for each in report.first_actions[:MOST_OPENINGS]:
        table.add_row(
            each.name,
            "" if each.score is None else tell_estimate("first", each.score),
            "" if each.score is None else f"{each.score.games:,}",
            f"{each.chosen:,}",
            *([tell_proven(report, each.name)] if proven else []),
        )
    left = len(report.first_actions) - MOST_OPENINGS
    if left > 0:
        table.add_row(f"... {left:,} more", "", "", "", *([""] if proven else []))
    return table


def _draw_comparison(comparison: RulesComparison) -> list[RenderableType]:
    table = _table("measure", comparison.first, comparison.second, "difference", "p", "")
    table.columns[5].justify = "left"
    for each in comparison.differences:
        value = each.contrast.value
        table.add_row(
            MEASURES[each.key][0] + (f", {each.strength}" if each.strength else ""),
            tell_figure(each.key, each.first.value),
            tell_figure(each.key, each.second.value),
            f"{'+' if value > 0 else ''}{tell_figure(each.key, value)}",
            f"{each.chance:.3f}" if each.chance >= 0.001 else "<0.001",
            Text(tell_difference(each), style="bold" if each.is_seen else "dim"),
        )
    names = f"{comparison.first} and {comparison.second}"
    return [Text(names, style="bold"), Text(), table, Text(), Text(TESTED, style="dim"), Text()]
