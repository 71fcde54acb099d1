"""Beam search: in each state look only at the n actions that lead to what looks best (section 5.4.3).

Forward pruning is fast and unsafe: nothing guarantees that the best action is among the n, so nothing found this way
is proven. The root's own actions are all looked at.
"""

from plywise.rules import PlywiseError
from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Successors, Visit


class Beam(Enhancement):
    """Keeps the `width` successors that look best to the player to move, in the order they came."""

    def __init__(self, width: int) -> None:
        if width < 1:
            raise PlywiseError(f"A beam is at least one action wide, not {width}.")
        self.width = width

    def narrow(self, search: EnhancedSearch, visit: Visit, successors: Successors) -> Successors:
        """Leave out all but the best-looking."""
        if len(successors) <= self.width:
            return successors
        search.trust()
        search.path.step_into(visit.state)
        looks = [visit.sign * search.glance(child) for _, child in successors]
        search.path.step_back()
        best = sorted(range(len(successors)), key=lambda i: -looks[i])[: self.width]
        return [successors[i] for i in sorted(best)]
