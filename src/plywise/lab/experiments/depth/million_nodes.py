"""Statement 26: a million nodes give minimax four plies in chess, and four plies play hopelessly."""

import math
import random
from collections.abc import Sequence
from typing import Any, ClassVar

from plywise.games.chess import Chess
from plywise.kernel import compile_rules
from plywise.lab.experiments.shared import chess_rivals, looking, play_chess, play_pair, score_of
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
    weigh,
)

TARGET = 1e6
"""Nodes per move: a hundred seconds, ten thousand nodes in each."""
SHALLOW, DEEP = 4, 8
"""Plies that play each other."""
MOST_PLIES = 8


class MillionNodes(Experiment):
    """Counts how deep a million nodes of minimax reach, and lets four plies play eight."""

    number, name = 26, "million-nodes"
    title = "A million nodes give four plies"
    claim = """Suppose we have 100 secs, explore 10^4 nodes/sec → 10^6 nodes per move. [...] Does it work in practice?
b^m = 10^6, b=35 → m=4. 4-ply lookahead is a hopeless chess player!"""
    source = "Meshulam's slides, Resource limits and Cutting off search"
    how = """Minimax visits all states down to its depth, so their numbers come from counting lines of play: in states
of games that a shallow search plays after random openings, between the 10th and the 80th ply. The plies within a
million nodes are interpolated between two depths on a logarithmic scale; about four is read as 3.5 to 4.5. "Hopeless"
is read as less than one point of ten against eight plies, which the slide calls a typical PC; both are the compiled
search, with all its pruning. People don't take part. The sample was chosen for three minutes of processor time."""
    why = """The match is between two depths of one engine with quiescence, which looks further where pieces hang;
the slide's plain look-ahead has none and would do worse."""
    quick: ClassVar[LabSettings] = {"states": 6, "pairs": 3}
    full: ClassVar[LabSettings] = {"states": 40, "pairs": 18}
    axes = Axes("plies", "nodes of minimax", log_up=True)

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the states to count from, and the pairs of games."""
        states = [["state", number] for number in range(settings["states"])]
        return states + [["pair", number] for number in range(settings["pairs"])]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> Any:
        """Count the nodes of minimax by depth, or return the deeper side's score over a pair of games."""
        if case[0] == "pair":
            deep, shallow = (
                looking(rival, depth) for rival, depth in zip(chess_rivals(), (DEEP, SHALLOW), strict=True)
            )
            return play_pair(Chess(), deep, shallow, 8, chooser)
        return nodes_by_depth(_middle_game(chooser))

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the plies, the branching factor that they amount to, and the score."""
        counts = [seen for case, seen in zip(cases, observed, strict=True) if case[0] == "state"]
        scores = [seen for case, seen in zip(cases, observed, strict=True) if case[0] == "pair"]
        plies = mean_of([plies_of(each) for each in counts], "4")
        figures = {
            "plies of minimax in a million nodes": plies,
            "moves to choose from, on average": mean_of([each[0] for each in counts], "35"),
            "plies for 35 moves everywhere": LabFigure.exact(math.log(TARGET) / math.log(35), "4"),
            f"score of {DEEP} plies against {SHALLOW}": score_of(scores, "hopeless for 4 plies"),
        }
        points = []
        for depth in range(1, min(map(len, counts)) + 1):
            logs = mean_of([math.log(each[depth - 1]) for each in counts])
            points.append(PlotPoint(depth, *(math.exp(each) for each in (logs.value, logs.low, logs.high))))
        text = [PlotPoint.at(depth, 35.0**depth) for depth in (1, len(points))]
        return Measurements(figures, {"measured": points, "text: 35^m": text})

    def judge(self, found: Measurements) -> Judgement:
        """About four is 3.5 to 4.5; hopeless is less than one point of ten."""
        plies, score = found["plies of minimax in a million nodes"], found[f"score of {DEEP} plies against {SHALLOW}"]
        said = f"A million nodes are {plies.bar('.2f')} plies of minimax; eight plies score {score.bar()} against four"
        is_four, is_hopeless = plies.is_within(3.5, 4.5), score.is_above(0.9)
        if is_four is False:
            return Judgement(Ruling.FAILS, f"{said}: not about four plies.")
        if weigh(is_four, is_hopeless):
            return Judgement(Ruling.HOLDS, f"{said}.")
        if is_four and is_hopeless is False:
            return Judgement(Ruling.LIMITED, f"{said}: about four plies, but not hopeless.")
        return Judgement(Ruling.UNDECIDED, f"{said}: whether that is hopeless isn't decided.")


def nodes_by_depth(state: Any) -> list[int]:
    """Return how many states minimax visits below one, to each depth, up to the first with more than a million."""
    rules, total, counts = compile_rules(Chess()), 0, list[int]()
    while total <= TARGET and len(counts) < MOST_PLIES:
        lines = rules.perft(state, len(counts) + 1)
        if not lines:
            break
        total += lines
        counts.append(total)
    return counts


def plies_of(counts: Sequence[int], target: float = TARGET) -> float:
    """Return to how many plies a number of nodes is enough, by the growth over the last one.

    >>> plies_of([10, 100, 10_000], 1_000)
    2.5
    """
    last, before = math.log(counts[-1]), math.log(counts[-2])
    return len(counts) - (last - math.log(target)) / (last - before)


def _middle_game(chooser: random.Random) -> Any:
    """Return a state of a game, between its 10th and 80th ply, in which there is something to choose."""
    game = Chess()
    while True:
        states = play_chess(3, chooser).states[10:80]
        if states:
            state = chooser.choice(states)
            if sum(1 for _ in game.actions(state)) > 1:
                return state
