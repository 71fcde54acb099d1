"""What learned patterns say of a state, in plain Python: the twin of what a compiled search reads in memory.

The weights of all images are added up, and tanh of the sum is an estimate of the result. It is never a proof: a
Decision that leans on it is heuristic.
"""

from typing import Any

from plywise.knowledge.learned import Learned
from plywise.knowledge.patterns.layout import PatternLayout
from plywise.knowledge.patterns.readings import read_cells
from plywise.rules import MOST_SUM, SUM_UNIT, Game, expected_lead, holder_of

HIGHEST = MOST_SUM * SUM_UNIT - 1
"""No sum counts for more; a search needs what is beyond for wins and losses."""


class LearnedPatterns(Learned[PatternLayout]):
    """Patterns of one game with their weights: whole numbers of 16 bits, of which SUM_UNIT are one unit."""

    __slots__ = ()
    WIDTH = 2

    def sum_of(self, game: Game, state: Any, seat: int = 0) -> int:
        """Return the sum of a state's weights in steps: to a seat, or to its holder where there is one estimate."""
        layout = self.layout
        cells = read_cells(game, layout.readings, layout.values, state)
        total = sum(self._weight(place) for place in layout.places(cells, holder_of(game, state), seat))
        return max(-HIGHEST, min(HIGHEST, total))

    def evaluate(self, game: Game, state: Any, player: int) -> float:
        """Return the estimate of a state to a player: how far above a draw, in units of utility."""
        if self.layout.seats > 1:
            return expected_lead(game, self.sum_of(game, state, player))
        lead = expected_lead(game, self.sum_of(game, state))
        return lead if player == holder_of(game, state) else -lead

    def _weight(self, place: int) -> int:
        return int.from_bytes(self.weights[2 * place : 2 * place + 2], "little", signed=True)


def with_evaluation(game: Game, knowledge: LearnedPatterns) -> Game:
    """Return a game with the same rules whose `evaluate` is what was learned: for algorithms in plain Python.

    >>> from plywise.games.placing.tic_tac_toe import TicTacToe
    >>> layout = PatternLayout((("bits", ("stones", 0, 4, 1), ("stones", 1, 4, 2)),), 3, ((0,),), ((0,),))
    >>> knowledge = LearnedPatterns("tic-tac-toe", "", layout, bytes([0, 0, 0, 16, 0, 0] * 2))
    >>> game = with_evaluation(TicTacToe(), knowledge)
    >>> game.evaluate(game.result(game.initial(), 4), 1) == expected_lead(game, 4096)
    True
    """

    even = 0.0 if game.evaluates_in_own_unit else game.draw_utility

    def evaluate(self: Game, state: Any, player: int) -> float:
        return even + knowledge.evaluate(self, state, player)

    kind = type(game)
    low, high = game.utility_range
    learned: Any = type(kind.__name__, (kind,), {"evaluate": evaluate, "__module__": kind.__module__})
    made: Game = learned.__new__(learned)
    made.__dict__.update(game.__dict__)
    made.evaluation_limit = max(1.0, (high - low) / 2) + 1
    return made
