"""Statement 18: evaluations are more accurate nearer the end, and searching averages their noise away."""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from plywise.games.catalog import load_game
from plywise.lab.frame import (
    Axes,
    Experiment,
    Judgement,
    LabFigure,
    LabSettings,
    Measurements,
    PlotPoint,
    Ruling,
    weigh,
)
from plywise.rules import MAX, Game, Limit, Status
from plywise.search import TranspositionTable, alpha_beta, enhanced


class Visibility(Experiment):
    """Compares estimates with the truth, at each stage of games small enough to be solved."""

    number, name = 18, "visibility"
    was_adjusted = True
    title = "Evaluations near the end, and after a search"
    claim = """Visibility: Evaluation function will be more accurate nearer the end of the game. So worth using
heuristic estimates from there. Filtering: [...] By searching, we're combining thousands of these estimates,
hopefully eliminating noise."""
    source = "Cicirello's slides, Heuristic Evaluation Intuition"
    how = """States of random games are solved exactly. Accuracy is the chance that of two states of the same stage,
one won and one lost for MAX, the estimate ranks them rightly; a tie counts one half. Visibility: the game's
evaluation as it stands, early and late. Filtering: all stages together, by the evaluation and by searches of one to
four plies that end in it. Figures are means over the games."""
    quick: ClassVar[LabSettings] = {
        "games": ["connect-four:width=4,height=4", "othello:size=4", "kalah:pits=3,seeds=3"],
        "states": 80,
    }
    full: ClassVar[LabSettings] = {
        "games": [*quick["games"], "connect-four:width=5,height=4", "kalah:pits=4,seeds=3"],
        "states": 400,
    }
    axes = Axes("depth of the search", "accuracy: won ranked above lost")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return each game, a few states at a time."""
        return [[spec, part] for spec in settings["games"] for part in range(settings["states"] // 20)]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> list[Any]:
        """Return of each state: how much of the game was over, its value to MAX, and the estimates by depth."""
        game, rows = load_game(case[0]), list[Any]()
        table = TranspositionTable()
        while len(rows) < 20:
            line = _random_game(game, chooser)
            place = chooser.randrange(len(line) // 4, len(line))
            state = line[place]
            found = enhanced(game, state, enhancements=[table])
            if found.status is not Status.PROVEN or found.value == game.draw_utility:
                continue
            won = (found.value > game.draw_utility) == (found.player == MAX)
            rows.append([place / len(line), won, [self.estimate(game, state, depth) for depth in range(5)]])
        return rows

    def estimate(self, game: Game, state: Any, depth: int) -> float:
        """Return what a search to a depth says of a state, to MAX; wins rank above all estimates."""
        if depth == 0:
            return game.evaluate(state, MAX)
        found = alpha_beta(game, state, limit=Limit(depth=depth))
        value = found.value if found.status is not Status.PROVEN else 1e9 * (found.value - game.draw_utility)
        return value if found.player == MAX else -value

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return accuracies by depth and by stage."""
        rows: dict[str, list[Any]] = {spec: [] for spec in settings["games"]}
        for (spec, _), seen in zip(cases, observed, strict=True):
            rows[spec] += seen
        curves = {
            spec: [PlotPoint.at(depth, accuracy(_estimates(each, depth))) for depth in range(5)]
            for spec, each in rows.items()
        }
        figures = {
            "evaluation, first 60% of the game": _mean_accuracy(rows, 0, lambda part: part < 0.6),
            "evaluation, last 40% of the game": _mean_accuracy(rows, 0, lambda part: part >= 0.6, "more"),
            "evaluation, all states": _mean_accuracy(rows, 0),
            "search of two plies": _mean_accuracy(rows, 2, said="more"),
            "search of four plies": _mean_accuracy(rows, 4, said="more"),
        }
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """Both must show beyond the error bars: late estimates better than early ones, searches better than none."""
        early, late = (found[f"evaluation, {name} of the game"] for name in ("first 60%", "last 40%"))
        bare, deep = found["evaluation, all states"], found["search of four plies"]
        said = (
            f"Estimates rank {early.bar()} of early pairs and {late.bar()} of late ones rightly; "
            f"four plies of search make {bare.value:.0%} into {deep.value:.0%}"
        )
        is_seen, is_filtered = _is_better(late, early), _is_better(deep, bare)
        if is_seen is False and is_filtered is False:
            return Judgement(Ruling.FAILS, f"{said}.")
        if False in (is_seen, is_filtered):
            missing = "visibility" if is_seen is False else "filtering"
            return Judgement(Ruling.LIMITED, f"{said}: {missing} doesn't show.")
        if not weigh(is_seen, is_filtered):
            return Judgement(Ruling.UNDECIDED, f"{said}: too few states to say.")
        return Judgement(Ruling.HOLDS, f"{said}.")


def _is_better(one: LabFigure, other: LabFigure) -> bool | None:
    """Return whether one bar is wholly above another; None if they overlap."""
    return True if one.low > other.high else False if one.high <= other.low else None


def accuracy(pairs: Sequence[tuple[bool, float]], said: str = "") -> LabFigure:
    """Return how often a won state is ranked above a lost one, with a bar for independent states (Hanley, McNeil).

    >>> accuracy([(True, 2.0), (False, 1.0), (True, 1.0)]).value
    0.75
    """
    won, lost = [value for is_won, value in pairs if is_won], [value for is_won, value in pairs if not is_won]
    if not won or not lost:
        return LabFigure(0.5, 0.0, 1.0, len(pairs), said)
    right = sum((up > down) + (up == down) / 2 for up in won for down in lost) / (len(won) * len(lost))
    near, far = right / (2 - right), 2 * right**2 / (1 + right)
    spread = right * (1 - right) + (len(won) - 1) * (near - right**2) + (len(lost) - 1) * (far - right**2)
    bar = 1.96 * (max(spread, 0.25) / (len(won) * len(lost))) ** 0.5
    return LabFigure(right, max(0.0, right - bar), min(1.0, right + bar), len(pairs), said)


def _estimates(rows: Sequence[Any], depth: int) -> list[tuple[bool, float]]:
    return [(won, estimates[depth]) for _, won, estimates in rows]


def _mean_accuracy(
    rows: Mapping[str, Sequence[Any]],
    depth: int,
    is_wanted: Callable[[float], bool] = lambda part: True,
    said: str = "",
) -> LabFigure:
    """Return the mean accuracy of games: states of different games can't be compared with each other."""
    every = [accuracy(_estimates([row for row in each if is_wanted(row[0])], depth)) for each in rows.values()]
    value = sum(each.value for each in every) / len(every)
    bar = math.sqrt(sum(((each.high - each.low) / 2) ** 2 for each in every)) / len(every)
    return LabFigure(value, max(0.0, value - bar), min(1.0, value + bar), sum(each.samples for each in every), said)


def _random_game(game: Game, chooser: random.Random) -> list[Any]:
    """Return the states of a random game, the last one aside."""
    state, line = game.initial(), []
    while not game.is_terminal(state):
        line.append(state)
        state = game.result(state, chooser.choice(list(game.actions(state))))
    return line
