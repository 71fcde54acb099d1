"""Singular extension: an action clearly better than all others is looked at even beyond the horizon (section 5.4.2).

Against the horizon effect (figure 5.9): a piece is lost, but sacrifices delay that until it is out of sight, so each of
them seems to save it. Somewhere in the tree an action was clearly better than all others: singular. It is remembered,
and used in two ways:

    where the depth is spent     a remembered action that is legal is allowed after all, as the text has it
    in the state it was found    the search looks a ply deeper, so that a sacrifice and its answer win no time

The second is how Anantharaman, Campbell and Hsu did it. The first alone doesn't see the capture if the other player is
to move at the horizon, as in figure 5.9 after eight plies. Few actions are singular, so few states are added.
"""

from collections.abc import Hashable, Iterable
from typing import Any

from plywise.rules import Action
from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Found, Visit


class SingularExtension(Enhancement):
    """Remembers actions better than every other by a margin, in states searched to `least_depth` or deeper.

    `margin` is in the unit of `evaluate`. At most `plies` singular actions follow each other beyond the horizon, and
    before it a line grows by at most as many.
    """

    def __init__(self, margin: float = 100, least_depth: int = 2, plies: int = 4) -> None:
        self.margin, self.least_depth, self.plies = margin, least_depth, plies
        self.singular: set[tuple[int, Action]] = set()
        self.states: set[Hashable] = set()
        """The keys of the states in which they were found."""

    def extension(self, search: EnhancedSearch, state: Any, depth: float) -> int:
        """Return 1 for a state with a singular action, unless the line has grown enough."""
        if depth < 0 or not self.states or search.ply + depth - search.depth >= self.plies:
            return 0
        return int(search.game.key(state) in self.states)

    def after(self, search: EnhancedSearch, visit: Visit, found: Found) -> None:
        """Compare the best with the second; only where all were searched is the comparison fair."""
        if visit.depth < self.least_depth or not visit.is_whole or len(visit.tried) < 2:
            return
        second, best = sorted(visit.tried, key=lambda pair: visit.sign * pair[1])[-2:]
        if abs(best[1] - second[1]) >= self.margin:
            self.singular.add((visit.sign, best[0]))
            self.states.add(search.game.key(visit.state))

    def beyond(self, search: EnhancedSearch, state: Any, depth: float) -> Iterable[Action]:
        """Return the remembered actions of the player to move that are legal here."""
        if depth <= -self.plies or not self.singular:
            return ()
        sign = 1 if search.game.to_move(state) == 0 else -1
        return [action for action in search.game.actions(state) if (sign, action) in self.singular]
