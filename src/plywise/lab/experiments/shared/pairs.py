"""Pairs of games from one random opening with swapped seats, for two who choose by plain functions."""

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from plywise.lab.frame import LabFigure
from plywise.lab.openings import random_openings
from plywise.matches.statistics import estimate_score
from plywise.rules import Game

Chooser: TypeAlias = Callable[[Any], Any]
LONGEST = 300
"""Plies after which a game is a draw."""


def play_pair(game: Game, first: Chooser, second: Chooser, plies: int, chooser: random.Random) -> float:
    """Return the first one's score, between 0 and 1, over two games from one random opening.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> play_pair(game, lambda state: min(game.actions(state)), lambda state: max(game.actions(state)), 0, random)
    0.5
    """
    state = game.initial()
    if plies:
        state = random_openings(game, state, 1, plies, seed=chooser.randrange(2**31))[0]
    scores = [_play(game, state, seats) for seats in ((first, second), (second, first))]
    return (scores[0] + 1 - scores[1]) / 2


def _play(game: Game, state: Any, seats: tuple[Chooser, Chooser]) -> float:
    """Return the score of the first seat."""
    for _ in range(LONGEST):
        if game.is_terminal(state):
            mine, theirs = game.utility(state, 0), game.utility(state, 1)
            return 0.5 + 0.5 * ((mine > theirs) - (mine < theirs))
        state = game.result(state, seats[game.to_move(state)](state))
    return 0.5


def score_of(pairs: Sequence[float], said: str = "") -> LabFigure:
    """Return the mean score of pairs of games, with its error bar; a sample is a pair.

    >>> score_of([1, 0.5, 1, 0.75]).value
    0.8125
    """
    counts: dict[float, int] = {}
    for each in pairs:
        counts[each] = counts.get(each, 0) + 1
    found = estimate_score(counts)
    return LabFigure(found.score, found.low, found.high, found.units, said)
