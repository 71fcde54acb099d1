"""Statement 4: a transposition table may double the depth that chess reaches."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.games.chess import Chess
from plywise.lab.experiments.shared import chess_searcher
from plywise.lab.frame import (
    Axes,
    Experiment,
    Judgement,
    LabFigure,
    LabSettings,
    Measurements,
    PlotPoint,
    Ruling,
    geometric_of,
)
from plywise.lab.openings import random_openings
from plywise.rules import Limit

ENDINGS = (
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/8/1p1k4/pP1p4/P2P4/3K4/8/8 w - - 0 1",
    "8/5k2/4p3/4Pp2/5P2/5K2/8/8 w - - 0 1",
)
"""Kings and blocked pawns, the first Fine's 70th: many paths lead to the same state."""
MIDDLE = "middle game"


class Transpositions(Experiment):
    """Searches the same states within the same number of states, with a table and without."""

    number, name = 4, "transpositions"
    title = "A transposition table doubles the depth"
    claim = """Using a transposition table can have a dramatic effect, sometimes as much as doubling the reachable
search depth in chess."""
    source = "Russell & Norvig, section 5.3.1"
    how = """The compiled search of chess is given a number of states, with its table and without, everything else
the same: in three endings of kings and blocked pawns, and in middle games after random openings. Each reaches some
depth; the figure is their ratio."""
    quick: ClassVar[LabSettings] = {"nodes": [30_000, 200_000], "middle_games": 3}
    full: ClassVar[LabSettings] = {"nodes": [30_000, 300_000, 3_000_000, 30_000_000], "middle_games": 12}
    axes = Axes("states that the search may visit", "depth with a table, over depth without", log_across=True)

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the states to search."""
        return [*ENDINGS, *(f"{MIDDLE} {number}" for number in range(settings["middle_games"]))]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> list[list[int]]:
        """Return the depths reached with and without, for each number of states."""
        game = Chess()
        if case.startswith(MIDDLE):
            state = random_openings(game, game.initial(), 1, 12, seed=chooser.randrange(2**31))[0]
        else:
            state = game.parse_state(case)
        return [[self.depth(state, nodes, *without) for without in ((), ("table",))] for nodes in settings["nodes"]]

    def depth(self, state: Any, nodes: int, *without: str) -> int:
        """Return the deepest search that is complete within some states."""
        searcher = chess_searcher(*without)
        searcher.clear()
        return max(1, searcher.decide(state, limit=Limit(nodes=nodes)).depth)

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the ratios in endings and in middle games."""
        kinds: dict[str, list[Sequence[Any]]] = {"endings": [], "middle games": []}
        for case, seen in zip(cases, observed, strict=True):
            kinds["middle games" if case.startswith(MIDDLE) else "endings"].append(seen)
        curves = {
            kind: [
                PlotPoint.at(nodes, geometric_of([seen[place][0] / seen[place][1] for seen in each]))
                for place, nodes in enumerate(settings["nodes"])
            ]
            for kind, each in kinds.items()
        }
        last = {kind: [seen[-1][0] / seen[-1][1] for seen in each] for kind, each in kinds.items()}
        figures = {f"depth ratio, {kind}": geometric_of(each) for kind, each in last.items()}
        every = [ratio for each in last.values() for ratio in each]
        figures["depth ratio, the largest"] = LabFigure.exact(max(every), "as much as 2")
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """ "Sometimes as much as" asks for one state; a table that makes nothing deeper refutes it."""
        largest = found["depth ratio, the largest"].value
        middle = found["depth ratio, middle games"].value
        said = f"The largest ratio of depths is {largest:.1f}; in middle games it is {middle:.2f} on average"
        if largest >= 1.8:
            return Judgement(Ruling.HOLDS, f"{said}.")
        if largest >= 1.2:
            return Judgement(Ruling.LIMITED, f"{said}: deeper, but not twice as deep with this number of states.")
        return Judgement(Ruling.FAILS, f"{said}.")
