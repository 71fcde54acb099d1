"""Statement 2: tic-tac-toe has fewer than 9! terminal nodes."""

import math
import random
from collections.abc import Sequence
from typing import Any

from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.lab.experiments.shared import count_tree
from plywise.lab.frame import Axes, Experiment, Judgement, LabFigure, Measurements, PlotPoint, Ruling


class TicTacToeLeaves(Experiment):
    """Counts them all."""

    number, name = 2, "tic-tac-toe-leaves"
    title = "Tic-tac-toe has fewer than 9! leaves"
    claim = "For tic-tac-toe the game tree is relatively small—fewer than 9! = 362,880 terminal nodes."
    source = "Russell & Norvig, section 5.1"
    how = """Every line of play is counted; lines that meet in one state are counted once and multiplied, which
gives the same number. 9! would be right if all games filled the board."""
    axes = Axes("plies until the game is over", "terminal nodes")

    def observe(self, settings: Any, case: Any, chooser: random.Random) -> Any:
        """Count the tree of tic-tac-toe."""
        return count_tree(TicTacToe())

    def summarise(self, settings: Any, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the counts as they are."""
        nodes, leaves, by_ply, states = observed[0]
        figures = {
            "terminal nodes": LabFigure.exact(leaves, "fewer than 362,880"),
            "nodes": LabFigure.exact(nodes),
            "different states": LabFigure.exact(states),
        }
        points = [PlotPoint.at(ply, number) for ply, number in enumerate(by_ply) if number]
        return Measurements(figures, {"terminal nodes": points})

    def judge(self, found: Measurements) -> Judgement:
        """Compare with 9!."""
        leaves, most = found["terminal nodes"].value, math.factorial(9)
        if leaves < most:
            return Judgement(Ruling.HOLDS, f"There are {leaves:,.0f}, {leaves / most:.0%} of {most:,}.")
        return Judgement(Ruling.WRONG, f"There are {leaves:,.0f}, not fewer than {most:,}.")
