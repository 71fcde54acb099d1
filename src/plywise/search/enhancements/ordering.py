"""Which action to try first: alpha-beta with the best ones first looks twice as deep (section 5.3.1).

With perfect order it visits b^ceil(m/2) + b^floor(m/2) - 1 leaves instead of b^m. Three simple orders:

    StaticOrder       as the game's `rank` says: captures, then threats, then forward moves, then the rest
    EvaluationOrder   by what `evaluate` says of the states that actions lead to
    PreviousLine      first the best line of the round before

No order changes a value.
"""

from collections.abc import Hashable
from typing import Any

from plywise.rules import Action, Decision
from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Successors, Visit


class StaticOrder(Enhancement):
    """Tries the actions of highest `rank` first."""

    needs = "rank"

    def order(self, search: EnhancedSearch, visit: Visit, successors: Successors) -> Successors:
        """Sort by rank; equals stay in the order of the rules."""
        rules: Any = search.game
        return sorted(successors, key=lambda pair: rules.rank(visit.state, pair[0]), reverse=True)


class EvaluationOrder(Enhancement):
    """Tries the actions first that lead to what looks best, from `least_depth` on; it costs an evaluation each."""

    def __init__(self, least_depth: int = 1) -> None:
        self.least_depth = least_depth

    def order(self, search: EnhancedSearch, visit: Visit, successors: Successors) -> Successors:
        """Sort by how the states look to the player to move."""
        if visit.depth < self.least_depth:
            return successors
        return sorted(successors, key=lambda pair: visit.sign * search.glance(pair[1]), reverse=True)


class PreviousLine(Enhancement):
    """Tries the principal line of the last completed search first; for iterative deepening."""

    def __init__(self) -> None:
        self.actions: dict[Hashable, Action] = {}

    def order(self, search: EnhancedSearch, visit: Visit, successors: Successors) -> Successors:
        """Put the line's action first in a state of the line."""
        key = search.game.key(visit.state)
        if key not in self.actions:
            return successors
        return sorted(successors, key=lambda pair: pair[0] != self.actions[key])

    def end(self, search: EnhancedSearch, state: Any, decision: Decision) -> None:
        """Walk along the line, and keep what was played where."""
        self.actions.clear()
        for action in decision.line:
            self.actions[search.game.key(state)] = action
            state = search.game.result(state, action)
