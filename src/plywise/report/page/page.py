"""A report as one HTML page: no script, no network, light or dark, wide or narrow."""

from collections.abc import Sequence
from html import escape

from plywise.matches.statistics import MeanEstimate
from plywise.one_page import still_page
from plywise.report.comparing import RulesComparison
from plywise.report.measures import MEASURES, VariantReport
from plywise.report.options import ReportOptions
from plywise.report.page.plots import BarRow, plot_bars, plot_lengths, plot_lines
from plywise.report.page.style import STYLE
from plywise.report.words import (
    TESTED,
    tell_advantage,
    tell_difference,
    tell_ends,
    tell_exact,
    tell_figure,
    tell_method,
    tell_proven,
    tell_skill,
    tell_smallest,
    tell_uses,
)

MOST_OPENINGS = 20
"""First actions that a page shows."""
COLOURS = ("blue", "orange")
"""Of the two strengths, in order."""


def draw_page(options: ReportOptions, variants: Sequence[VariantReport], comparisons: Sequence[RulesComparison]) -> str:
    """Return the page of a report."""
    names = " and ".join(each.name for each in variants)
    body = [
        "<main>",
        f"<h1>Report on {escape(names)}</h1>",
        f'<p class="quiet">{escape(tell_method(variants[0]))} Agent: {escape(options.agent)}, seed {options.seed}.</p>',
    ]
    for comparison in comparisons:
        body += _draw_comparison(comparison)
    for each in variants:
        body += _draw_variant(each)
    return still_page(f"Report on {names}", style=STYLE, body="\n".join([*body, "</main>"]))


def _draw_variant(report: VariantReport) -> list[str]:
    proven = tell_exact(report)
    return [
        f"<h2>{escape(report.name)}</h2>",
        *(['<div class="proven">', *_paragraphs(proven), "</div>"] if proven else []),
        *_paragraphs([*tell_advantage(report), *tell_skill(report)]),
        _draw_measures(report),
        _draw_plots(report),
        *_draw_openings(report),
        *(["<h3>Actions that aren't chosen</h3>", *_paragraphs(uses)] if (uses := tell_uses(report)) else []),
        *(["<h3>Repetition and stalling</h3>", *_paragraphs(ends)] if (ends := tell_ends(report)) else []),
        *(f'<p class="note">{escape(note)}</p>' for note in report.notes),
    ]


def _paragraphs(lines: Sequence[str]) -> list[str]:
    return [f"<p>{escape(line)}</p>" for line in lines]


def _cell(key: str, found: MeanEstimate | None) -> str:
    if found is None:
        return "<td></td>"
    bar = f"{tell_figure(key, found.low)} to {tell_figure(key, found.high)}"
    return f'<td>{escape(tell_figure(key, found.value))}<span class="bar">{escape(bar)}</span></td>'


def _table(headings: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _draw_measures(report: VariantReport) -> str:
    rows = []
    for key, (words, _) in MEASURES.items():
        found = [each.measures.get(key) for each in report.strengths.values()]
        if any(found):
            games = max(each.games for each in found if each is not None)
            cells = "".join(_cell(key, each) for each in found)
            rows.append(f"<td>{escape(words)}</td>{cells}<td>{games:,}</td>")
        if key == "plies":
            quartiles = [each.quartiles for each in report.strengths.values()]
            cells = "".join(
                f'<td>{middle:g}<span class="bar">{low:g} to {high:g}</span></td>' for low, middle, high in quartiles
            )
            rows.append(f"<td>its median, and the middle half of all games</td>{cells}<td></td>")
    headings = [f"{name}: {each.limit}" for name, each in report.strengths.items()]
    return _table(["with 95% error bars", *headings, "games"], rows)


def _draw_plots(report: VariantReport) -> str:
    strengths = list(report.strengths.values())
    seats = [
        BarRow(f"{report.player_names[seat]}, {each.strength}", found.value, found.low, found.high, number)
        for seat in range(report.players)
        for number, each in enumerate(strengths)
        for found in [each.seats[seat]]
    ]
    skill = [
        BarRow(name, found.value, found.low, found.high)
        for key, name in (("skill", "weaker self"), ("random", "random play"))
        if key in report.pairs
        for found in [report.pairs[key].score]
    ]
    widths = [[(ply, width) for ply, width, _ in each.widths] for each in strengths]
    figures = [
        ("Score of each seat", plot_bars("Score of each seat", seats, 1 / report.players)),
        ("Score of the stronger agent against", plot_bars("Score of the stronger agent", skill) if skill else ""),
        ("Games by length", plot_lengths("Games by length", [each.lengths for each in strengths])),
        ("Actions by ply", plot_lines("Actions by ply", widths, "ply")),
        ("Games decided by then", _plot_decided([each.decided for each in strengths])),
    ]
    drawn = "".join(f"<figure><figcaption>{escape(title)}</figcaption>{svg}</figure>" for title, svg in figures if svg)
    legend = "; ".join(f"{colour}: {name}" for colour, name in zip(COLOURS, report.strengths, strict=False))
    return f'<div class="plots">{drawn}</div><p class="quiet">{escape(legend)}</p>'


def _plot_decided(series: Sequence[Sequence[float]]) -> str:
    """Draw which share of the won games is decided after each part of a game."""
    curves = [
        [(part / 20, sum(value <= part / 20 + 1e-9 for value in values) / len(values)) for part in range(21)]
        if values
        else []
        for values in series
    ]
    return plot_lines("Games decided by then", curves, "part of a game", is_share=True)


def _draw_openings(report: VariantReport) -> list[str]:
    if not report.first_actions:
        return []
    proven = report.exact is not None and bool(report.exact.openings)
    shown = report.first_actions[:MOST_OPENINGS]
    rows = []
    for each in shown:
        last = f"<td>{escape(tell_proven(report, each.name))}</td>" if proven else ""
        games = 0 if each.score is None else each.score.games
        rows.append(
            f"<td>{escape(each.name)}</td>{_cell('first', each.score)}<td>{games:,}</td><td>{each.chosen:,}</td>{last}"
        )
    headings = ["first action", "score to its player", "games", "began games", *(["proven"] if proven else [])]
    left = len(report.first_actions) - len(shown)
    more = [f'<p class="quiet">{left:,} more first actions scored less.</p>'] if left else []
    return ["<h3>What each first action is worth</h3>", _table(headings, rows), *more]


def _draw_comparison(comparison: RulesComparison) -> list[str]:
    rows = []
    for each in comparison.differences:
        found, verdict = each.contrast, tell_difference(each)
        bar = f"{tell_figure(each.key, found.low)} to {tell_figure(each.key, found.high)}"
        sign = "+" if found.value > 0 else ""
        rows.append(
            f'<td>{escape(MEASURES[each.key][0])}</td><td class="words">{escape(each.strength)}</td>'
            f"{_cell(each.key, each.first)}{_cell(each.key, each.second)}"
            f'<td>{sign}{tell_figure(each.key, found.value)}<span class="bar">{bar}</span></td>'
            f"<td>{f'{each.chance:.3f}' if each.chance >= 0.001 else '&lt;0.001'}</td>"
            f'<td class="words{" seen" if each.is_seen else ""}">{escape(verdict)}</td>'
            f"<td>{escape(tell_smallest(each))}</td>"
        )
    headings = ["measure", "at", comparison.first, comparison.second, "difference", "p", "", "smallest seen"]
    return [
        f"<h2>{escape(comparison.first)} and {escape(comparison.second)}</h2>",
        _table(headings, rows),
        f'<p class="quiet">{escape(TESTED)} The last column is the smallest difference that these games would show '
        "four times in five.</p>",
    ]
