"""Urgent states are looked into a ply deeper: what must be answered at once is judged after the answer (section 5.4.2).

    depth 0    check: an estimate would take the king for safe
      |        every answer is looked at, not only the noisy ones
    depth 0    quiet, or in check again

The game says which states are urgent. A threat and the answer to it then cost one ply together, so that a chain of
threats is seen to its end, where quiescence would let the player stand pat.
"""

from typing import Any

from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement


class UrgentExtension(Enhancement):
    """Looks a ply deeper into urgent states, up to the horizon and within `plies` plies of the root."""

    needs = "is_urgent"

    def __init__(self, plies: int = 64) -> None:
        self.plies = plies

    def extension(self, search: EnhancedSearch, state: Any, depth: float) -> int:
        """Return 1 for an urgent state."""
        rules: Any = search.game
        return 1 if depth >= 0 and search.ply < self.plies and rules.is_urgent(state) else 0
