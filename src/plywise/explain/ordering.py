"""Alpha-beta with the best or the worst action first at every state, to see what the order is worth.

The true values, which only a finished search knows, decide the order: no rule of thumb does better, or worse.
"""

import math
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from plywise.rules import Decision, Game, Limit
from plywise.search import Enhancement, enhanced
from plywise.search._enhancement import EnhancedSearch, Successors, Visit
from plywise.search.minimax import Minimax


class TrueOrder(Enhancement):
    """Sorts successors by their minimax values."""

    def __init__(self, game: Game, best_first: bool) -> None:
        self.game, self.best_first = game, best_first
        self.values: dict[tuple[Hashable, float], float] = {}

    def order(self, search: EnhancedSearch, visit: Visit, successors: Successors) -> Successors:
        """Put the best successors for the player to move first, or the worst."""
        side = -visit.sign if self.best_first else visit.sign
        return sorted(successors, key=lambda pair: side * self.value(pair[1], visit.depth - 1))

    def value(self, state: Any, depth: float) -> float:
        """Return a state's value to MAX; asked once."""
        key = self.game.key(state), depth
        if key not in self.values:
            limit = Limit() if math.isinf(depth) else Limit(depth=max(1, int(depth)))
            self.values[key] = Minimax(self.game, limit).value(state, depth)[0]
        return self.values[key]


def by_value(game: Game, *, best_first: bool) -> Callable[..., Decision]:
    """Return alpha-beta that tries the best actions first, or the worst."""
    return partial(enhanced, enhancements=(TrueOrder(game, best_first),))
