"""Statement 19: dynamic programming costs O(N L) where the tree costs b^L."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.games.catalog import load_game
from plywise.lab.experiments.shared import CountedGame, count_tree
from plywise.lab.frame import Axes, Experiment, Judgement, LabFigure, LabSettings, Measurements, PlotPoint, Ruling
from plywise.search.textbook.dynamic_programming import solve


class DynamicProgrammingCost(Experiment):
    """Counts what each looks at, on games small enough for both."""

    number, name = 19, "dynamic-programming-cost"
    title = "Dynamic programming against the tree"
    claim = """What if the total number of game states, N, is much less than B^L? [...] In such cases, DP is a
better method, assuming you can afford the memory. Runtime of DP for game solving: O(NL). Memory: O(N)."""
    source = "Cicirello's slides, Solving Games"
    how = """N is the number of different states, L the longest game. The textbook's dynamic programming counts how
often it asks for a successor; its memory is the entries of its table. The tree's size is what minimax visits."""
    quick: ClassVar[LabSettings] = {
        "games": ["nim:piles=1-2-3", "nim:piles=3-4-5", "tic-tac-toe", "kalah:pits=3,seeds=2"]
    }
    full: ClassVar[LabSettings] = {
        "games": [
            *quick["games"],
            "mnk:m=4,n=3,k=3",
            "connect-four:width=4,height=4",
            "mnk:m=4,n=4,k=4",
            "othello:size=4",
        ]
    }
    axes = Axes("N, different states", "looked at", log_across=True, log_up=True)

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the games."""
        return list(settings["games"])

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> Any:
        """Count the tree, and what dynamic programming asks and keeps."""
        game = load_game(case)
        nodes, _, by_ply, states = count_tree(game)
        asked, table = 0, dict[Any, Any]()

        def offer(state: Any, actions: list[Any]) -> list[Any]:
            nonlocal asked
            asked += len(actions)
            return actions

        solve(CountedGame(game, offer), game.initial(), table)  # type: ignore[arg-type]
        return {"tree": nodes, "longest": len(by_ply) - 1, "states": states, "asked": asked, "kept": len(table)}

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the work and the memory as shares of N L and N, the largest of all games."""
        rows = sorted(observed, key=lambda seen: float(seen["states"]))
        largest = rows[-1]
        figures = {
            "work over N L, at most": LabFigure.exact(
                max(seen["asked"] / (seen["states"] * seen["longest"]) for seen in rows), "O(1)"
            ),
            "memory over N, at most": LabFigure.exact(max(seen["kept"] / seen["states"] for seen in rows), "O(1)"),
            "tree over work, at least": LabFigure.exact(
                min(seen["tree"] / seen["asked"] for seen in rows), "much more"
            ),
            "tree over work, largest game": LabFigure.exact(largest["tree"] / largest["asked"]),
        }
        curves = {
            "the tree": [PlotPoint.at(seen["states"], seen["tree"]) for seen in rows],
            "dynamic programming": [PlotPoint.at(seen["states"], seen["asked"]) for seen in rows],
            "text: N L": [PlotPoint.at(seen["states"], seen["states"] * seen["longest"]) for seen in rows],
        }
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """Work must stay within N L and memory within N, and the tree must be larger."""
        work, memory = found["work over N L, at most"].value, found["memory over N, at most"].value
        gain = found["tree over work, largest game"].value
        said = f"The work is at most {work:.2f} N L and the memory {memory:.2f} N"
        if work > 2 or memory > 1:
            return Judgement(Ruling.FAILS, f"{said}, more than the text allows.")
        if found["tree over work, at least"].value <= 1:
            return Judgement(Ruling.LIMITED, f"{said}, but some tree here is smaller than the table.")
        return Judgement(Ruling.HOLDS, f"{said}; the tree of the largest game is {gain:,.0f} times the work.")
