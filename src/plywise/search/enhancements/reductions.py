"""Late-move reductions: with a good order, actions that come late are rarely best; look into them less (section 5.4.3).

Only an action that seems better than what is in hand, although it was looked into less deeply, is searched again to
the full depth. It is forward pruning of a careful kind: what the shallow look missed is missed.
"""

from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Visit


class LateMoveReductions(Enhancement):
    """Looks `less` plies less deep into all but the first `full` actions, where the depth is at least `least_depth`."""

    def __init__(self, full: int = 3, least_depth: int = 3, less: int = 1) -> None:
        self.full, self.least_depth, self.less = full, least_depth, less

    def reduction(self, search: EnhancedSearch, visit: Visit) -> int:
        """Say how much less deep the next action is looked into."""
        is_late = len(visit.tried) >= self.full and visit.depth >= self.least_depth
        return self.less if is_late else 0
