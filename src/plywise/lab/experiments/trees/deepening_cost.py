"""Statement 3: iterative deepening adds only a constant fraction, and better ordering makes up for it."""

import random
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from plywise.games.catalog import load_game
from plywise.lab.experiments.shared import CountedGame
from plywise.lab.frame import (
    Axes,
    Experiment,
    Judgement,
    LabSettings,
    Measurements,
    PlotPoint,
    Ruling,
    geometric_of,
    mean_of,
    weigh,
)
from plywise.lab.openings import random_openings
from plywise.rules import Limit
from plywise.search import Killers, TranspositionTable, enhanced, iterative_deepening
from plywise.search.textbook.cutting_off import alpha_beta


class DeepeningCost(Experiment):
    """Counts the states of all shallower searches beside those of the deepest."""

    number, name = 3, "deepening-cost"
    title = "What iterative deepening costs"
    claim = """Iterative deepening on an exponential game tree adds only a constant fraction to the total search
time, which can be more than made up from better move ordering. (Russell & Norvig)
Since the number of nodes visited usually grows exponentially with the search depth, this usually will not take
significantly more time than if we had used the correct value of d the first time around. (Nau's article)"""
    source = "Russell & Norvig, section 5.3.1; Nau's article, Speeding up the search"
    how = """The textbook's alpha-beta searches states after random openings to each depth. The fraction added is
all states of the shallower searches over those of the deepest; it is the mean of two neighbouring depths, because
odd and even depths cost differently. Then the same depth is reached by iterative deepening with a table and killer
moves, which learn from the shallower searches."""
    quick: ClassVar[LabSettings] = {"games": {"connect-four": 6, "othello:size=6": 5, "kalah": 6}, "states": 3}
    full: ClassVar[LabSettings] = {
        "games": {
            "connect-four": 8,
            "othello:size=6": 7,
            "kalah": 8,
            "othello": 6,
            "breakthrough:width=6,height=6": 5,
        },
        "states": 12,
    }
    axes = Axes("depth", "shallower states over those of this depth")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return each state of each game."""
        return [[spec, number] for spec in settings["games"] for number in range(settings["states"])]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> Any:
        """Count the states of searches to each depth, and of one that deepens and learns."""
        spec, _ = case
        game, deepest = load_game(spec), settings["games"][spec]
        state = random_openings(game, game.initial(), 1, 4, seed=chooser.randrange(2**31))[0]
        counts = []
        for depth in range(1, deepest + 1):
            counted = CountedGame(game)
            alpha_beta(counted, state, depth)  # type: ignore[arg-type]
            counts.append(counted.states)
        learning = partial(enhanced, enhancements=[TranspositionTable(), Killers()])
        found = iterative_deepening(game, state, limit=Limit(depth=deepest), algorithm=learning)
        return {"counts": counts, "learning": found.nodes}

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the fraction added at each depth, and what learning makes of it."""
        added: dict[str, dict[int, list[float]]] = {spec: {} for spec in settings["games"]}
        learned, last, before = [], [], []
        for (spec, _), seen in zip(cases, observed, strict=True):
            counts = seen["counts"]
            shares = [sum(counts[:depth]) / counts[depth] for depth in range(len(counts))]
            pairs = {depth + 1: (shares[depth] + shares[depth - 1]) / 2 for depth in range(2, len(shares))}
            for depth, share in pairs.items():
                added[spec].setdefault(depth, []).append(share)
            last.append(pairs[len(counts)])
            before.append(pairs[len(counts) - 1])
            learned.append(seen["learning"] / counts[-1])
        curves = {
            spec: [PlotPoint.at(depth, mean_of(each)) for depth, each in by_depth.items()]
            for spec, by_depth in added.items()
        }
        figures = {
            "fraction added at the deepest": mean_of(last, "a constant fraction"),
            "fraction added one ply before": mean_of(before),
            "deepening with learned order, over one plain search": geometric_of(learned, "less than 1"),
        }
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """The fraction must stay below 1 and not grow; ordering must more than make up for it."""
        last, before = found["fraction added at the deepest"], found["fraction added one ply before"]
        learned = found["deepening with learned order, over one plain search"]
        growth = f"The shallower searches add {last.bar()} (one ply before, {before.value:.0%})"
        is_steady = True if last.high <= 1.3 * before.low else False if last.low > 1.3 * before.high else None
        is_constant = weigh(last.is_below(1), is_steady)
        if is_constant is False:
            return Judgement(Ruling.FAILS, f"{growth}: no constant fraction.")
        if is_constant is None:
            return Judgement(Ruling.UNDECIDED, f"{growth}: whether that is a constant fraction isn't decided.")
        is_made_up = learned.is_below(1)
        if is_made_up is None:
            return Judgement(Ruling.UNDECIDED, f"{growth}; whether ordering makes up for it isn't decided.")
        if is_made_up:
            return Judgement(
                Ruling.HOLDS, f"{growth}; with the order learned from them all take {learned.value:.2f} times as many."
            )
        return Judgement(Ruling.LIMITED, f"{growth}, but ordering doesn't make up for it ({learned.value:.2f}).")
