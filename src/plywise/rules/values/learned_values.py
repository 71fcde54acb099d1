"""What learned patterns read off a state, and what a sum of their weights stands for: an estimate, never a proof.

    weights      whole numbers, SUM_UNIT of them a unit
    sum          -MOST_SUM ... +MOST_SUM units, to one player
    estimate     tanh(sum) of the way from a draw to a win; with more than two players, or where gains and losses don't
                 cancel out, of the way from the middle of the range to its end

Where chance moves, the holder of a sum is who moves after its first outcome.

Search compares sums, which order states as their estimates do. People see the estimate.

>>> from plywise.rules.game import Game
>>> expected_lead(Game(), 0), round(expected_lead(Game(), SUM_UNIT), 3)
(0.0, 0.762)
"""

import math
from typing import Any, TypeAlias

from plywise.rules.game import Game
from plywise.rules.players import CHANCE

Reading: TypeAlias = tuple[str | int | tuple[str | int, ...], ...]
"""How a cell is read off a state, in plain Python as in compiled code:

("rule", i)                                       the i-th number of the rule `cells`
("number", least, field, i) or (..., row, column) what stands in a tuple of the state, less `least`
("bits", (field, bit, factor), ...)               the sum of the factors of the bits that are set; the number with
                                                  the bits may stand in a tuple: (field, i, bit, factor)
"""

SUM_UNIT = 4096
"""How many steps of a weight make one unit of the sum."""

LEARNED_UNIT = 64
"""Steps of a learned sum that count as one unit of evaluation, which windows and margins are measured in."""

MOST_SUM = 16
"""Sums beyond this many units count as this: tanh of it is 1 in all digits that people see."""

SURE = 1 - 1e-12
"""An estimate closer to a win than this stands for sums that differ in no digit."""


def estimates_of(game: Game) -> int:
    """Return how many estimates a state needs: one where one player's gain is the other's loss.

    >>> estimates_of(Game())
    1
    """
    return 1 if game.is_adversarial else game.players


MOST_ROLLS = 8
"""How many outcomes are followed to find out who moves after chance."""


def estimate_scale(game: Game) -> tuple[float, float]:
    """Return the utility that a sum of 0 stands for, and how far from it an estimate can be.

    >>> estimate_scale(Game())
    (0.0, 1.0)
    """
    if game.is_adversarial:
        low, high = game.utility_bounds
        return float(game.draw_utility), (high - low) / 2
    low, high = game.utility_range
    return (low + high) / 2, (high - low) / 2


def expected_lead(game: Game, steps: int) -> float:
    """Return the estimate of a sum of weights: how far above a draw, in units of utility."""
    middle, reach = estimate_scale(game)
    return middle - game.draw_utility + reach * math.tanh(steps / SUM_UNIT)


def sum_behind(game: Game, lead: float) -> float:
    """Return the sum of weights whose estimate this is; a search's windows are measured in sums.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> round(sum_behind(TicTacToe(), expected_lead(TicTacToe(), 1000)))
    1000
    """
    middle, reach = estimate_scale(game)
    share = (lead + game.draw_utility - middle) / reach
    return SUM_UNIT * math.atanh(max(-SURE, min(share, SURE)))


def holder_of(game: Game, state: Any) -> int:
    """Return whose estimate a state's sum is: who moves, or moves after chance's first outcome."""
    for _ in range(MOST_ROLLS):
        player = game.to_move(state)
        if player != CHANCE:
            return player
        if game.is_terminal(state):
            break
        state = game.result(state, next(iter(game.chances(state)))[0])
    return 0
