"""Statement 24: what our copies of the texts print and running it shows to be wrong."""

import math
import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.games.catalog import load_game
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
    share_of,
)
from plywise.rules import MAX, Game, NotationError
from plywise.search.textbook.alpha_beta import alpha_beta
from plywise.search.textbook.minimax import minimax

FIGURES = ("figure-5.2", "cicirello-cutoff", "nau-figure-1")
PIECES = "QRBqrb"
"""Beside the kings: one ending of eight pieces among many."""
PLACES = 64 * 63 * 62 * 61 * 60 * 59 * 58 * 57 * 2
"""Ways to place eight different pieces, with either side to move."""
CHUNKS = 4
BRANCHING, DEPTH = 4, 6
"""Of the trees on which best cases and cutoffs are counted."""
TIES = "ties"


class ErrorsInTexts(Experiment):
    """Runs printed pseudo-code, a worked example and a best case, and counts states of one chess ending."""

    number, name = 24, "errors-in-texts"
    title = "Errors in our copies of the texts, shown by running them"
    claim = """function Max-Value(s, α, β) [...] for each s' in Succs(s): β := min(β, Max-value(s', α, β)); if (β ≥
α) then return α; return β. (Cicirello's slides)
E.g., for chess, N = 10^{10}, while B^L = 10^{120}. (Cicirello's slides)
Best case: The number of nodes you need to search in the tree is O(B^{1/2}). (Cicirello's slides)
Suppose that [...] we have already computed minimax(n_4) = 10 and minimax(n_{10}) = 11 as shown in Figure 3. (Nau's
article)
if v < α then return v (Russell & Norvig, figure 5.7) / if v ≤ α then return v (AIES notes, figure 5.7)"""
    source = """Cicirello's slides, Alpha Beta Pruning and Solving Games; Nau's article, Alpha-beta pruning; Russell &
Norvig and AIES notes, figure 5.7"""
    how = """Our copies were read by a machine, so each difference may be the copy's fault and not the author's; the
verdict is on what the copies print. Cicirello's Max-Value is run as it is printed, with the body of Min-Value, on three
figures whose values are known. Nau's tree is searched: a line further down, the text itself says that MAX gets 5 at n4
and 8 at n10. One single ending of eight pieces in chess (king, queen, rook and bishop each) is sampled: the share of
placements that the rules accept, times their number, is a lower bound on N; Russell and Norvig have 10^40, and a digit
may have been misread. The best case is counted on a tree with four actions, six plies deep, best actions first: the
exponent should be L/2. Figure 5.7 is run with both conditions, on the three figures and on random trees of the same
size whose leaves are worth -1, 0 or 1: both are right, and v < α cuts off later, where values tie. One difference is a
word: below figure 5.3 our copy of Russell and Norvig prints Min-Value where the AIES notes have argmax."""
    quick: ClassVar[LabSettings] = {"placements": 400, "trees": 12}
    full: ClassVar[LabSettings] = {"placements": 20_000, "trees": 60}
    axes = Axes("placements sampled", "states of one ending", log_up=True)

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the figures, the trees with ties, and parts of the sample."""
        return [*FIGURES, TIES, *range(CHUNKS)]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> Any:
        """Run the printed code on a figure or on trees, or try placements."""
        if isinstance(case, int):
            return sum(_is_legal(Chess(), chooser) for _ in range(settings["placements"] // CHUNKS))
        if case == TIES:
            return self.observe_trees(settings["trees"], chooser)
        game = load_game(case)
        right, printed = minimax(game, game.initial())[0], as_printed(game, game.initial(), -math.inf, math.inf)
        children = {game.action_name(game.initial(), action): action for action in game.actions(game.initial())}
        n4 = minimax(game, game.result(game.initial(), children["n4"]))[0] if "n4" in children else None
        later = self.cutting_later(game, game.initial(), -math.inf, math.inf)
        return {"right": right, "printed": None if math.isinf(printed) else printed, "later": later, "n4": n4}

    def observe_trees(self, trees: int, chooser: random.Random) -> dict[str, Any]:
        """Return the leaves in the best case, and of each tree with ties the leaves by v < α and by v ≤ α."""
        best, rows = CountedGame(UniformTree(BRANCHING, DEPTH, chooser, best_first=True)), []
        alpha_beta(best, best.initial())  # type: ignore[arg-type]
        for _ in range(trees):
            tree = UniformTree(BRANCHING, DEPTH, chooser)
            tree.leaves = [float(round(leaf)) for leaf in tree.leaves]
            later, sooner = CountedGame(tree), CountedGame(tree)
            value = self.cutting_later(later, tree.initial(), -math.inf, math.inf)  # type: ignore[arg-type]
            is_right = value == alpha_beta(sooner, tree.initial())[0]  # type: ignore[arg-type]
            rows.append([is_right, later.leaves, sooner.leaves])
        return {"best": best.leaves, "rows": rows}

    def cutting_later(self, game: Game, state: Any, alpha: float, beta: float) -> float:
        """Search as figure 5.7 of our copy of Russell and Norvig has it: MIN cuts off below α, not at α."""
        if game.is_terminal(state):
            return game.utility(state, MAX)
        is_max = game.to_move(state) == MAX
        value = -math.inf if is_max else math.inf
        for action in game.actions(state):
            child = self.cutting_later(game, game.result(state, action), alpha, beta)
            value = max(value, child) if is_max else min(value, child)
            if value >= beta if is_max else value < alpha:
                return value
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        return value

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return how often printed code is right, what n4 is worth, the best case, and how many states there are."""
        tried, legal = settings["placements"] // CHUNKS * CHUNKS, observed[len(FIGURES) + 1 :]
        figures, trees = observed[: len(FIGURES)], observed[len(FIGURES)]
        right = sum(seen["printed"] == seen["right"] for seen in figures)
        later = sum(seen["later"] == seen["right"] for seen in figures) + sum(row[0] for row in trees["rows"])
        n4 = next(seen["n4"] for seen in figures if seen["n4"] is not None)
        curve = [_states(sum(legal[:part]), tried * part // CHUNKS) for part in range(1, CHUNKS + 1)]
        points = [PlotPoint.at(tried * part / CHUNKS, found) for part, found in enumerate(curve, 1)]
        ends = [PlotPoint.at(points[0].x, 1e10), PlotPoint.at(points[-1].x, 1e10)]
        measured = {
            "figures that the printed Max-Value gets right": LabFigure.exact(right, f"all {len(FIGURES)}"),
            "minimax value of n4": LabFigure.exact(n4, "10, and 5 a line later"),
            "states of one ending with eight pieces": curve[-1],
            f"leaves in the best case, B = {BRANCHING}, L = {DEPTH}": LabFigure.exact(
                trees["best"], f"O(B^(1/2)); {math.sqrt(BRANCHING):.0f} for B = {BRANCHING}"
            ),
            "searches that v < α gets wrong": LabFigure.exact(len(figures) + len(trees["rows"]) - later, "0"),
            "leaves by v < α, over those by v ≤ α": geometric_of([row[1] / row[2] for row in trees["rows"]], "1"),
        }
        return Measurements(measured, {"one ending": points, "text: all of chess": ends})

    def judge(self, found: Measurements) -> Judgement:
        """Each of the four must turn out wrong; that the conditions of figure 5.7 differ is said beside it."""
        errors = []
        right = found["figures that the printed Max-Value gets right"].value
        if right < len(FIGURES):
            errors.append(f"Max-Value gets {right:.0f} of {len(FIGURES)} figures right")
        if found["minimax value of n4"].value != 10:
            errors.append(f"n4 is worth {found['minimax value of n4'].value:.0f}, not 10")
        states = found["states of one ending with eight pieces"]
        if states.is_above(1e10):
            errors.append(f"one chess ending alone has at least {states.low:.1e} states, more than 10^10")
        best = found[f"leaves in the best case, B = {BRANCHING}, L = {DEPTH}"].value
        if best >= math.sqrt(BRANCHING**DEPTH):
            errors.append(f"the best case has {best:.0f} leaves, about B^(L/2)")
        wrong, more = found["searches that v < α gets wrong"].value, found["leaves by v < α, over those by v ≤ α"]
        values = f"gets {wrong:.0f} values wrong" if wrong else "gets the same values as at v ≤ α"
        cut = f"Cutting off at v < α {values}, with {more.bar('.2f')} times the leaves"
        if states.is_above(1e10) is None:
            return Judgement(Ruling.UNDECIDED, f"{'; '.join(errors)}; too few placements to say how many states.")
        if len(errors) == 4:
            return Judgement(Ruling.MISPRINTED, f"{'; '.join(errors)}. {cut}.")
        if errors:
            return Judgement(Ruling.LIMITED, f"Only this is wrong: {'; '.join(errors)}. {cut}.")
        return Judgement(Ruling.HOLDS, "Nothing is wrong with it.")


def as_printed(game: Game, state: Any, alpha: float, beta: float) -> float:
    """Run Cicirello's Max-Value as our copy of the slide prints it; its Min-Value has the same body."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    for action in game.actions(state):
        beta = min(beta, as_printed(game, game.result(state, action), alpha, beta))
        if beta >= alpha:
            return alpha
    return beta


def _states(legal: int, tried: int) -> LabFigure:
    """Return how many states the ending has, as far as a sample of its placements tells."""
    share = share_of(legal, tried)
    return LabFigure(share.value * PLACES, share.low * PLACES, share.high * PLACES, tried, "10^10 in all")


def _is_legal(game: Chess, chooser: random.Random) -> bool:
    """Place the pieces at random, and ask the rules whether that is a state."""
    board = ["1"] * 64
    for square, piece in zip(chooser.sample(range(64), len(PIECES) + 2), f"Kk{PIECES}", strict=True):
        board[square] = piece
    rows = "/".join("".join(board[row : row + 8]) for row in range(0, 64, 8))
    try:
        game.parse_state(f"{rows} {chooser.choice('wb')} - - 0 1")
    except NotationError:
        return False
    return True
