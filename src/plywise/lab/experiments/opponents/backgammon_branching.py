"""Statement 23: how many ways there are to play a roll of backgammon, and how deep expectiminimax can look."""

import math
import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.agents import knowledge_beside
from plywise.games.backgammon import Backgammon
from plywise.knowledge.network import LearnedNetwork, turn_ends
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
    share_of,
)
from plywise.rules import CHANCE

ROLLS = 21
BUDGET = 200e6
"""States that Russell and Norvig's program visits in three minutes."""
EVERY = 10
"""Turns that make one point of the curve."""
LONGEST = 300


class BackgammonBranching(Experiment):
    """Counts the different states that each roll can lead to, in games that the shipped network plays."""

    number, name = 23, "backgammon-branching"
    title = "Ways to play a roll, and plies of expectiminimax"
    claim = """Example: Backgammon: n=21; b usually 20, but as high as 4000 for dice rolls that are doubles; can
probably only manage about m=6 (3 moves each player)."""
    source = "Cicirello's slides, Bad News for Expectiminimax"
    how = """The shipped network plays itself, looking one turn ahead, and for one turn in four a random one is
played, so that there are crowded states too. b is the number of different states in which a turn can end, for the
roll that came up. The plies of expectiminimax follow from (b n)^m within 200 million states, what Russell and
Norvig's program visits in three minutes. The plateau of TD-Gammon at 1.5 million games, and its weaker endings, aren't
measured: statement 13 stops earlier."""
    why = """How the text comes to m = 6 isn't said; where nothing is pruned or left out, 200 million states are
spent after three plies."""
    quick: ClassVar[LabSettings] = {"games": 6}
    full: ClassVar[LabSettings] = {"games": 300}
    axes = Axes("turn", "different ways to play the roll")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the games."""
        return list(range(settings["games"]))

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> list[tuple[int, bool]]:
        """Play a game; return the number of ways to play each roll, and whether it was a double."""
        game, network = Backgammon(), knowledge_beside(Backgammon())
        assert isinstance(network, LearnedNetwork), "backgammon comes with one"
        state, counts = game.initial(), list[tuple[int, bool]]()
        while not game.is_terminal(state) and len(counts) < LONGEST:
            if game.to_move(state) == CHANCE:
                outcomes = list(game.chances(state))
                (roll,) = chooser.choices([each for each, _ in outcomes], [odds for _, odds in outcomes])
                state = game.result(state, roll)
                continue
            player = game.to_move(state)
            ends = list(dict.fromkeys(turn_ends(game, state, player)))
            counts.append((len(ends), roll // 10 == roll % 10))
            if chooser.random() < 0.25:
                state = chooser.choice(ends)
            else:
                state = max(ends, key=lambda end: network.expect(game, end, player))
        return counts

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return b, for all rolls and for doubles, and the plies that it allows."""
        every = [pair for seen in observed for pair in seen]
        branching = mean_of([sum(ways for ways, _ in seen) / len(seen) for seen in observed], "about 20")
        doubles = [ways for ways, is_double in every if is_double]
        figures = {
            "ways to play a roll": branching,
            "ways to play a double": mean_of([float(ways) for ways in doubles]),
            "most ways seen": LabFigure.exact(max(ways for ways, _ in every), "up to 4,000"),
            "share of rolls with more than 20 ways": share_of(sum(ways > 20 for ways, _ in every), len(every)),
            "plies of expectiminimax in 200 million states": LabFigure.exact(
                math.log(BUDGET) / math.log(ROLLS * branching.value), "about 6"
            ),
        }
        by_turn: dict[int, list[float]] = {}
        for seen in observed:
            for turn, (ways, _) in enumerate(seen[:100]):
                by_turn.setdefault(turn // EVERY, []).append(ways)
        points = [PlotPoint.at(EVERY * part + EVERY / 2, mean_of(each)) for part, each in sorted(by_turn.items())]
        ends = [PlotPoint.at(points[0].x, 20), PlotPoint.at(points[-1].x, 20)]
        return Measurements(figures, {"measured": points, "text: 20": ends})

    def judge(self, found: Measurements) -> Judgement:
        """b about 20 is 13 to 27; six plies must fit into the states."""
        branching, most = found["ways to play a roll"], found["most ways seen"].value
        plies, is_twenty = found["plies of expectiminimax in 200 million states"].value, branching.is_within(13, 27)
        said = f"{branching.value:.0f} ways to play a roll on average, {most:,.0f} at most; {plies:.1f} plies fit"
        if is_twenty is False or most > 4000:
            return Judgement(Ruling.FAILS, f"{said}.")
        if is_twenty is None:
            return Judgement(Ruling.UNDECIDED, f"{said}: too few games to say.")
        if plies < 5:
            needed = (ROLLS * branching.value) ** 6
            return Judgement(
                Ruling.LIMITED, f"{said}: b is as the text says, but m = 6 would take {needed:.0e} states."
            )
        return Judgement(Ruling.HOLDS, f"{said}.")
