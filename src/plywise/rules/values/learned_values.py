"""What learned patterns read off a state, and what a sum of their weights stands for: an estimate, never a proof.

    weights      whole numbers, SUM_UNIT of them a unit
    sum          -MOST_SUM ... +MOST_SUM units, to the player to move
    estimate     tanh(sum) of the way from a draw to a win

Search compares sums, which order states as their estimates do. People see the estimate.

>>> from plywise.rules.game import Game
>>> expected_lead(Game(), 0), round(expected_lead(Game(), SUM_UNIT), 3)
(0.0, 0.762)
"""

import math
from typing import TypeAlias

from plywise.rules.game import Game

Reading: TypeAlias = tuple[str | int | tuple[str | int, ...], ...]
"""How a cell is read off a state, in plain Python as in compiled code:

("rule", i)                                       the i-th number of the rule `cells`
("number", least, field, i) or (..., row, column) what stands in a tuple of the state, less `least`
("bits", (field, bit, factor), ...)               the sum of the factors of the bits that are set; the number with
                                                  the bits may stand in a tuple: (field, i, bit, factor)
"""

SUM_UNIT = 4096
"""How many steps of a weight make one unit of the sum."""

MOST_SUM = 16
"""Sums beyond this many units count as this: tanh of it is 1 in all digits that people see."""


def expected_lead(game: Game, steps: int) -> float:
    """Return the estimate of a sum of weights: how far above an even result, in units of utility."""
    low, high = game.utility_bounds
    return (high - low) / 2 * math.tanh(steps / SUM_UNIT)
