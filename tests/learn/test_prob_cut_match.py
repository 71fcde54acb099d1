"""ProbCut in play: Othello from random openings, both colours, against the plain search with more states to visit.

States stand for time: they repeat exactly, and both searches visit about as many a second.
"""

from typing import Any

import pytest

from plywise import Game, Limit, load_game
from plywise.kernel import Searcher, Switches
from plywise.lab import random_openings
from plywise.learn import fit_prob_cut

STATES = 20_000
OPENINGS = 20


def play(game: Game, state: Any, seats: tuple[tuple[Searcher, int], ...]) -> tuple[float, list[list[int]]]:
    """Play to the end, each seat with so many states an action; return the first one's score, and depths reached."""
    depths: list[list[int]] = [[], []]
    for searcher, _ in seats:
        searcher.clear()
    while not game.is_terminal(state):
        player = game.to_move(state)
        searcher, states = seats[player]
        found = searcher.decide(state, limit=Limit(nodes=states))
        depths[player].append(found.depth)
        state = game.result(state, found.action)
    utility = game.utility(state, 0)
    return 0.5 + 0.5 * ((utility > 0) - (utility < 0)), depths


@pytest.mark.slow
def test_prob_cut_holds_its_own_against_twice_the_states():
    """Forty games have a standard error of 8 points: the bounds are those of three, around an even score.

    The depth is compared in the first twenty actions of a game: later ones are searched to the end by both.
    """
    game = load_game("othello")
    fit = fit_prob_cut(game, states=300, deepest=8)
    cut = Searcher(game, Switches().having("prob_cut"), table_mb=8, tuning=fit.tuning)
    plain = Searcher(game, table_mb=8)
    score, games = 0.0, 0
    reached: dict[str, list[int]] = {"cut": [], "plain": []}
    for start in random_openings(game, game.initial(), OPENINGS, 8, seed=11):
        for is_first in (True, False):
            seats = ((cut, STATES), (plain, 2 * STATES)) if is_first else ((plain, 2 * STATES), (cut, STATES))
            first, depths = play(game, start, seats)
            score, games = score + (first if is_first else 1 - first), games + 1
            reached["cut"] += depths[0 if is_first else 1][:20]
            reached["plain"] += depths[1 if is_first else 0][:20]
    mean = {name: sum(depths) / len(depths) for name, depths in reached.items()}
    assert mean["cut"] > mean["plain"]  # deeper, with half of the states
    assert score / games > 0.5 - 3 * 0.08
