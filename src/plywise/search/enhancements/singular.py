"""Singular extension: an action clearly better than all others is looked at even beyond the horizon (section 5.4.2).

Against the horizon effect (figure 5.9): a piece is lost, but sacrifices delay that until it is out of sight, so each of
them seems to save it. Somewhere in the tree the capture was found to be by far the best answer: singular. Such actions
are remembered, and where the depth is spent, a remembered action that is legal is allowed after all. Few actions are
singular, so few states are added.
"""

from collections.abc import Iterable
from typing import Any

from plywise.rules import Action
from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Found, Visit


class SingularExtension(Enhancement):
    """Remembers actions better than every other by a margin, in states searched to `least_depth` or deeper.

    `margin` is in the unit of `evaluate`; at most `plies` singular actions follow each other beyond the horizon.
    """

    def __init__(self, margin: float = 100, least_depth: int = 2, plies: int = 4) -> None:
        self.margin, self.least_depth, self.plies = margin, least_depth, plies
        self.singular: set[tuple[int, Action]] = set()

    def after(self, search: EnhancedSearch, visit: Visit, found: Found) -> None:
        """Compare the best with the second; only where all were searched is the comparison fair."""
        if visit.depth < self.least_depth or not visit.is_whole or len(visit.tried) < 2:
            return
        second, best = sorted(visit.tried, key=lambda pair: visit.sign * pair[1])[-2:]
        if abs(best[1] - second[1]) >= self.margin:
            self.singular.add((visit.sign, best[0]))

    def beyond(self, search: EnhancedSearch, state: Any, depth: float) -> Iterable[Action]:
        """Return the remembered actions of the player to move that are legal here."""
        if depth <= -self.plies or not self.singular:
            return ()
        sign = 1 if search.game.to_move(state) == 0 else -1
        return [action for action in search.game.actions(state) if (sign, action) in self.singular]
