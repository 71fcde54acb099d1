"""Statement 20: after about ten moves a game leaves the book."""

import math
import random
from collections.abc import Sequence
from typing import Any, ClassVar

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
    mean_of,
)

PLIES = 24
MARGIN = 25
"""Of moves within this of the best (hundredths of a pawn, looking one ply ahead), one is chosen at random."""
DATABASE = 1_000_000
"""Games in a large database of masters' games."""
GAMES_A_CASE = 50


class LeavingTheBook(Experiment):
    """Counts for how long games stay in states that a database of other games has."""

    number, name = 20, "leaving-the-book"
    title = "After about ten moves a game leaves the book"
    claim = """In the early moves there are few choices, and thus much expert commentary and past games on which to
draw. Usually after ten moves we end up in a rarely seen position, and the program must switch from table lookup to
search."""
    source = "Russell & Norvig, section 5.4.4"
    how = """No database of people's games comes with this library. Instead, openings are played by players who
choose at random among moves that look about as good as the best, within a quarter of a pawn. A game leaves the book
of N other games with the first state that none of them has. How long that takes grows with the logarithm of N; the
figure for a million games is extrapolated, and depends on how varied the players are."""
    why = """The book and the players stand in for a database of masters' games: how varied the players are
decides the figure."""
    quick: ClassVar[LabSettings] = {"games": 150}
    full: ClassVar[LabSettings] = {"games": 20_000}
    axes = Axes("games in the book", "moves until a game leaves it", log_across=True)

    def cases(self, settings: LabSettings) -> list[Any]:
        """Return the games, some at a time."""
        return list(range(settings["games"] // GAMES_A_CASE))

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> list[list[int]]:
        """Play openings; return the keys of their states."""
        game = Chess()
        return [opening(game, chooser) for _ in range(GAMES_A_CASE)]

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Return how long the last games stay in books of more and more of the others."""
        games = [line for seen in observed for line in seen]
        fresh = games[-max(50, len(games) // 10) :]
        rest = games[: len(games) - len(fresh)]
        sizes, points = [size for size in (10, 30, 100, 300, 1000, 3000, 10_000, 30_000) if size <= len(rest)], []
        for size in sizes:
            book = {key for line in rest[:size] for key in line}
            points.append(PlotPoint.at(size, mean_of([stay(line, book) / 2 for line in fresh])))
        first, last = points[0], points[-1]
        slope = (last.y - first.y) / math.log(last.x / first.x)
        ahead = math.log(DATABASE / last.x)
        figures = {
            "moves in the largest book": LabFigure(last.y, last.low, last.high, len(fresh)),
            "games in the largest book": LabFigure.exact(last.x),
            "moves more for ten times the games": LabFigure.exact(slope * math.log(10)),
            "moves in a book of a million games, extrapolated": LabFigure(
                last.y + slope * ahead, last.low + slope * ahead, last.high + slope * ahead, len(fresh), "about 10"
            ),
        }
        return Measurements(figures, {"measured": points})

    def judge(self, found: Measurements) -> Judgement:
        """About ten moves is 6 to 14; it is extrapolated, so never more than within limits."""
        large = found["moves in a book of a million games, extrapolated"]
        seen, games = found["moves in the largest book"].value, found["games in the largest book"].value
        said = (
            f"Games leave a book of {games:,.0f} after {seen:.1f} moves, and one of a million after {large.value:.1f}"
        )
        is_ten = large.is_within(6, 14)
        if is_ten:
            return Judgement(Ruling.LIMITED, f"{said}, as extrapolated for these players.")
        if is_ten is None:
            return Judgement(Ruling.UNDECIDED, f"{said}, as extrapolated: too few games to say.")
        return Judgement(Ruling.FAILS, f"{said}, as extrapolated.")


def opening(game: Chess, chooser: random.Random) -> list[int]:
    """Play an opening; return a key of each state."""
    state, keys = game.initial(), []
    for _ in range(PLIES):
        if game.is_terminal(state):
            break
        player = game.to_move(state)
        children = [game.result(state, action) for action in game.actions(state)]
        worth = [game.evaluate(child, player) for child in children]
        near = [child for child, value in zip(children, worth, strict=True) if value >= max(worth) - MARGIN]
        state = chooser.choice(near)
        keys.append(hash(tuple(state)))
    return keys


def stay(line: Sequence[int], book: set[int]) -> int:
    """Return how many plies a game stays in a book.

    >>> stay([5, 7, 9], {5, 7})
    2
    """
    return next((ply for ply, key in enumerate(line) if key not in book), len(line))
