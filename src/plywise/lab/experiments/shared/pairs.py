"""Pairs of games from one random opening with swapped seats, between two players who are plain functions."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeAlias

from plywise.kernel import Searcher
from plywise.lab.frame import LabFigure
from plywise.lab.openings import random_openings
from plywise.matches.statistics import estimate_score
from plywise.rules import Game, Limit

Chooser: TypeAlias = Callable[[Any, Sequence[Any]], Any]
"""Returns an action, given the state and the states before it."""
LONGEST = 300
"""Plies after which a game is a draw."""
REMEMBERED = 12
"""States that a search is shown, so that it sees repetitions."""


def play_pair(game: Game, first: Chooser, second: Chooser, plies: int, chooser: random.Random) -> float:
    """Return the first one's score, between 0 and 1, over two games from one random opening.

    Where a repetition is a draw, the state that comes up often enough ends the game.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> play_pair(game, lambda state, _: min(game.actions(state)), lambda state, _: max(game.actions(state)), 0, random)
    0.5
    """
    state = game.initial()
    if plies:
        state = random_openings(game, state, 1, plies, seed=chooser.randrange(2**31))[0]
    scores = [_play(game, state, seats) for seats in ((first, second), (second, first))]
    return (scores[0] + 1 - scores[1]) / 2


def _play(game: Game, state: Any, seats: tuple[Chooser, Chooser]) -> float:
    """Return the score of the first seat."""
    played, seen = list[Any](), Counter[Hashable]()
    for _ in range(LONGEST):
        if game.is_terminal(state):
            mine, theirs = game.utility(state, 0), game.utility(state, 1)
            return 0.5 + 0.5 * ((mine > theirs) - (mine < theirs))
        if game.repetition == "draw":
            key = game.repetition_key(state)
            seen[key] += 1
            if seen[key] >= game.repetition_count:
                return 0.5
        action = seats[game.to_move(state)](state, played)
        played.append(state)
        state = game.result(state, action)
    return 0.5


def looking(searcher: Searcher, depth: int) -> Chooser:
    """Return a player who looks some plies ahead."""
    searcher.clear()
    return lambda state, played: searcher.glance(state, depth, _recent(searcher.game, played)).action


def within_nodes(searcher: Searcher, nodes: int, depths: list[int]) -> Chooser:
    """Return a player who may visit some states an action, and who notes how deep that was."""
    searcher.clear()

    def choose(state: Any, played: Sequence[Any]) -> Any:
        found = searcher.decide(state, limit=Limit(nodes=nodes), history=_recent(searcher.game, played))
        depths.append(found.depth)
        return found.action

    return choose


def _recent(game: Game, played: Sequence[Any]) -> Sequence[Any]:
    return played[-REMEMBERED:] if game.cyclic else ()


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
