"""Quiescence: don't estimate in the middle of an exchange; follow it to a quiet state first (section 5.4.2).

    depth 0    the estimate says: a queen ahead        figure 5.8: the next action takes a queen,
      |        noisy action: takes the queen           and an estimate that only counts pieces
    quiet      the estimate says: nothing ahead        can't see that

The game names its noisy actions. Where the depth is spent the player to move may stand pat, taking the estimate as it
is, or play one of them; the same holds in the state after it, until there are none.
"""

from collections.abc import Iterable
from typing import Any

from plywise.rules import Action
from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement


class Quiescence(Enhancement):
    """Follows noisy actions beyond the horizon, for at most `plies` plies."""

    needs = "noisy_actions"

    def __init__(self, plies: int = 32) -> None:
        self.plies = plies

    def beyond(self, search: EnhancedSearch, state: Any, depth: float) -> Iterable[Action]:
        """Return the noisy actions."""
        rules: Any = search.game
        return list(rules.noisy_actions(state)) if depth > -self.plies else ()
