"""Statement 13: a network that learns backgammon from self-play alone."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.agents import knowledge_beside
from plywise.games.backgammon import Backgammon
from plywise.lab.frame import (
    Axes,
    Experiment,
    Judgement,
    LabFigure,
    LabSettings,
    Measurements,
    PlotPoint,
    Ruling,
    weigh,
)

START, SHIPPED = "the start", "the shipped network"


class SelfTaughtBackgammon(Experiment):
    """Teaches a network, and lets it meet its own start and the network that comes with the game."""

    number, name = 13, "td-gammon"
    was_adjusted = True
    title = "Backgammon from self-play alone"
    claim = """[TD-Gammon:] A neural network trained by TD-lambda. [...] Only 2-ply look ahead used. Reached level
equivalent to the top human players at the time. (Cicirello's slides)
Through the use of machine-learning techniques, static evaluation functions can be created that are good enough to
work well with only a shallow game-tree search. (Nau's article)"""
    source = "Cicirello's slides, TD-Gammon; Nau's article, Other Kinds of Games"
    how = """A network of the size that comes with the game learns from nothing but self-play. On its way it plays
pairs of games, with the same dice and swapped seats, against the random weights that it began with and against the
shipped network, which had 300,000 games. Neither the top human players nor TD-Gammon itself take part; on how the
shipped network does against GNU Backgammon, see the page on the network."""
    quick: ClassVar[LabSettings] = {"points": [100, 900], "pairs": 100}
    full: ClassVar[LabSettings] = {"points": [300, 1_000, 3_000, 10_000, 30_000, 100_000], "pairs": 1000}
    axes = Axes("games of self-play", "points a game", log_across=True)

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> list[Any]:
        """Learn, and return the scores against both at each point."""
        import numpy as np

        from plywise.kernel import NetworkTable
        from plywise.learn.network import NetworkLearner

        game, shipped = Backgammon(), knowledge_beside(Backgammon())
        learner = NetworkLearner(game, seed=chooser.randrange(2**20), hidden=shipped.layout.hidden)  # type: ignore[union-attr]
        rivals = {START: NetworkTable(learner.layout.size), SHIPPED: NetworkTable(learner.layout.size)}
        rivals[START].numbers[:] = learner.self_play.table.numbers
        weights = np.frombuffer(shipped.weights, "<f4")  # type: ignore[union-attr]
        np.frombuffer(rivals[SHIPPED].numbers, np.float32)[:] = weights
        rows = []
        for point in settings["points"]:
            self.teach(learner, point - learner.games)
            found = [learner.self_play.contest(rival, settings["pairs"], point) for rival in rivals.values()]
            rows.append([point, *([each.mean, each.error] for each in found)])
        return rows

    def teach(self, learner: Any, games: int) -> None:
        """Let it learn from more games."""
        from plywise.rules import Limit

        learner.play(games, Limit())

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the curves, and how it ends."""
        rows, pairs = observed[0], settings["pairs"]
        curves = {
            f"against {name}": [PlotPoint.at(row[0], _points(row[place], pairs)) for row in rows]
            for place, name in enumerate((START, SHIPPED), 1)
        }
        figures = {
            "games of self-play": LabFigure.exact(rows[-1][0], "1.5 million"),
            "points a game against the start": _points(rows[-1][1], pairs, "above 0"),
            "points a game against the shipped network, first": _points(rows[0][2], pairs),
            "points a game against the shipped network, last": _points(rows[-1][2], pairs, "towards 0"),
        }
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """It must beat its start, and come nearer to the shipped network; level is within a tenth of a point.

        People don't take part, so what the text says of top players never holds in full.
        """
        start = found["points a game against the start"]
        first, last = (found[f"points a game against the shipped network, {name}"] for name in ("first", "last"))
        games = found["games of self-play"].value
        said = (
            f"After {games:,.0f} games it wins {start.value:+.2f} points a game from its start, and against the "
            f"shipped network {first.value:+.2f} became {last.bar('+.2f')}"
        )
        is_nearer = True if last.low > first.high else False if last.high <= first.low else None
        has_learned = weigh(start.is_above(0), is_nearer)
        if has_learned is False:
            return Judgement(Ruling.FAILS, f"{said}: it hasn't learned.")
        if has_learned is None:
            return Judgement(Ruling.UNDECIDED, f"{said}: whether it has learned isn't decided.")
        level = {True: "about level", False: "not level yet", None: "whether it is level isn't decided"}
        return Judgement(
            Ruling.LIMITED,
            f"{said}: it learns from self-play alone; {level[last.is_above(-0.1)]}. Top players aren't measured.",
        )


def _points(found: Sequence[float], pairs: int, said: str = "") -> LabFigure:
    mean, error = found
    return LabFigure(mean, mean - 1.96 * error, mean + 1.96 * error, pairs, said)
