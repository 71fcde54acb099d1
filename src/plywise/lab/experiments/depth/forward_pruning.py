"""Statement 21: a beam can miss the best move; singular extensions add few nodes."""

import random
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from plywise.games.catalog import load_game
from plywise.lab.frame import (
    Axes,
    Experiment,
    Judgement,
    LabSettings,
    Measurements,
    PlotPoint,
    Ruling,
    geometric_of,
    share_of,
    weigh,
)
from plywise.learn import random_states
from plywise.rules import Game, Limit
from plywise.search import Beam, SingularExtension, alpha_beta, enhanced, iterative_deepening

WIDTHS = (1, 2, 3, 4, 6)


class ForwardPruning(Experiment):
    """Counts decisions that a beam gets wrong, and states that singular extensions add."""

    number, name = 21, "forward-pruning"
    title = "Beams miss moves, singular extensions cost little"
    claim = """Unfortunately, this approach [beam search] is rather dangerous because there is no guarantee that the
best move will not be pruned away. [...] [Singular extension] makes the tree deeper, but because there will be few
singular extensions, it does not add many total nodes to the tree."""
    source = "Russell & Norvig, sections 5.4.2 and 5.4.3"
    how = """Random states are searched to a depth in full, with every root action's exact value, and again with a
beam on every ply; a miss is a decision that is worth less by the full search. Singular extensions run under
iterative deepening; a move is singular if it is better than all others by the usual size of the evaluation."""
    quick: ClassVar[LabSettings] = {"games": ["connect-four", "othello:size=6"], "states": 25, "depth": 4}
    full: ClassVar[LabSettings] = {
        "games": ["connect-four", "othello:size=6", "kalah", "breakthrough:width=6,height=6"],
        "states": 300,
    }
    axes = Axes("width of the beam", "share of decisions that miss the best move")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return each game, a few states at a time."""
        return [[spec, part] for spec in settings["games"] for part in range(settings["states"] // 5)]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> list[Any]:
        """Return for each state which widths miss, and the ratio of states with singular extensions."""
        game, limit = load_game(case[0]), Limit(depth=settings["depth"])
        states = random_states(game, 30, seed=chooser.randrange(2**31))
        margin = sum(abs(game.evaluate(state, 0)) for state in states) / len(states)
        return [[self.misses(game, state, limit), self.added(game, state, limit, margin)] for state in states[:5]]

    def misses(self, game: Game, state: Any, limit: Limit) -> list[bool]:
        """Return for each width whether the beam's decision is worth less."""
        whole = alpha_beta(game, state, limit=limit, all_exact=True)
        worth = {choice.action: (choice.value, choice.unit) for choice in whole.choices}
        best = worth[whole.action]
        chosen = [enhanced(game, state, limit=limit, enhancements=[Beam(width)]).action for width in WIDTHS]
        return [worth[action] != best for action in chosen]

    def added(self, game: Game, state: Any, limit: Limit, margin: float) -> float:
        """Return how many times the states a search visits with singular extensions."""
        counts = [
            iterative_deepening(game, state, limit=limit, algorithm=partial(enhanced, enhancements=extensions)).nodes
            for extensions in ([SingularExtension(margin)], [])
        ]
        return counts[0] / counts[1]

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the share of misses by width, and the mean ratio."""
        missed: dict[str, list[list[bool]]] = {spec: [] for spec in settings["games"]}
        ratios = []
        for (spec, _), seen in zip(cases, observed, strict=True):
            missed[spec] += [each for each, _ in seen]
            ratios += [ratio for _, ratio in seen]
        curves = {
            spec: [
                PlotPoint.at(width, share_of(sum(each[place] for each in rows), len(rows)))
                for place, width in enumerate(WIDTHS)
            ]
            for spec, rows in missed.items()
        }
        every = [each for rows in missed.values() for each in rows]
        figures = {
            f"missed by a beam of {width}": share_of(sum(each[WIDTHS.index(width)] for each in every), len(every), said)
            for width, said in ((2, "above 0"), (4, ""))
        }
        figures["states with singular extensions, over without"] = geometric_of(ratios, "not many more than 1")
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """Beams must miss moves, and extensions add less than half; a sample without a miss decides nothing."""
        missed, added = found["missed by a beam of 2"], found["states with singular extensions, over without"]
        said = f"A beam of 2 misses the best move in {missed.bar()}"
        singular = f"singular extensions take {added.value:.2f} times the states"
        is_dangerous, is_cheap = missed.is_above(0), added.is_below(1.5)
        if is_dangerous is False:
            return Judgement(Ruling.FAILS, f"{said}: there is no danger; {singular}.")
        if is_dangerous and is_cheap is False:
            return Judgement(Ruling.LIMITED, f"{said}; but {singular}, not few.")
        if not weigh(is_dangerous, is_cheap):
            return Judgement(Ruling.UNDECIDED, f"{said}; {singular}: too few states to say.")
        return Judgement(Ruling.HOLDS, f"{said}; {singular}.")
