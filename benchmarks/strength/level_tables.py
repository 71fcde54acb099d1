"""Writes the tables and the plot of docs/levels.md from the levels that come with Plywise; nothing is played.

python benchmarks/strength/level_tables.py
"""

import re
from pathlib import Path

from plywise.agents import find_levels
from plywise.explain import Ladder, plot_ladders
from plywise.games.catalog import catalog, load_game
from plywise.knowledge.levels import GameLevels, LevelScore
from plywise.matches.statistics import elo_of

ROOT = Path(__file__).parents[2]
PAGE, PLOT = ROOT / "docs/levels.md", ROOT / "docs/pictures/levels.svg"
BEGIN, END = "<!-- tables, by benchmarks/strength/level_tables.py -->", "<!-- end of tables -->"
EXAMPLES = ("examples/hex.py", "examples/three_way_four.py", "examples/brandubh.py")


def main() -> None:
    """Write both."""
    specs = [*sorted(catalog().makers), *(each for each in EXAMPLES if (ROOT / each).exists())]
    games = {spec: find_levels(load_game(str(ROOT / spec) if spec.endswith(".py") else spec)) for spec in specs}
    found = {spec: levels for spec, levels in games.items() if levels.is_calibrated}
    text = PAGE.read_text("utf-8")
    tables = "\n\n".join(write_table(spec, levels) for spec, levels in found.items())
    between = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    PAGE.write_text(between.sub(lambda _: f"{BEGIN}\n\n{tables}\n\n{END}", text), "utf-8")
    ladders = [Ladder(name_of(spec), find_elos(levels)) for spec, levels in found.items()]
    subtitle = "each step is a match of 100 paired games between a level and the one below"
    PLOT.write_text(plot_ladders("Levels in Elo above level 1", subtitle, "Elo", ladders), "utf-8")


def write_table(spec: str, found: GameLevels) -> str:
    """Return the table of one game, with what was measured beside it."""
    few = "1 level" if len(found.levels) == 1 else f"{len(found.levels)} levels"
    rows = [f"**{name_of(spec)}**, {few}:\n", "| level | what it does | score against the one below | ms a move |"]
    rows.append("|---|---|---|---|")
    for number, level in enumerate(found.levels, 1):
        score = write_score(level.score) if level.score else ""
        rows.append(f"| {number} | {level.settings.words} | {score} | {1000 * (level.seconds or 0):.0f} |")
    novice, auto = found.novice, found.auto
    assert novice is not None
    said = f"\nLevel 1 loses {novice.lost} of {novice.games} games against the novice."
    if auto is not None:
        said += f" `auto`, with {found.auto_seconds:g} s a move, scores {write_score(auto)} against the highest level."
    return "\n".join([*rows, said])


def write_score(score: LevelScore) -> str:
    """Write a score with its bar."""
    return f"{score.score:.0%} ({100 * score.low:.0f} to {100 * score.high:.0f}%) of {score.games} games"


def find_elos(found: GameLevels) -> list[float]:
    """Return each level's Elo above the first, as the sum of the steps."""
    elos = [0.0]
    for _, score in found.steps:
        elos.append(elos[-1] + elo_of(score.score))
    return elos


def name_of(spec: str) -> str:
    """Return what to call a game."""
    return Path(spec).stem.replace("_", "-")


if __name__ == "__main__":
    main()
