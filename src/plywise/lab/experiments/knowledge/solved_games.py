"""Statement 11: the values of Nim, Connect Four and nine men's morris."""

import random
import tempfile
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.agents import SearchOptions, decide
from plywise.games.catalog import load_game
from plywise.kernel import Searcher, Switches
from plywise.lab.frame import Axes, Experiment, Judgement, LabFigure, LabSettings, Measurements, PlotPoint, Ruling
from plywise.rules import Limit, Status
from plywise.search import alpha_beta
from plywise.search.textbook.dynamic_programming import dynamic_programming
from plywise.solve import solve_game

KNOWN = {
    "nim:piles=2-2": -1,
    "nim:piles=1-2-3": -1,
    "nim:piles=3-4-5": 1,
    "connect-four:width=4,height=4": 0,
    "connect-four:width=6,height=4": -1,
    "connect-four:width=5,height=5": 0,
    "connect-four:width=6,height=5": 0,
    "connect-four:width=6,height=6": -1,
    "connect-four": 1,
    "three-mens-morris": 1,
    "six-mens-morris": 0,
}
"""Values to the first player: Nim by theory, Connect Four by Tromp, three men's morris by Dudeney, six by Gasser."""


class SolvedGames(Experiment):
    """Solves small ones in two ways, and larger ones by the compiled proof search or a table."""

    number, name = 11, "solved-games"
    title = "Values of solved games"
    claim = """Solving a game means proving the game-theoretic value of the start state. A few solved games: By
brute-force dynamic programming: Four-in-a-row, Chess endgames (certainly NOT chess itself though). By brute-force
DP to create endgame database, plus alpha-beta search: nine men's morris. By brute-force DP plus game specific
analysis: Connect-Four."""
    source = "Cicirello's slides, A Few Solved Games; Nim is the example of Lesson 1"
    how = """Each game is solved from its rules, and its value compared with the literature's. Small ones are solved
by dynamic programming and again by alpha-beta, three men's morris by a table of all its states. Full runs prove
Connect Four up to 7x6 by the compiled search, and six men's morris by a table too. Nine men's morris is solved as well,
a proven draw by endgame tables and alpha-beta as the text has it, but not in this run: its tables alone took 3.8 hours
of processor time and 5 GB (see [its page](../games/morris.md#solved))."""
    quick: ClassVar[LabSettings] = {
        "plain": ["nim:piles=2-2", "nim:piles=1-2-3", "nim:piles=3-4-5", "connect-four:width=4,height=4"],
        "proven": [],
        "tables": ["three-mens-morris"],
        "table_mb": 16,
        "full_board": False,
    }
    full: ClassVar[LabSettings] = {
        "proven": [spec for spec in KNOWN if spec.startswith("connect-four")],
        "tables": ["three-mens-morris", "six-mens-morris"],
        "table_mb": 512,
        "full_board": True,
    }
    axes = Axes("different states or states visited", "value to the first player", log_across=True, joined=False)

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return every game, with how it is solved."""
        return [[kind, spec] for kind in ("plain", "proven", "tables") for spec in settings[kind]]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> Any:
        """Solve a game; return its value, whether a second way agrees, and how many states that took."""
        kind, spec = case
        game = load_game(spec)
        if kind == "plain":
            value, again = dynamic_programming(game, game.initial())[0], alpha_beta(game, known_extremes=True)
            return [value, again.value == value and again.status is Status.PROVEN, again.nodes]
        if kind == "proven":
            searcher = Searcher(game, Switches().without("distances"), table_mb=settings["table_mb"])
            found = searcher.decide(limit=Limit(depth=250), prove=True)
            return [found.value, found.status is Status.PROVEN, found.nodes]
        with tempfile.TemporaryDirectory() as folder:
            built = solve_game(game, folder, tier="reachable", spec=spec)
            found = decide(game, options=SearchOptions(tables=folder))
            states = round(built["cpu_seconds"] * built["states_per_cpu_second"])
            return [found.value, found.status is Status.PROVEN, states]

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the values beside the literature's."""
        figures: dict[str, LabFigure] = {}
        wrong, points = 0, []
        for (_, spec), (value, is_sure, states) in zip(cases, observed, strict=True):
            figures[f"value of {spec}"] = LabFigure.exact(value, f"{KNOWN[spec]} (literature)")
            wrong += value != KNOWN[spec] or not is_sure
            points.append(PlotPoint.at(max(1, states), value))
        figures["values that are wrong or unproven"] = LabFigure.exact(wrong, "0")
        figures["solved on the full board"] = LabFigure.exact(int(settings["full_board"]), "1")
        return Measurements(figures, {"games": sorted(points, key=lambda point: point.x)})

    def judge(self, found: Measurements) -> Judgement:
        """All values must be those of the literature; without the full board, that is a part of the statement."""
        wrong = found["values that are wrong or unproven"].value
        count = sum(name.startswith("value of ") for name in found.figures)
        if wrong:
            return Judgement(Ruling.FAILS, f"{wrong:.0f} of {count} values aren't those of the literature.")
        if found["solved on the full board"].value:
            return Judgement(
                Ruling.LIMITED,
                f"All {count} values are as known, 7x6 among them. Nine men's morris was proven a draw in another run, "
                "which this one doesn't repeat.",
            )
        return Judgement(Ruling.LIMITED, f"All {count} values are as known, on small boards only.")
