"""Statement 16: in practical games, searching deeper decides better."""

import functools
import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.games.catalog import load_game
from plywise.kernel import Searcher, Switches
from plywise.lab.experiments.shared import Chooser, looking, play_pair, score_of
from plywise.lab.frame import Axes, Experiment, Judgement, LabSettings, Measurements, PlotPoint, Ruling
from plywise.rules import Game


class DeeperIsBetter(Experiment):
    """Lets a search play another that looks one ply less deep."""

    number, name = 16, "deeper-is-better"
    was_adjusted = True
    title = "Searching a ply deeper wins"
    claim = """A deeper search will produce significantly better decisions in nearly all practical situations
(Kaindl, 1988)."""
    source = "Nau's article, Speeding up the search"
    how = """In each game plain alpha-beta, with the game's own evaluation, plays itself with one ply less, from random
openings of four plies with both seats. It is the compiled search with every enhancement off, which visits the same
states as the textbook's. A sample is such a pair of games."""
    quick: ClassVar[LabSettings] = {
        "games": ["connect-four", "othello:size=6", "kalah", "breakthrough:width=5,height=5"],
        "depths": [1, 2],
        "pairs": 10,
    }
    full: ClassVar[LabSettings] = {
        "games": [
            "connect-four",
            "othello",
            "kalah",
            "breakthrough:width=6,height=6",
            "mnk:m=7,n=7,k=5",
            "ataxx:size=5",
        ],
        "depths": [1, 2, 3],
        "pairs": 200,
    }
    axes = Axes("depth of the shallower search", "score of the one that sees a ply more")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the pairs of games, a few at a time."""
        parts = range(max(1, settings["pairs"] // 10))
        return [[spec, depth, part] for spec in settings["games"] for depth in settings["depths"] for part in parts]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> list[float]:
        """Play pairs of games; return the deeper one's scores."""
        spec, depth, _ = case
        game, searcher = _game_and_searcher(spec)
        deeper, other = self.looking(searcher, depth + 1), self.looking(searcher, depth)
        return [play_pair(game, deeper, other, 4, chooser) for _ in range(min(10, settings["pairs"]))]

    def looking(self, searcher: Searcher, depth: int) -> Chooser:
        """Return a player who looks some plies ahead."""
        return looking(searcher, depth)

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the score in each game, at all depths together and at each."""
        scores: dict[tuple[str, int], list[float]] = {}
        for (spec, depth, _), seen in zip(cases, observed, strict=True):
            scores.setdefault((spec, depth), []).extend(seen)
        figures, curves = {}, {}
        for spec in settings["games"]:
            every = [score for depth in settings["depths"] for score in scores[spec, depth]]
            figures[f"score of a ply more, {spec}"] = score_of(every, "above 0.5")
            curves[spec] = [PlotPoint.at(depth, score_of(scores[spec, depth])) for depth in settings["depths"]]
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """Three games of four must show an advantage beyond the error bar, and none a disadvantage."""
        scores = {name.split(", ", 1)[1]: each for name, each in found.figures.items()}
        better = sum(each.is_above(0.5) is True for each in scores.values())
        not_better = [name for name, each in scores.items() if each.is_above(0.5) is False]
        worse = [name for name, each in scores.items() if each.is_below(0.5)]
        said = f"A ply more wins beyond the error bar in {better} of {len(scores)} games"
        if len(not_better) > len(scores) / 4:
            return Judgement(Ruling.FAILS, f"{said}, and not in {', '.join(not_better)}.")
        if better < 0.75 * len(scores):
            return Judgement(Ruling.UNDECIDED, f"{said}: too few pairs of games to say.")
        if worse:
            return Judgement(Ruling.LIMITED, f"{said}, and loses in {', '.join(worse)}.")
        return Judgement(Ruling.HOLDS, f"{said}.")


@functools.cache
def _game_and_searcher(spec: str) -> tuple[Game, Searcher]:
    """Return a game and its compiled search without any enhancement; one for each process."""
    game = load_game(spec)
    return game, Searcher(game, Switches.none())
