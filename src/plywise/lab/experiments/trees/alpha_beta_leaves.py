"""Statement 1: how many leaves minimax and alpha-beta look at, by the order of actions."""

import math
import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.games.chess import Chess
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
    geometric_of,
    mean_of,
)
from plywise.lab.openings import random_openings
from plywise.search.textbook.alpha_beta import alpha_beta
from plywise.search.textbook.cutting_off import alpha_beta as alpha_beta_to_depth
from plywise.search.textbook.minimax import minimax

CHESS_PLIES = 12
"""Random plies before a state of chess is searched."""


ABOUT_TWO = 2.5
"""What "within about a factor of 2" is taken to allow at most; the whole interval must be within it."""


class AlphaBetaLeaves(Experiment):
    """Counts leaves of trees whose order is perfect or random, and of chess with captures first."""

    number, name = 1, "alpha-beta-leaves"
    title = "Leaves that minimax and alpha-beta look at"
    claim = """If the maximum depth of the tree is m and there are b legal moves at each point, then the time
complexity of the minimax algorithm is O(b^m). [With the best move first] alpha-beta needs to examine only
O(b^{m/2}) nodes to pick the best move. [...] If successors are examined in random order rather than best-first, the
total number of nodes examined will be roughly O(b^{3m/4}) for moderate b. For chess, a fairly simple ordering
function (such as trying captures first, then threats, then forward moves, and then backward moves) gets you to
within about a factor of 2 of the best-case O(b^{m/2}) result."""
    source = "Russell & Norvig, sections 5.2.1 and 5.3.1"
    how = """The textbook's own files search uniform trees with random leaves. The best case is b^⌈m/2⌉ + b^⌊m/2⌋ -
1 leaves exactly (Knuth and Moore). The exponent of random order is the growth of the number of leaves with each
ply, as a power of b. In chess, alpha-beta searches random middle-game states in the order that the text describes
(`chess:order=text`), with captures and checks first, and in the order in which moves are made up; the best case
follows from the same formula, with b taken from a full minimax count. A threat is a move that attacks the king or a
piece worth more than the one that moves."""
    why = """The order says which captures come first, but not which threats or forward moves."""
    quick: ClassVar[LabSettings] = {
        "trees": 12,
        "sizes": [[2, 10], [3, 7], [5, 5], [8, 4]],
        "chess_states": 2,
        "chess_depth": 3,
    }
    full: ClassVar[LabSettings] = {
        "trees": 60,
        "sizes": [[2, 14], [3, 9], [5, 6], [8, 5], [16, 4]],
        "chess_states": 24,
        "chess_depth": 4,
    }
    axes = Axes("b^m, the leaves of the whole tree", "leaves looked at", log_across=True, log_up=True)

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the sizes of trees, and the states of chess."""
        chess = [["chess", number] for number in range(settings["chess_states"])]
        return [["tree", *size] for size in settings["sizes"]] + chess

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> Any:
        """Search trees of one size, or one state of chess."""
        if case[0] == "chess":
            return self.observe_chess(settings["chess_depth"], chooser)
        _, branching, deepest = case
        rows = []
        for depth in range(1, deepest + 1):
            orders = []
            for best_first in (True, False):
                count = 1 if best_first else settings["trees"]
                trees = [UniformTree(branching, depth, chooser, best_first=best_first) for _ in range(count)]
                orders.append([self.leaves_of(tree) for tree in trees])
            whole = CountedGame(UniformTree(branching, depth, chooser))
            if branching**depth <= 5000:
                minimax(whole, whole.initial())  # type: ignore[arg-type]
            rows.append([depth, whole.leaves, orders[0][0], orders[1]])
        return rows

    def leaves_of(self, tree: UniformTree) -> int:
        """Return how many leaves alpha-beta looks at."""
        counted = CountedGame(tree)
        alpha_beta(counted, counted.initial())  # type: ignore[arg-type]
        return counted.leaves

    def observe_chess(self, depth: int, chooser: random.Random) -> dict[str, float]:
        """Search a state of chess in the text's order, with captures first, and in the order of `actions`."""
        game = Chess()
        state = random_openings(game, game.initial(), 1, CHESS_PLIES, seed=chooser.randrange(2**31))[0]
        text, first, plain = _ranked(Chess(order="text")), _ranked(game), CountedGame(game)
        less_deep = _ranked(text.game)
        alpha_beta_to_depth(less_deep, state, depth - 1)  # type: ignore[arg-type]
        for counted in (text, first, plain):
            alpha_beta_to_depth(counted, state, depth)  # type: ignore[arg-type]
        branching = _mean_branching(game, state)
        best, before = _best_case(branching, depth), _best_case(branching, depth - 1)
        orders = {"text": text, "first": first, "plain": plain}
        found = {order: counted.leaves / best for order, counted in orders.items()}
        return found | {"a ply less": less_deep.leaves / before}

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return how far counts are from the formulas, the exponents, and the factor in chess."""
        curves: dict[str, list[PlotPoint]] = {"random order": [], "best first": [], "text: b^(3m/4)": []}
        wrong_minimax = wrong_best = 0
        exponents: list[float] = []
        ratios: dict[str, list[float]] = {"text": [], "a ply less": [], "first": [], "plain": []}
        for case, seen in zip(cases, observed, strict=True):
            if case[0] == "chess":
                for order, every in ratios.items():
                    every.append(seen[order])
                continue
            branching = case[1]
            for depth, whole, best, every in seen:
                wrong_minimax += whole not in (0, branching**depth)
                wrong_best += best != _best_case(branching, depth)
                curves["random order"].append(PlotPoint.at(branching**depth, mean_of(every)))
                curves["best first"].append(PlotPoint.at(branching**depth, best))
            exponents.append(_growth(branching, seen))
        for points in curves.values():
            points.sort(key=lambda point: point.x)
        ends = [curves["best first"][0].x, curves["best first"][-1].x]
        curves["text: b^(3m/4)"] = [PlotPoint.at(x, x**0.75) for x in ends]
        figures = {
            "minimax counts off b^m": LabFigure.exact(wrong_minimax, "0"),
            "best-first counts off the formula": LabFigure.exact(wrong_best, "0"),
            "exponent of random order": mean_of(exponents, "0.75"),
            "chess, the text's order, over the best case": geometric_of(ratios["text"], "about 2"),
            "chess, the text's order, a ply less deep": geometric_of(ratios["a ply less"], "about 2"),
            "chess, captures and checks first, over the best case": geometric_of(ratios["first"]),
            "chess, moves as they come, over the best case": geometric_of(ratios["plain"]),
        }
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """Counts must be exact; the exponent near 3/4; chess within a factor of about 2."""
        if found["minimax counts off b^m"].value or found["best-first counts off the formula"].value:
            return Judgement(Ruling.FAILS, "Counts differ from b^m, or from the best case.")
        exponent = found["exponent of random order"]
        chess = found["chess, the text's order, over the best case"]
        growth = f"Minimax and the best case are exact; leaves in random order grow as b^({exponent.value:.2f} m)"
        factor = f"the text's order in chess looks at {chess.value:.1f} times the best case"
        if abs(exponent.value - 0.75) > 0.1:
            return Judgement(Ruling.FAILS, f"{growth}, not b^(0.75 m).")
        if chess.high > ABOUT_TWO:
            return Judgement(Ruling.LIMITED, f"{growth}; but {factor}, perhaps more than {ABOUT_TWO}.")
        return Judgement(Ruling.HOLDS, f"{growth}; {factor}.")


def _growth(branching: int, seen: Sequence[Any]) -> float:
    """Return the power of b by which leaves grow with each ply, over the deeper half of the plies."""
    logs = [math.log(sum(every) / len(every)) for _, _, _, every in seen]
    half = len(logs) // 2
    return (logs[-1] - logs[half - 1]) / (len(logs) - half) / math.log(branching)


def _best_case(branching: float, depth: int) -> float:
    """Return how many leaves alpha-beta looks at with the best action first (Knuth and Moore)."""
    return branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1


def _ranked(game: Any) -> CountedGame:
    """Return chess with its moves in the order of `rank`."""
    return CountedGame(game, lambda state, actions: sorted(actions, key=lambda each: -game.rank(state, each)))


def _mean_branching(game: Chess, state: Any) -> float:
    """Return the geometric mean of the number of actions in a state and in those after it."""
    offered = list(game.actions(state))
    replies = [len(list(game.actions(game.result(state, action)))) for action in offered]
    return math.sqrt(len(offered) * max(1.0, sum(replies) / len(replies)))
