"""Futility: near the horizon, what an estimate puts far outside the window won't come back into it (section 5.4.3).

    estimate - margin >= beta     leave the state out: the opponent avoids it
    estimate + margin <= alpha    look only at the noisy actions: a quiet one would hardly gain that much

The margin grows with the plies that are left. A state that must be answered at once (`is_urgent`) is always searched.
It is forward pruning: a quiet action that gains more than the margin is missed, so nothing is called proven.
"""

from typing import Any

from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Found, Successors, Visit


class Futility(Enhancement):
    """Leaves out by the estimate where at most `depth` plies are left, with a `margin` for each of them."""

    def __init__(self, margin: float = 100.0, depth: int = 3) -> None:
        self.margin, self.depth = margin, depth

    def before(self, search: EnhancedSearch, visit: Visit) -> Found | None:
        """Return the bound itself where the estimate is beyond it by more than the margin."""
        if not self.is_apt(search, visit, visit.enough):
            return None
        look = visit.sign * search.glance(visit.state)
        if look - self.margin * visit.depth < visit.sign * visit.enough:
            return None
        search.trust()
        return visit.enough, ()

    def narrow(self, search: EnhancedSearch, visit: Visit, successors: Successors) -> Successors:
        """Keep the noisy actions where a quiet one would hardly reach what the player has elsewhere."""
        if not self.is_apt(search, visit, visit.needed):
            return successors
        most = visit.sign * search.glance(visit.state) + self.margin * visit.depth
        if most > visit.sign * visit.needed:
            return successors
        search.trust()
        visit.floor = visit.sign * most
        rules: Any = search.game
        noisy = list(rules.noisy_actions(visit.state)) if search.offers("noisy_actions") else []
        return [(action, child) for action, child in successors if action in noisy]

    def is_apt(self, search: EnhancedSearch, visit: Visit, bound: float) -> bool:
        """Whether a state is near enough to the horizon, quiet, and asked about by an estimate."""
        if visit.depth > self.depth or not search.is_estimate(bound):
            return False
        rules: Any = search.game
        return not (search.offers("is_urgent") and rules.is_urgent(visit.state))
