"""Statement 12: expectiminimax grows as b^m n^m, and pruning helps a bit but not much."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.lab.experiments.shared import CountedGame, UniformTree
from plywise.lab.frame import (
    Axes,
    Experiment,
    Judgement,
    LabFigure,
    LabSettings,
    Measurements,
    PlotPoint,
    Ruling,
    mean_of,
)
from plywise.search import alpha_beta, expectiminimax, star1, star2
from plywise.search.textbook.expectiminimax import expectiminimax as textbook_expectiminimax


class ExpectiminimaxGrowth(Experiment):
    """Counts leaves of trees with dice, and what Star1 and Star2 save."""

    number, name = 12, "expectiminimax-growth"
    title = "How expectiminimax grows with dice"
    claim = """Expectiminimax considers all possible dice roll sequences, then it is: O(b^n n^m) where n is the
number of distinct dice rolls. [...] The equivalent of Alpha-Beta pruning helps the situation a bit but not much."""
    source = "Cicirello's slides, Bad News for Expectiminimax"
    how = """The textbook's expectiminimax counts the leaves of uniform trees with n equally likely rolls after each
of m actions. Our copy of the slide prints b^n n^m, which may be a misprint or a character that was misread in making
the copy; Russell and Norvig have b^m n^m (in section 5.5, which our copy lacks). What pruning saves is the
share of states that Star1 and Star2 still visit, with the bounds of the utilities known; alpha-beta on the same
tree without dice is beside it."""
    quick: ClassVar[LabSettings] = {
        "sizes": [[2, 2, 3], [3, 2, 3], [2, 4, 3], [4, 6, 2]],
        "pruned": [[6, 2, 2], [6, 4, 2], [6, 8, 2], [8, 21, 2]],
        "trees": 3,
    }
    full: ClassVar[LabSettings] = {
        "pruned": [[6, 2, 2], [6, 4, 2], [6, 8, 2], [6, 21, 2], [20, 21, 2], [3, 4, 4]],
        "trees": 12,
    }
    axes = Axes("n, distinct rolls", "share of states still visited")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the sizes of trees to count and to prune."""
        return [["count", *size] for size in settings["sizes"]] + [["prune", *size] for size in settings["pruned"]]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> Any:
        """Count the leaves of a tree, or the states that each search visits in some."""
        kind, branching, rolls, depth = case
        if kind == "count":
            counted = CountedGame(UniformTree(branching, depth, chooser, rolls=rolls))
            textbook_expectiminimax(counted, counted.initial())  # type: ignore[arg-type]
            return counted.leaves
        rows = []
        for _ in range(settings["trees"]):
            tree = UniformTree(branching, depth, chooser, rolls=rolls)
            bare = UniformTree(branching * rolls, depth, chooser)
            whole = expectiminimax(tree).nodes
            rows.append([star1(tree).nodes / whole, star2(tree).nodes / whole, alpha_beta(bare).nodes / whole])
        return rows

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return how many counts fit each formula, and the shares that are left."""
        fits = printed = counted = 0
        curves: dict[str, list[PlotPoint]] = {"Star1": [], "Star2": [], "alpha-beta without dice": []}
        last: list[Any] = []
        for (kind, branching, rolls, depth), seen in zip(cases, observed, strict=True):
            if kind == "count":
                counted += 1
                fits += seen == branching**depth * rolls**depth
                printed += seen == branching**rolls * rolls**depth
                continue
            if depth == 2:
                for points, shares in zip(curves.values(), zip(*seen, strict=True), strict=True):
                    points.append(PlotPoint.at(rolls, mean_of(shares)))
            if rolls == 21:
                last = seen
        figures = {
            "trees counted": LabFigure.exact(counted),
            "counts equal to b^m n^m": LabFigure.exact(fits, "all"),
            "counts equal to b^n n^m": LabFigure.exact(printed, "all, as our copy prints it"),
            "left by Star1 at n = 21": mean_of([row[0] for row in last], "most"),
            "left by Star2 at n = 21": mean_of([row[1] for row in last], "most"),
            "left by alpha-beta without dice": mean_of([row[2] for row in last]),
        }
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """The counts decide which formula is right; Star2 at n = 21 how much pruning helps."""
        counted, fits = found["trees counted"].value, found["counts equal to b^m n^m"].value
        left = min((found[f"left by {name} at n = 21"] for name in ("Star1", "Star2")), key=lambda each: each.value)
        pruning = f"with n = 21, pruning still visits {left.bar()}"
        if fits < counted:
            return Judgement(Ruling.FAILS, f"Only {fits:.0f} of {counted:.0f} counts are b^m n^m; {pruning}.")
        is_little = left.is_above(0.4)
        if is_little is False:
            return Judgement(Ruling.LIMITED, f"All counts are b^m n^m, but {pruning}: it helps a lot here.")
        if is_little is None:
            return Judgement(Ruling.UNDECIDED, f"All counts are b^m n^m; {pruning}: too few trees to say.")
        if found["counts equal to b^n n^m"].value < counted:
            return Judgement(
                Ruling.MISPRINTED,
                f"All {counted:.0f} counts are b^m n^m, not b^n n^m. The rest holds: {pruning}.",
            )
        return Judgement(Ruling.HOLDS, f"All counts fit; {pruning}.")
