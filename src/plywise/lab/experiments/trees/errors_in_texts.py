"""Statement 24: errors in the texts, shown by running them."""

import math
import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.games.catalog import load_game
from plywise.games.chess import Chess
from plywise.lab.frame import (
    Axes,
    Experiment,
    Judgement,
    LabFigure,
    LabSettings,
    Measurements,
    PlotPoint,
    Ruling,
    share_of,
)
from plywise.rules import MAX, Game, NotationError
from plywise.search.textbook.minimax import minimax

FIGURES = ("figure-5.2", "cicirello-cutoff", "nau-figure-1")
PIECES = "QRBqrb"
"""Beside the kings: one ending of eight pieces among many."""
PLACES = 64 * 63 * 62 * 61 * 60 * 59 * 58 * 57 * 2
"""Ways to place eight different pieces, with either side to move."""
CHUNKS = 4


class ErrorsInTexts(Experiment):
    """Runs 003's pseudo-code as printed, 004's example, and counts states of one chess ending."""

    number, name = 24, "errors-in-texts"
    title = "Errors in the texts, shown by running them"
    claim = """function Max-Value(s, α, β) [...] for each s' in Succs(s): β := min(β, Max-value(s', α, β)); if (β ≥
α) then return α; return β. (003)
E.g., for chess, N = 10^{10}, while B^L = 10^{120}. (003)
Suppose that [...] we have already computed minimax(n_4) = 10 and minimax(n_{10}) = 11 as shown in Figure 3. (004)"""
    source = "003, Alpha Beta Pruning and Solving Games; 004, Alpha-beta pruning"
    how = """003's Max-Value is run as it is printed, with the body of Min-Value, on three figures whose values are
known. 004's tree is searched: the text itself says that MAX gets 5 at n4 and 8 at n10. And one single ending of
eight pieces in chess (king, queen, rook and bishop each) is sampled: the share of placements that the rules accept,
times their number, is a lower bound on N."""
    quick: ClassVar[LabSettings] = {"placements": 400}
    full: ClassVar[LabSettings] = {"placements": 20_000}
    axes = Axes("placements sampled", "states of one ending", log_up=True)

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the figures, and parts of the sample."""
        return [*FIGURES, *range(CHUNKS)]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> Any:
        """Run the printed code on a figure, or try placements."""
        if isinstance(case, int):
            return sum(_is_legal(Chess(), chooser) for _ in range(settings["placements"] // CHUNKS))
        game = load_game(case)
        right, printed = minimax(game, game.initial())[0], as_printed(game, game.initial(), -math.inf, math.inf)
        children = {game.action_name(game.initial(), action): action for action in game.actions(game.initial())}
        n4 = minimax(game, game.result(game.initial(), children["n4"]))[0] if "n4" in children else None
        return {"right": right, "printed": None if math.isinf(printed) else printed, "n4": n4}

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return how often the printed code is right, what n4 is worth, and how many states there are."""
        tried, legal = settings["placements"] // CHUNKS * CHUNKS, observed[len(FIGURES) :]
        figures = observed[: len(FIGURES)]
        share = share_of(sum(legal), tried)
        states = LabFigure(share.value * PLACES, share.low * PLACES, share.high * PLACES, tried, "10^10 in all")
        right = sum(seen["printed"] == seen["right"] for seen in figures)
        n4 = next(seen["n4"] for seen in figures if seen["n4"] is not None)
        curve = []
        for part in range(1, CHUNKS + 1):
            found = share_of(sum(legal[:part]), tried * part // CHUNKS)
            curve.append(
                PlotPoint(tried * part / CHUNKS, found.value * PLACES, found.low * PLACES, found.high * PLACES)
            )
        ends = [PlotPoint.at(curve[0].x, 1e10), PlotPoint.at(curve[-1].x, 1e10)]
        measured = {
            "figures that the printed Max-Value gets right": LabFigure.exact(right, f"all {len(FIGURES)}"),
            "minimax value of n4": LabFigure.exact(n4, "10, and 5 a page before"),
            "states of one ending with eight pieces": states,
        }
        return Measurements(measured, {"one ending": curve, "text: all of chess": ends})

    def judge(self, found: Measurements) -> Judgement:
        """Each of the three must turn out wrong."""
        errors = []
        right = found["figures that the printed Max-Value gets right"].value
        if right < len(FIGURES):
            errors.append(f"003's Max-Value, run as printed, gets {right:.0f} of {len(FIGURES)} figures right")
        if found["minimax value of n4"].value != 10:
            errors.append(f"004's n4 is worth {found['minimax value of n4'].value:.0f}, not 10")
        states = found["states of one ending with eight pieces"]
        if states.low > 1e10:
            errors.append(f"one chess ending alone has at least {states.low:.1e} states, more than 10^10")
        if len(errors) == 3:
            return Judgement(Ruling.WRONG, "; ".join(errors) + ".")
        if errors:
            return Judgement(Ruling.LIMITED, f"Only this is wrong: {'; '.join(errors)}.")
        return Judgement(Ruling.HOLDS, "Nothing is wrong with it.")


def as_printed(game: Game, state: Any, alpha: float, beta: float) -> float:
    """Run 003's Max-Value as it stands on the slide; its Min-Value has the same body."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    for action in game.actions(state):
        beta = min(beta, as_printed(game, game.result(state, action), alpha, beta))
        if beta >= alpha:
            return alpha
    return beta


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
