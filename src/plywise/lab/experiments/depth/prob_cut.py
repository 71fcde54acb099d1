"""Statement 9: ProbCut beats the regular search with half its time."""

import functools
import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.games.catalog import load_game
from plywise.kernel import Searcher, Switches
from plywise.lab.experiments.shared import play_pair, score_of, within_nodes
from plywise.lab.frame import Axes, Experiment, Judgement, LabSettings, Measurements, PlotPoint, Ruling, mean_of
from plywise.learn import fit_prob_cut

BEGINNING = 15
"""Actions of a game whose depths are counted."""


class ProbCutMatch(Experiment):
    """Lets Othello with ProbCut play the same search with twice the states."""

    number, name = 9, "prob-cut"
    title = "ProbCut with half the time"
    claim = """Buro applied this technique to his Othello program, LOGISTELLO, and found that a version of his
program with PROBCUT beat the regular version 64% of the time, even when the regular version was given twice as much
time."""
    source = "Russell & Norvig, section 5.4.3"
    how = """ProbCut's models are fitted to this library's Othello evaluation on random states. Then it plays the
same search without it, which may visit twice as many states an action, from random openings of eight plies with
both colours; states stand for time, so that the score repeats exactly. The evaluation is far simpler than
LOGISTELLO's."""
    why = """ProbCut looks about a ply deeper here, and a ply is worth as much as twice the states: it does no
more than make up for them. LOGISTELLO's evaluation was learned from many games, so that its shallow searches probably
predicted its deep ones better than this simple one allows."""
    quick: ClassVar[LabSettings] = {"states": 80, "deepest": 6, "nodes": 3000, "pairs": 10}
    full: ClassVar[LabSettings] = {"states": 600, "deepest": 10, "nodes": 100_000, "pairs": 100}
    axes = Axes("pairs of games played", "score of ProbCut")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the pairs of games."""
        return list(range(settings["pairs"]))

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> Any:
        """Play a pair of games; return the score and the depths reached."""
        game = load_game("othello")
        with_cuts, regular = _searchers(settings["states"], settings["deepest"])
        depths: tuple[list[int], list[int]] = ([], [])
        seats = (
            within_nodes(with_cuts, settings["nodes"], depths[0]),
            within_nodes(regular, 2 * settings["nodes"], depths[1]),
        )
        score = play_pair(game, *seats, 8, chooser)
        return [score, *(sum(each[:BEGINNING]) / len(each[:BEGINNING]) for each in depths)]

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the score, and the depths."""
        scores = [seen[0] for seen in observed]
        figures = {
            "score of ProbCut at half the states": score_of(scores, "64%"),
            "depth with ProbCut": mean_of([seen[1] for seen in observed]),
            "depth without, at twice the states": mean_of([seen[2] for seen in observed]),
        }
        steps = list(range(5, len(scores) + 1, max(1, len(scores) // 20)))
        points = [PlotPoint.at(count, score_of(scores[:count])) for count in steps]
        ends = [PlotPoint.at(points[0].x, 0.64), PlotPoint.at(points[-1].x, 0.64)]
        return Measurements(figures, {"score": points, "text: 64%": ends})

    def judge(self, found: Measurements) -> Judgement:
        """About 64% is 54% or more, for the whole error bar; a bar below 64% that holds an even score refutes it."""
        score = found["score of ProbCut at half the states"]
        said = f"ProbCut scores {score.bar()} with half the states"
        if score.is_above(0.54):
            return Judgement(Ruling.HOLDS, f"{said}.")
        if not score.is_below(0.64):
            return Judgement(Ruling.UNDECIDED, f"{said}: 64% isn't excluded, but too few games were played to say.")
        if score.is_above(0.5):
            return Judgement(Ruling.LIMITED, f"{said}: it wins, by less than 64%.")
        return Judgement(Ruling.FAILS, f"{said}: less than 64%, and no advantage is shown.")


@functools.cache
def _searchers(states: int, deepest: int) -> tuple[Searcher, Searcher]:
    """Return the search with ProbCut and the one without; one of each for a process."""
    game = load_game("othello")
    fit = fit_prob_cut(game, states=states, deepest=deepest)
    cutting = Searcher(game, Switches().having("prob_cut"), table_mb=8, tuning=fit.tuning)
    return cutting, Searcher(game, table_mb=8)
