"""Statement 8: a bishop is worth about three pawns, learned."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from plywise.bits import popcount
from plywise.games.chess import Chess
from plywise.games.chess.board import attacked_by
from plywise.games.chess.counting import more_of
from plywise.games.chess.evaluation import KINDS
from plywise.knowledge.weights import with_weights
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
from plywise.rules import Game

ROWS = tuple(255 << 8 * row for row in range(8))
BOOKS = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}


class SelfTaughtChess(Chess):
    """Chess whose evaluation knows nothing but what to count: all pieces are worth the same, and nothing else counts.

    The rows that pawns have gone and the squares that are attacked only make play purposeful.
    """

    weights: Mapping[str, float] = {**dict.fromkeys(KINDS, 100), "row gone": 0, "square attacked": 0}
    evaluate = Game.evaluate  # type: ignore[assignment]

    def amounts(self, state: Any, player: int) -> tuple[int, ...]:
        """Count pieces, the rows that pawns have gone and the squares attacked: how many more a player has."""
        sign, every = 1 if player == 0 else -1, state.white | state.black
        rows = 0
        for row in range(1, 7):
            rows += (row - 1) * popcount(state.pawns & state.white & ROWS[row])
            rows -= (6 - row) * popcount(state.pawns & state.black & ROWS[row])
        attacked = popcount(attacked_by(state, 0, state.white, every)) - popcount(
            attacked_by(state, 1, state.black, every)
        )
        return (
            sign * more_of(state, 1),
            sign * more_of(state, 4),
            sign * more_of(state, 2),
            sign * more_of(state, 3),
            sign * more_of(state, 5),
            sign * rows,
            sign * attacked,
        )


class PieceValues(Experiment):
    """Learns the weights of pieces from self-play, several times from nothing."""

    number, name = 8, "piece-values"
    was_adjusted = True
    title = "A bishop is worth about three pawns"
    claim = """Reassuringly, applying these [machine learning] techniques to chess has confirmed that a bishop is
indeed worth about three pawns."""
    source = "Russell & Norvig, section 5.4.1"
    how = """The evaluation begins with all pieces worth the same. Round by round, games are played by the weights
found so far, after random openings that leave the sides unequal, and weights are fitted to the results; in the end
material alone is fitted to the last round's quiet states. A piece's worth is its weight over the pawn's. A sample
is a whole course of learning, from nothing. The sample, five courses of 750 games, was chosen for a quarter of an hour
of processor time."""
    why = """With the spread of these courses, about sixteen would bring the error bar to within half a pawn."""
    quick: ClassVar[LabSettings] = {"courses": 2, "games": 66, "rounds": 1, "depth": 1}
    full: ClassVar[LabSettings] = {"courses": 5, "games": 450, "rounds": 2, "depth": 3}
    axes = Axes("worth by chess books, in pawns", "worth learned, in pawns")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the courses of learning."""
        return list(range(settings["courses"]))

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> dict[str, float]:
        """Learn from nothing; return what each piece is worth in pawns."""
        import numpy as np

        from plywise.learn.weights import PlayedState, Playing, fit_weights, regress, sample_play

        game, playing = SelfTaughtChess(), Playing(settings["depth"], (8, 16), 8)
        seed = chooser.randrange(2**31)
        first = fit_weights(game, games=settings["games"] // 3, rounds=settings["rounds"], playing=playing, seed=seed)
        taught, played = with_weights(game, first.fitted.weights), list[PlayedState]()
        for states in sample_play(taught, settings["games"], playing, seed + 1):
            played += states
        amounts = np.array([state.amounts[: len(KINDS)] for state in played])
        results, numbers = (np.array([getattr(state, name) for state in played]) for name in ("result", "game"))
        fit = regress(amounts, results, numbers)
        return {kind: float(weight / fit.weights[0]) for kind, weight in zip(KINDS, fit.weights, strict=True)}

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return what each piece is worth in pawns."""
        figures: dict[str, LabFigure] = {}
        for kind in KINDS:
            said = "about 3" if kind == "bishop" else str(BOOKS[kind])
            figures[f"worth of a {kind}"] = mean_of([seen[kind] for seen in observed], said)
        points = [PlotPoint.at(BOOKS[kind], figures[f"worth of a {kind}"]) for kind in KINDS]
        points.sort(key=lambda point: point.x)
        return Measurements(figures, {"learned": points, "text: books": [PlotPoint.at(x, x) for x in (1, 9)]})

    def judge(self, found: Measurements) -> Judgement:
        """About three is 2.5 to 3.5, for the whole error bar; 2 to 4.5 is within limits."""
        bishop, rook = found["worth of a bishop"], found["worth of a rook"].value
        said = f"In pawns, a bishop is worth {bishop.bar('.1f')} and a rook {rook:.1f}"
        is_three, is_near = bishop.is_within(2.5, 3.5), bishop.is_within(2, 4.5)
        if is_three:
            return Judgement(Ruling.HOLDS, f"{said}.")
        if is_three is None:
            return Judgement(Ruling.UNDECIDED, f"{said}: too few courses of learning to say.")
        if is_near is False:
            return Judgement(Ruling.FAILS, f"{said}.")
        return Judgement(Ruling.LIMITED, f"{said}: near three, not at it.")
