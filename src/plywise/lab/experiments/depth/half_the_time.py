"""Statement 25: a chess program that uses its time half as well is beaten into the ground."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.games.chess import Chess
from plywise.lab.experiments.shared import chess_rivals, play_pair, score_of, within_nodes
from plywise.lab.frame import Axes, Experiment, Judgement, LabSettings, Measurements, PlotPoint, Ruling, mean_of

HALF = 2


class HalfTheTime(Experiment):
    """Lets chess programs that differ only in the states they may visit play each other."""

    number, name = 25, "half-the-time"
    title = "Half the time is beaten into the ground"
    claim = """Whereas an implementation of A* search that is half as efficient will simply take twice as long to run
to completion, a chess program that is half as efficient in using its available time probably will be beaten into the
ground, other things being equal."""
    source = "Russell & Norvig, section 5.1"
    how = """The compiled search of chess, with all its pruning, plays itself with a half, a quarter and an eighth of
the states an action, from random openings of eight plies with both colours; states stand for time, so that the score
repeats exactly. A sample is such a pair of games. "Beaten" is read as a score above one half for the faster program,
"into the ground" as three points of four or more. The sample was chosen for a minute of processor time: it tells
three quarters from 66% or less."""
    why = """Both programs visit far fewer states than a program does in tournament play. A factor of two is usually
worth less the deeper the search already looks, so more states would hardly make the half lose by more."""
    quick: ClassVar[LabSettings] = {"nodes": 2_000, "pairs": {"2": 4, "4": 2, "8": 2}}
    full: ClassVar[LabSettings] = {"nodes": 4_000, "pairs": {"2": 60, "4": 12, "8": 8}}
    axes = Axes("times as many states as the slower program", "score of the faster program", log_across=True)

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the pairs of games, by how many times the states one program has."""
        return [[int(factor), pair] for factor, pairs in settings["pairs"].items() for pair in range(pairs)]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> list[float]:
        """Play a pair of games; return the faster program's score, and both mean depths."""
        depths: tuple[list[int], list[int]] = ([], [])
        limits = (settings["nodes"], settings["nodes"] // case[0])
        players = [
            within_nodes(searcher, nodes, seen)
            for searcher, nodes, seen in zip(chess_rivals(), limits, depths, strict=True)
        ]
        score = play_pair(Chess(), players[0], players[1], 8, chooser)
        return [score, *(sum(each) / max(1, len(each)) for each in depths)]

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the scores by factor, and the depths at a factor of two."""
        seen: dict[int, list[Any]] = {}
        for (factor, _), row in zip(cases, observed, strict=True):
            seen.setdefault(factor, []).append(row)
        figures = {}
        for factor, rows in seen.items():
            said = "beaten into the ground" if factor == HALF else ""
            figures[f"score with {factor} times the states"] = score_of([row[0] for row in rows], said)
        figures["depth with all the states"] = mean_of([row[1] for row in seen[HALF]])
        figures["depth with half the states"] = mean_of([row[2] for row in seen[HALF]])
        points = [PlotPoint.at(factor, figures[f"score with {factor} times the states"]) for factor in sorted(seen)]
        ends = [PlotPoint.at(points[0].x, 0.75), PlotPoint.at(points[-1].x, 0.75)]
        return Measurements(figures, {"measured": points, "text: into the ground, read as 75%": ends})

    def judge(self, found: Measurements) -> Judgement:
        """Above one half is beaten, above three quarters is into the ground."""
        score = found[f"score with {HALF} times the states"]
        said = f"With twice the states a program scores {score.bar()} against itself"
        is_beaten, is_ground = score.is_above(0.5), score.is_above(0.75)
        if is_beaten is False:
            return Judgement(Ruling.FAILS, f"{said}: no advantage.")
        if is_beaten and is_ground:
            return Judgement(Ruling.HOLDS, f"{said}.")
        if is_beaten and is_ground is False:
            return Judgement(Ruling.LIMITED, f"{said}: the slower one is beaten, but not into the ground.")
        mark = "three points of four" if is_beaten else "more than half"
        return Judgement(Ruling.UNDECIDED, f"{said}: whether that is {mark} isn't decided.")
