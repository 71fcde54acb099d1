"""What `plywise levels` shows: a line while it plays, each match as it ends, and a table and a plot of all levels."""

from dataclasses import asdict
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from plywise.calibration import CalibrationStep
from plywise.cli.screen import ProgressScreen, stderr
from plywise.explain import Interval, plot_intervals
from plywise.knowledge.levels import GameLevels, LevelScore
from plywise.matches import MatchProgress
from plywise.matches.statistics import elo_of


class LevelsWatch:
    """Says what is played and what is known, and writes a line for each match that is over."""

    def __init__(self, screen: ProgressScreen) -> None:
        self.screen, self.matches = screen, 0
        self.scores: dict[int, str] = {}
        """Of each level that was looked for, its last score."""

    def prepare(self) -> None:
        """Say what comes before the first game."""
        self.screen.show("preparing (rules are compiled once)")

    def show(self, progress: MatchProgress) -> None:
        """Show how far a match is."""
        result = progress.result
        upper, lower = map(short_name, result.agents)
        self.screen.show(
            f"match {self.matches + 1}, {upper} against {lower}",
            len(result.games),
            result.planned,
            unit="games",
            is_open_ended=True,
        )

    def note(self, step: CalibrationStep) -> None:
        """Write down what a match came to."""
        self.matches += 1
        what = "short match" if step.number == 0 else f"level {step.number}"
        if step.number:
            self.scores[step.number] = f"{what} scores {step.measured.score.score:.0%}"
        self.screen.show("choosing the next match", known=", ".join(self.scores.values()))
        stderr.print(
            f"{what}: {short_name(step.upper)} scores {tell_score(step.measured.score)} against "
            f"{short_name(step.lower)}",
            style="dim",
            soft_wrap=True,
        )


def short_name(spec: str) -> str:
    """Return an agent without what all of them have.

    >>> short_name("level:depth=1,temperature=0.5,spread=3.25")
    'depth=1,temperature=0.5'
    """
    return spec.removeprefix("level:").partition(",spread=")[0]


def tell_score(score: LevelScore) -> str:
    """Write a score with its error bar and its games.

    >>> tell_score(LevelScore(0.75, 0.68, 0.82, 100, 20))
    '75% (68 to 82%) of 100 games'
    """
    return f"{score.score:.0%} ({100 * score.low:.0f} to {100 * score.high:.0f}%) of {score.games:,} games"


def draw_levels(found: GameLevels, spec: str) -> RenderableType:
    """Draw all levels, and say what was measured."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("level", "what it does", "score against the one below", "ms a move"):
        table.add_column(heading)
    for number, level in enumerate(found.levels, 1):
        seconds = "" if level.seconds is None else f"{1000 * level.seconds:.1f}"
        table.add_row(str(number), level.settings.words, tell_score(level.score) if level.score else "", seconds)
    return Group(Text(), table, Text(), *(Text(line, style="dim") for line in tell_levels(found, spec)))


def tell_levels(found: GameLevels, spec: str) -> list[str]:
    """Say in sentences what the levels promise."""
    if found.novice is None:
        return [f"These levels aren't calibrated for {found.game}: `plywise levels {spec}` measures them."]
    few = "1 level" if len(found.levels) == 1 else f"{len(found.levels)} levels"
    said = [f"{found.game} has {few} that matches can separate; temperatures are in units of {found.spread:g}."]
    lost = f"{found.novice.lost} of {found.novice.games} games"
    said.append(f"Level 1 loses {lost} against a novice who looks one ply ahead.")
    if found.auto is not None:
        stronger = (
            "so it is stronger than the highest level"
            if found.auto.low > 0.5
            else "so the highest level is as strong, as far as this shows"
        )
        said.append(
            f"auto, with {found.auto_seconds:g} s a move, scores {tell_score(found.auto)} against level "
            f"{len(found.levels)}: {stronger}."
        )
    return said


def levels_data(found: GameLevels) -> dict[str, Any]:
    """Return levels as data that JSON can hold."""
    return {**asdict(found), "is_calibrated": found.is_calibrated}


def plot_levels(found: GameLevels) -> str:
    """Return the plot of each level's Elo above level 1, with the bar of its match against the one below, as SVG."""
    rows, below, games = [Interval("level 1", 0.0, 0.0, 0.0)], 0.0, 0
    for number, score in found.steps:
        elo, low, high = (below + elo_of(each) for each in (score.score, score.low, score.high))
        rows.append(Interval(f"level {number}", elo, low, high))
        below, games = elo, score.games
    subtitle = f"{games} paired games against the level below each; bars of 95%"
    return plot_intervals(f"Levels of {found.game} above level 1", subtitle, "Elo", rows)
