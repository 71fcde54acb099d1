"""What `plywise match` shows: a line while it plays, tables and sentences at the end, and a plot."""

import math
import time
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from plywise.cli.screen import ProgressScreen
from plywise.explain import Interval, plot_intervals
from plywise.matches import MatchOptions, MatchProgress, MatchResult, Pairing, Rating, ScoreEstimate

if TYPE_CHECKING:
    from collections.abc import Sequence

REFRESH = 0.2
"""Seconds between two figures of the line."""
SHOWN = 5
"""How many remarks on games are shown."""


class MatchWatch:
    """Says how a match goes."""

    def __init__(self, screen: ProgressScreen, doing: str = "playing") -> None:
        self.screen, self.doing, self.shown = screen, doing, 0.0

    def prepare(self) -> None:
        """Say what comes before the first game."""
        self.screen.show("preparing the agents (rules are compiled once)")

    def show(self, progress: MatchProgress) -> None:
        """Show how far the match is, a few times a second."""
        result, now = progress.result, time.monotonic()
        if now - self.shown < REFRESH and not result.is_over:
            return
        self.shown, done = now, len(result.games)
        rate = progress.games_a_second
        left = (result.planned - done) / rate if rate > 0 and progress.seconds > 1 and result.sprt is None else None
        known, is_open_ended = tell_progress(result, rate), result.sprt is not None
        self.screen.show(self.doing, done, result.planned, left, unit="games", known=known, is_open_ended=is_open_ended)


def tell_progress(result: MatchResult, rate: float) -> str:
    """Say in one line how a match stands."""
    parts = []
    if len(result.agents) == 2 and (0, 1) in result.pairings:
        estimate = result.pairings[0, 1].estimate
        if estimate.units:
            parts += [f"score {estimate.score:.1%}", f"Elo {tell_elo(estimate)}"]
    if result.sprt is not None:
        parts.append(f"LLR {result.test.llr:+.2f} ({result.sprt.lower:.2f} to {result.sprt.upper:.2f})")
    if rate:
        parts.append(f"{tell_games_a_second(rate)} games a second")
    return ", ".join(parts)


def tell_games_a_second(rate: float) -> str:
    """Return a rate with as many digits as help.

    >>> tell_games_a_second(0.034), tell_games_a_second(3.21), tell_games_a_second(1234)
    ('0.034', '3.2', '1,234')
    """
    return f"{rate:.2g}" if rate < 1 else f"{rate:.1f}" if rate < 100 else f"{rate:,.0f}"


def tell_elo(found: ScoreEstimate) -> str:
    """Write a difference in Elo with its 95% bar; a bar that is open on one side as a bound.

    >>> from plywise.matches.statistics import estimate_score
    >>> tell_elo(estimate_score({0.25: 20, 0.5: 50, 0.75: 30}))
    '+17 ± 24'
    >>> tell_elo(estimate_score({1.0: 20})), tell_elo(estimate_score({0.5: 1}))
    ('above +434', '+0 ± ∞')
    """
    low, high = found.elo_range
    if math.isfinite(low) and math.isfinite(high):
        return f"{round(found.elo):+d} ± {found.elo_error:.0f}"
    if not math.isfinite(low) and not math.isfinite(high):
        return f"{found.elo:+.0f} ± ∞" if math.isfinite(found.elo) else "unknown"
    bound = f"above {low:+.0f}" if math.isfinite(low) else f"below {high:+.0f}"
    return f"{found.elo:+.0f}, {bound}" if math.isfinite(found.elo) else bound


def draw_match(result: MatchResult, options: MatchOptions) -> RenderableType:
    """Draw what came of a match."""
    parts: list[RenderableType] = [Text()]
    if len(result.agents) > 2:
        parts += [_draw_ratings(result, result.ratings()), Text()]
    parts += [_draw_pairings(result), Text(), _draw_agents(result), Text()]
    parts += [Text(line) for line in tell_verdict(result)]
    parts += [Text(line, style="dim") for line in tell_terms(result, options)]
    parts += [Text(line, style="yellow") for line in tell_remarks(result)]
    return Group(*parts)


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number == 0 else "right")
    return table


def _draw_ratings(result: MatchResult, ratings: "Sequence[Rating]") -> Table:
    table = _table("rating", "Elo", "±", "games")
    for each in ratings:
        error = f"{each.error:.0f}" if math.isfinite(each.error) else "unknown"
        table.add_row(result.agents[each.agent], f"{round(each.elo):+d}", error, f"{result.totals[each.agent].games:,}")
    return table


def _draw_pairings(result: MatchResult) -> Table:
    units = "pairs" if result.unit_games == 2 else "groups"
    table = _table("pairing", "won", "drawn", "lost", units, "score", "Elo", "LOS")
    for _, pairing in sorted(result.pairings.items()):
        found = pairing.estimate
        table.add_row(
            f"{result.agents[pairing.first]} - {result.agents[pairing.second]}",
            *(f"{count:,}" for count in (pairing.wins, pairing.draws, pairing.losses, found.units)),
            f"{found.score:.1%}",
            tell_elo(found),
            f"{found.superiority:.1%}",
        )
    return table


def _draw_agents(result: MatchResult) -> Table:
    table = _table("agent", "games", "forfeits", "ms a move", "states a move", "mean utility")
    for name, total in zip(result.agents, result.totals, strict=True):
        moves = max(1, total.decisions)
        table.add_row(
            name,
            f"{total.games:,}",
            f"{total.forfeits:,}",
            f"{1000 * total.seconds / moves:,.1f}",
            f"{total.nodes / moves:,.0f}",
            f"{total.utility / max(1, total.seats):.3f}",
        )
    return table


def tell_verdict(result: MatchResult) -> list[str]:
    """Say what was measured, and what it doesn't show."""
    if len(result.agents) > 2:
        return ["Elo is relative to the mean of these agents; a difference smaller than the bars may be chance."]
    pairing = result.pairings.get((0, 1), Pairing(0, 1))
    found, (first, second) = pairing.estimate, result.agents
    if found.is_significant:
        better, worse = (first, second) if found.score > 0.5 else (second, first)
        said = [f"{better} is stronger than {worse} here: the 95% error bar excludes an even score."]
    else:
        said = ["Not significant: the 95% error bar includes an even score, so this shows no difference."]
    if result.sprt is None:
        return said
    test, state = result.sprt, result.test
    where = f"LLR {state.llr:+.2f} after {state.units:,} pairs, bounds {test.lower:.2f} and {test.upper:.2f}"
    if not state.verdict:
        return [*said, f"The sequential test has no answer yet: {where}."]
    accepted, rejected, rate = (
        (test.elo1, test.elo0, test.alpha)
        if state.verdict == "elo1"
        else (
            test.elo0,
            test.elo1,
            test.beta,
        )
    )
    answer = (
        f"The sequential test accepts {accepted:+g} Elo over {rejected:+g}, with an error rate of {rate:.0%}: {where}."
    )
    return [
        answer,
        "A match that a test stops early overstates the difference: for an unbiased Elo, fix the number of games.",
    ]


def tell_terms(result: MatchResult, options: MatchOptions) -> list[str]:
    """Say how it was measured."""
    unit = "pairs with swapped sides" if result.unit_games == 2 else "groups with rotated seats"
    return [
        f"{result.game}: {len(result.games):,} games of {result.mean_plies:.0f} plies on average, "
        f"{_tell_time(options)}; error bars are those of {unit}, which share an opening and dice."
    ]


def _tell_time(options: MatchOptions) -> str:
    """Say what agents may spend."""
    if options.clock is not None:
        return f"clocks of {options.clock}"
    words = {"time": "s", "nodes": "states", "depth": "plies", "simulations": "simulations"}
    limits = ((getattr(options.each_action, name), word) for name, word in words.items())
    return " and ".join(f"{value:,g} {word}" for value, word in limits if value is not None) + " a move"


def tell_remarks(result: MatchResult) -> list[str]:
    """Name what makes figures doubtful, and the first of the games that didn't end by the rules alone."""
    said = []
    if result.distinct_openings < result.rounds and result.repeats_games:  # deals and dice make games differ too
        said.append(
            f"Only {result.distinct_openings:,} different openings for {result.rounds:,} pairs: "
            "games that repeat each other say nothing new, and the error bars are too small by that."
        )
    notes = result.notes
    said += [f"Game {number}: {note}" for number, note in notes[:SHOWN]]
    return said + ([f"... and {len(notes) - SHOWN:,} more games like that."] if len(notes) > SHOWN else [])


def plot_match(result: MatchResult) -> str:
    """Return the plot of all ratings, or of the one difference, as SVG."""
    subtitle = f"{len(result.games):,} games of {result.game}; bars of 95%, by "
    subtitle += "pairs with swapped sides" if result.unit_games == 2 else "groups with rotated seats"
    if len(result.agents) > 2:
        rows = [
            Interval(result.agents[each.agent], each.elo, each.elo - each.error, each.elo + each.error)
            for each in result.ratings()
        ]
        return plot_intervals("Ratings against the mean of all", subtitle, "Elo", rows)
    found, (first, second) = result.pairings.get((0, 1), Pairing(0, 1)).estimate, result.agents
    low, high = found.elo_range
    return plot_intervals(f"{first} against {second}", subtitle, "Elo", [Interval(first, found.elo, low, high)])
