"""The front of the room: plays, solves and measures one or several sets of rules, and compares them."""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from plywise.executors import count_cores
from plywise.matches.running import check_travels
from plywise.report.comparing import RulesComparison, compare_measures
from plywise.report.data import variant_data
from plywise.report.gathering import GatheredGames, Gathering, OnReport, ReportProgress, RulesVariant
from plywise.report.measures import VariantReport, measure
from plywise.report.options import ReportOptions
from plywise.report.solved import StateSolution, report_exactly, solve_game_wholly
from plywise.report.words import tell_known
from plywise.rules import Game, PlywiseError

FEW = 0.5
"""Below this share of different games a note says so."""
PAUSE, SPARING = 20.0, 10.0
"""Seconds between two measures of games so far, and how many times what measuring takes passes at least."""
STILL = "Not all games have been played yet."

OnPart: TypeAlias = Callable[["RulesReport"], None]


@dataclass(frozen=True, slots=True)
class RulesReport:
    """What was measured and proven of one or several sets of rules, and how they differ from the first."""

    options: ReportOptions
    variants: list[VariantReport]
    comparisons: list[RulesComparison]
    is_whole: bool = True
    """Whether everything was measured; False for what there is before."""

    def to_data(self) -> dict[str, Any]:
        """Return the whole report as data that JSON can hold."""
        options = self.options
        return {
            "format": "plywise-report-1",
            "agent": options.agent,
            "games": options.games,
            "seed": options.seed,
            "rules": [variant_data(each) for each in self.variants],
            "comparisons": [each.to_data() for each in self.comparisons],
            "is_whole": self.is_whole,
        }

    def to_html(self) -> str:
        """Return the report as one HTML page that needs nothing else."""
        from plywise.report.page import draw_page

        return draw_page(self.options, self.variants, self.comparisons)


def report_rules(
    rules: Game | Callable[[], Game] | Sequence[RulesVariant],
    options: ReportOptions | None = None,
    *,
    workers: int | None = None,
    out: str | Path | None = None,
    on_progress: OnReport | None = None,
    on_part: OnPart | None = None,
) -> RulesReport:
    """Measure a game in games between competent agents, at two strengths, and solve it where it is small.

    `rules` is a game, a function that loads it in each worker, or several named variants to compare. With `out`, all
    games are kept in that folder, and the same call continues what was stopped. `on_part` is handed the report on what
    there is so far: first after some seconds, and again and again as games come in.

    >>> from plywise.games.nim import Nim
    >>> report = report_rules(Nim(piles=(1, 2)), ReportOptions(games=8, agent="auto:engine=plain"), workers=1)
    >>> report.variants[0].exact.value, report.variants[0].strengths["stronger"].games
    (1, 8)
    """
    options = options or ReportOptions()
    variants = as_variants(rules)
    workers = workers or count_cores()
    if workers > 1 and isinstance(rules, Game):
        check_travels(rules)
    making = _Making(options, Gathering(options, workers, None if out is None else Path(out), on_progress), on_part)
    reports = [making.report_one(variant, number) for number, variant in enumerate(variants)]
    first, *others = reports
    comparisons = [
        RulesComparison(
            first.name,
            other.name,
            compare_measures(first.name, first.all_measures(), other.name, other.all_measures()),
        )
        for other in others
    ]
    return RulesReport(options, reports, comparisons)


class _Making:
    """A report while it is made: hands over what there is so far."""

    def __init__(self, options: ReportOptions, gathering: Gathering, on_part: OnPart | None) -> None:
        self.options, self.gathering, self.on_part = options, gathering, on_part
        gathering.on_games = self.hear
        self.whole: list[VariantReport] = []
        self.measured, self.cost = -PAUSE, 0.0
        """When the games so far were last measured, and the seconds that this took."""

    def hear(self, gathered: GatheredGames, is_step: bool) -> str:
        """Measure the games so far, at each step and now and then within; return what they say in a few words."""
        began = time.monotonic()
        if not is_step and began < self.measured + max(PAUSE, SPARING * self.cost):
            return ""
        found = measure(gathered)
        found.notes += [STILL, *_notes(found)]
        if self.on_part is not None:
            self.on_part(RulesReport(self.options, [*self.whole, found], [], is_whole=False))
        self.measured = time.monotonic()
        self.cost = self.measured - began
        return tell_known(found)

    def report_one(self, variant: RulesVariant, number: int) -> VariantReport:
        """Play, solve and measure one set of rules."""
        self.cost = 0.0
        gathered = self.gathering.gather(variant, number)
        with tempfile.TemporaryDirectory() as scratch:
            solution = self._solved(variant, Path(scratch) / "tables", tell_known(measure(gathered)))
            exact = None if solution is None else report_exactly(solution, self.options.seed)
            found = measure(gathered, solution, exact)
        found.notes += _notes(found)
        self.whole.append(found)
        return found

    def _solved(self, variant: RulesVariant, folder: Path, known: str) -> StateSolution | None:
        def note(doing: str) -> None:
            self.gathering.tell(ReportProgress(f"{variant.name}: {doing}", 0, 0, None, known))

        return solve_game_wholly(variant.load(), self.options.solve_states, folder, note)


def as_variants(rules: Game | Callable[[], Game] | Sequence[RulesVariant]) -> list[RulesVariant]:
    """Return the sets of rules that are meant; refuses none, and two of one name."""
    if isinstance(rules, Game):
        return [RulesVariant(rules.spec or rules.name, partial(_itself, rules))]
    if not isinstance(rules, Sequence):
        made = rules()
        return [RulesVariant(made.spec or made.name, rules)]
    if not rules:
        raise PlywiseError("A report needs a game: name one.")
    names = [each.name for each in rules]
    if len({*names}) < len(names):
        raise PlywiseError("The same rules stand in a report twice: name each once.")
    return list(rules)


def _notes(report: VariantReport) -> list[str]:
    """Say what makes figures doubtful."""
    said = []
    for each in report.strengths.values():
        if each.different < FEW * each.games:
            said.append(
                f"Only {each.different:,} different games among the {each.games:,} of the {each.strength} agent with "
                "itself: the error bars cover how openings and dice fell, and nothing else."
            )
        if each.forfeits:
            said.append(f"{each.forfeits:,} games of the {each.strength} agent with itself were forfeited.")
    if report.is_whole and report.pairs["skill"].score.low <= 0.5:
        said.append(
            "It isn't seen that the stronger agent beats its weaker self, so both strengths may show the same: the "
            "game may need no more than the weaker limit, or play more games."
        )
    return said


def _itself(game: Game) -> Game:
    return game
