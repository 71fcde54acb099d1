"""Odd and even depths: whoever has just moved looks too well off, so lines of odd and even length don't compare.

Where all lines end at one depth that does no harm. Where some are looked into further than others (quiescence, singular
extension, reductions), an estimate after an even number of plies meets one after an odd number, and the one in which
the right player moved last wins for no good reason. A bias factor makes up for it: whoever is to move at the horizon is
credited with what a turn is worth on average.

>>> from plywise.games.sowing.kalah import Kalah
>>> game = Kalah()
>>> fitted_bias(game, [game.initial()])
0.5
"""

from collections.abc import Sequence
from typing import Any

from plywise.rules import MAX, Game, SearchError
from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement


class ParityBias(Enhancement):
    """Adds a bias, in the unit of `evaluate`, to every estimate in favour of the player to move."""

    def __init__(self, bias: float) -> None:
        self.bias = bias

    def adjust(self, search: EnhancedSearch, state: Any, estimate: float) -> float:
        """Credit the player to move, within what an estimate may be."""
        sign = 1 if search.game.to_move(state) == MAX else -1
        corrected = estimate + sign * self.bias
        return corrected if search.is_estimate(corrected) else estimate


def fitted_bias(game: Game, states: Sequence[Any]) -> float:
    """Return the bias with which looking one ply ahead changes nothing on average, over some states.

    The estimate e of a state and the best estimate v after one ply are both to the player to move. With a bias of c
    they become e + c and v - c, which are equal for c = (v - e) / 2.
    """
    gains = []
    for state in states:
        if game.is_terminal(state):
            continue
        player = game.to_move(state)
        children = [game.result(state, action) for action in game.actions(state)]
        if not any(game.is_terminal(child) for child in children):
            best = max(game.evaluate(child, player) for child in children)
            gains.append((best - game.evaluate(state, player)) / 2)
    if not gains:
        raise SearchError("The bias is fitted on states two plies before the end or earlier: give some.")
    return sum(gains) / len(gains)
