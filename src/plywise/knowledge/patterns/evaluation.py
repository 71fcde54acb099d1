"""What learned patterns say of a state, in plain Python: the twin of what a compiled search reads in memory.

The weights of all images are added up, and tanh of the sum is an estimate of the result. It is never a proof: a
Decision that leans on it is heuristic.
"""

from dataclasses import dataclass
from typing import Any

from plywise.knowledge.patterns.errors import KnowledgeError
from plywise.knowledge.patterns.layout import PatternLayout
from plywise.knowledge.patterns.readings import read_cells
from plywise.rules import MOST_SUM, SUM_UNIT, Game, expected_lead, holder_of

HIGHEST = MOST_SUM * SUM_UNIT - 1
"""No sum counts for more; a search needs what is beyond for wins and losses."""


@dataclass(frozen=True, slots=True)
class LearnedPatterns:
    """Patterns of one game with their weights, and how they came about."""

    game: str
    rules: str
    """The fingerprint of the rules they were learned by."""
    layout: PatternLayout
    weights: bytes
    """Whole numbers of 16 bits, the lower byte first, in the order of the layout; SUM_UNIT is one unit."""
    games: int = 0
    """How many games of self-play they were learned from."""
    seed: int = 0
    match: tuple[int, ...] = ()
    """Games won, drawn and lost by an agent that has them against one that hasn't; empty where none were played."""

    def __hash__(self) -> int:
        """Return a hash of the weights alone, which Python computes once: searchers are remembered by what they use."""
        return hash(self.weights)

    def __post_init__(self) -> None:
        if len(self.weights) != 2 * self.layout.size:
            raise KnowledgeError(f"{self.layout.size:,} weights were expected: learn them again.")

    @property
    def gain(self) -> float | None:
        """The share of that match's points above one half; None where it wasn't played.

        >>> layout = PatternLayout((("rule", 0),), 2, ((0,),), ((0,),))
        >>> LearnedPatterns("nim", "", layout, bytes(8), match=(6, 1, 3)).gain
        0.15
        """
        if not sum(self.match):
            return None
        won, drawn, _ = self.match
        return round((won + drawn / 2) / sum(self.match) - 0.5, 6)

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

    >>> from plywise.games.tic_tac_toe import TicTacToe
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
