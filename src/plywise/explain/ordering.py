"""Alpha-beta with the best or the worst action first at every state, to see what the order is worth.

The true values, which only a finished search knows, decide the order: no rule of thumb does better, or worse.
"""

import math
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from plywise.rules import Decision, Game, Limit
from plywise.search import EnhancedSearch, Enhancement, Successors, Visit, enhanced
from plywise.search.minimax import Minimax


class TrueOrder(Enhancement):
    """Sorts successors by their minimax values."""

    def __init__(self, game: Game, best_first: bool, states: int) -> None:
        self.game, self.best_first, self.states_left = game, best_first, states
        self.values: dict[tuple[Hashable, float], float] = {}

    def order(self, search: EnhancedSearch, visit: Visit, successors: Successors) -> Successors:
        """Put the best successors for the player to move first, or the worst."""
        side = -visit.sign if self.best_first else visit.sign
        return sorted(successors, key=lambda pair: side * self.value(pair[1], visit.depth - 1))

    def value(self, state: Any, depth: float) -> float:
        """Return a state's value to MAX; asked once."""
        key = self.game.key(state), depth
        if key not in self.values:
            limit = Limit(depth=None if math.isinf(depth) else max(1, int(depth)), nodes=max(1, self.states_left))
            search = Minimax(self.game, limit)
            self.values[key] = search.value(state, depth)[0]
            self.states_left -= search.nodes
        return self.values[key]


def by_value(game: Game, *, best_first: bool, states: int) -> Callable[..., Decision]:
    """Return alpha-beta that tries the best actions first, or the worst; `states` may be visited to know them.

    Raises LimitReachedError where that is not enough.
    """
    return partial(enhanced, enhancements=(TrueOrder(game, best_first, states),))
