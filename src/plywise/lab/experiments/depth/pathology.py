"""Statement 14: there are games in which searching deeper decides worse."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar

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

PEARL, NAU = "Pearl's game", "Nau's game"
GOLDEN = (5**0.5 - 1) / 2
"""The share of winning squares at which Pearl's game, with MIN moving last, is even at any size."""
SHALLOW, ABOVE = 2, 2
"""The depths that are compared: two plies, and two plies less than the whole game; their parity is the same."""
CHUNKS = 4


class Pathology(Experiment):
    """Searches boards on which nothing is known of a part but how many of its squares win."""

    number, name = 14, "pathology"
    was_adjusted = True
    title = "Games in which deeper search decides worse"
    claim = """Although there exist games and game trees in which searching deeper will produce worse
decision-making (Nau, 1983), a deeper search will produce significantly better decisions in nearly all practical
situations."""
    source = "Nau's article, Speeding up the search"
    how = """Pearl's game: the board is a row of squares, each won or lost at random; players in turn keep one half,
MIN last, and the last square decides. The estimate of a part is its share of winning squares. In Nau's game a
square depends on the choices that lead to it (a sum of random steps), so that neighbours are alike, as in real
games. Counted are wrong decisions at the root, where one half is won and the other lost; a tie counts one half. The
search to the end makes no error; compared are two plies, and two plies less than the whole game, on the same
boards."""
    quick: ClassVar[LabSettings] = {"boards": 1200, "height": 10}
    full: ClassVar[LabSettings] = {"boards": 20_000, "height": 12}
    axes = Axes("depth of the search", "share of wrong decisions")

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return both games, in parts."""
        return [[game, part] for game in (PEARL, NAU) for part in range(CHUNKS)]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> list[list[float]]:
        """Return for each depth what was decided on each board: 0, 1/2 or 1 for wrong."""
        height, found = settings["height"], list[list[float]]()
        make = _pearl_board if case[0] == PEARL else _nau_board
        boards = settings["boards"] // CHUNKS // (1 if case[0] == PEARL else 3)
        while len(found) < boards:
            board = make(height, chooser)
            truth = _levels(board, height)
            if truth[1][0] != truth[1][1]:
                found.append(_errors(board, height, truth[1]))
        return [list(each) for each in zip(*found, strict=True)]

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return the share of errors at each depth."""
        wrong: dict[str, dict[int, list[float]]] = {PEARL: {}, NAU: {}}
        for (game, _), seen in zip(cases, observed, strict=True):
            for depth, errors in enumerate(seen, 1):
                wrong[game].setdefault(depth, []).extend(errors)
        curves = {
            game: [PlotPoint.at(depth, mean_of(errors)) for depth, errors in each.items()]
            for game, each in wrong.items()
        }
        figures: dict[str, LabFigure] = {}
        for game, each in wrong.items():
            shallow, deep = each[SHALLOW], each[settings["height"] - ABOVE]
            figures[f"{game}, wrong at two plies"] = mean_of(shallow)
            figures[f"{game}, wrong two plies before the end"] = mean_of(deep)
            apart = [after - before for before, after in zip(shallow, deep, strict=True)]
            figures[f"{game}, more wrong when deeper"] = mean_of(apart, "above 0" if game == PEARL else "")
        return Measurements(figures, curves)

    def judge(self, found: Measurements) -> Judgement:
        """Deeper must be worse in Pearl's game and better in Nau's, beyond the error bars."""
        more, nau = (found[f"{game}, more wrong when deeper"] for game in (PEARL, NAU))
        shallow = found[f"{PEARL}, wrong at two plies"].value
        said = (
            f"In Pearl's game {shallow:.1%} of decisions are wrong at two plies, and {more.bar('.1%')} more when all "
            "but two are searched"
        )
        is_worse, is_better = more.is_above(0), nau.is_below(0)
        if is_worse is False:
            return Judgement(Ruling.FAILS, f"{said}: no pathology is shown.")
        if is_worse and is_better is False:
            return Judgement(Ruling.LIMITED, f"{said}, but Nau's game, meant as the opposite, is worse too.")
        if not weigh(is_worse, is_better):
            return Judgement(Ruling.UNDECIDED, f"{said}: too few boards to say.")
        return Judgement(Ruling.HOLDS, f"{said}; where neighbours are alike, {-nau.value:.1%} fewer instead.")


def _pearl_board(height: int, chooser: random.Random) -> list[bool]:
    return [chooser.random() < GOLDEN for _ in range(2**height)]


def _nau_board(height: int, chooser: random.Random) -> list[bool]:
    sums = [0]
    for _ in range(height):
        sums = [each + chooser.choice((-1, 1)) for each in sums for _ in range(2)]
    return [each > 0 or (each == 0 and chooser.random() < 0.5) for each in sums]


def _levels(board: Sequence[float], height: int, top: int = 0) -> dict[int, list[float]]:
    """Back values up from a level to another; return all levels. MAX moves at even ones."""
    levels = {height: list(board)}
    for level in range(height - 1, top - 1, -1):
        below, choose = levels[level + 1], min if level % 2 else max
        levels[level] = [choose(below[place], below[place + 1]) for place in range(0, len(below), 2)]
    return levels


def _errors(board: Sequence[bool], height: int, truth: Sequence[float]) -> list[float]:
    """Return for each depth whether the search's choice at the root is wrong; 1/2 for a tie."""
    errors = []
    shares = {height: [float(each) for each in board]}
    for level in range(height - 1, 0, -1):
        below = shares[level + 1]
        shares[level] = [(below[place] + below[place + 1]) / 2 for place in range(0, len(below), 2)]
    for depth in range(1, height):
        first, second = _levels(shares[depth], depth, 1)[1]
        chosen = 0.5 if first == second else float((first > second) != (truth[0] > truth[1]))
        errors.append(chosen)
    return errors
