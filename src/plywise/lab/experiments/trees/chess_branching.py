"""Statement 17: chess has about 35 moves to choose from, and what follows from that."""

import math
import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.games.chess import Chess
from plywise.lab.experiments.shared import CountedGame, play_chess
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
    weigh,
)
from plywise.search.textbook.cutting_off import alpha_beta

EVERY = 10
"""Plies that make one point of the curve."""
NODES = 200e6
"""What the text searches in three minutes."""


class ChessBranching(Experiment):
    """Counts the legal moves in games, and the states of alpha-beta."""

    number, name = 17, "chess-branching"
    was_adjusted = True
    title = "Chess has about 35 moves, and alpha-beta sees 6"
    claim = """Chess has an average branching factor of about 35, and games often go to 50 moves by each player, so
the search tree has about 35^{100} or 10^{154} nodes. [...] This means that the effective branching factor becomes
√b instead of b—for chess, about 6 instead of 35. [...] 35^5 is about 50 million, so if we used minimax search, we
could look ahead only about five plies."""
    source = "Russell & Norvig, sections 5.1, 5.3.1 and 5.4.3"
    how = """The compiled search plays itself at a small depth after 8 to 16 random plies, and legal moves are
counted before each move, over the first 100 plies, as the text's games have. The effective branching factor is the
growth of the leaves that the textbook's alpha-beta looks at, captures first, from one ply to three, per ply."""
    why = """Games of a shallow search after random openings lose pieces sooner than masters' games do, and
then less can move; whether that is all of the difference isn't measured."""
    quick: ClassVar[LabSettings] = {"games": 8, "states": 3, "play_depth": 3}
    full: ClassVar[LabSettings] = {"games": 200, "states": 40, "play_depth": 5}
    axes = Axes("ply", "legal moves")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the games to play and the states to search."""
        games = [["game", number] for number in range(settings["games"])]
        return games + [["state", number] for number in range(settings["states"])]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> Any:
        """Play a game and count moves, or search a state of one."""
        game = Chess()
        played = play_chess(settings["play_depth"], chooser)
        while not played.states:  # random plies may end in mate
            played = play_chess(settings["play_depth"], chooser)
        if case[0] == "game":
            return [len(list(game.actions(state))) for state in played.states]
        state = played.states[len(played.states) // 3]
        growth = []
        for depth in (1, 3):
            counted = CountedGame(
                game, lambda state, actions: sorted(actions, key=lambda each: -game.rank(state, each))
            )
            alpha_beta(counted, state, depth)  # type: ignore[arg-type]
            growth.append(counted.leaves)
        return math.sqrt(growth[1] / growth[0])

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the means of games, so that long games don't count for more."""
        games = [seen for case, seen in zip(cases, observed, strict=True) if case[0] == "game"]
        growth = [seen for case, seen in zip(cases, observed, strict=True) if case[0] == "state"]
        by_ply: dict[int, list[float]] = {}
        for game in games:
            for ply, moves in enumerate(game):
                by_ply.setdefault(ply // EVERY, []).append(moves)
        branching = mean_of([sum(game[:100]) / len(game[:100]) for game in games], "about 35")
        factor = geometric_of(growth, "about 6")
        figures = {
            "legal moves, the mean of games": branching,
            "plies of a game": mean_of([len(game) for game in games], "about 100"),
            "log10 of 35^100": LabFigure.exact(100 * math.log10(35), "154"),
            "plies of minimax in 200 million states": LabFigure.exact(
                math.log(NODES) / math.log(branching.value), "about 5"
            ),
            "effective branching factor of alpha-beta": factor,
            "square root of legal moves": LabFigure.exact(math.sqrt(branching.value), "about 6"),
        }
        points = [PlotPoint.at(EVERY * part + EVERY / 2, mean_of(each)) for part, each in sorted(by_ply.items())]
        ends = [PlotPoint.at(points[0].x, 35), PlotPoint.at(points[-1].x, 35)]
        return Measurements(figures, {"legal moves": points, "text: 35": ends})

    def judge(self, found: Measurements) -> Judgement:
        """About 35 is 30 to 40; the effective factor must be far below b, and near its root."""
        branching, factor = (
            found["legal moves, the mean of games"],
            found["effective branching factor of alpha-beta"],
        )
        plies, root = found["plies of minimax in 200 million states"].value, math.sqrt(branching.value)
        said = f"{branching.bar('.0f')} legal moves on average, so minimax sees {plies:.1f} plies"
        said = f"{said}; alpha-beta's factor is {factor.value:.1f}"
        if abs(found["log10 of 35^100"].value - 154.4) > 0.5:
            return Judgement(Ruling.WRONG, "35^100 isn't 10^154.")
        if weigh(branching.is_within(25, 45), factor.is_below(branching.value / 2)) is False:
            return Judgement(Ruling.FAILS, f"{said}.")
        is_near = weigh(branching.is_within(30, 40), factor.is_below(1.5 * root))
        if is_near is False:
            return Judgement(Ruling.LIMITED, f"{said}; √b would be {root:.1f}.")
        if is_near is None:
            return Judgement(Ruling.UNDECIDED, f"{said}; √b would be {root:.1f}: too few games to say.")
        return Judgement(Ruling.HOLDS, f"{said}, near √b = {root:.1f}.")
