"""ProbCut: a shallow search predicts what a deep one would find; leave out what is probably outside the window.

    v_deep = slope * v_shallow + offset + error       error: normal, with mean 0 and a known spread sigma

The model is fitted on pairs of searches of the same states (`plywise fit-prob-cut`). Where the shallow value says that
the deep one is beyond the window by at least t sigmas, the deep search is left out. For t = 1.5 it is wrong in some 7
of 100 such cases (section 5.4.3; M. Buro 1995). Values are to the player to move. Where not even the estimate of the
state itself lies beyond the window, the shallow search would be wasted and isn't made.
"""

import math
from collections.abc import Sequence

from plywise.rules import ShallowModel
from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Found, Visit


class ProbCut(Enhancement):
    """Cuts by models, one for each depth that has one; `threshold` is in sigmas. Never inside a shallow search."""

    def __init__(self, models: Sequence[ShallowModel], threshold: float = 1.5) -> None:
        self.models = {model.deep: model for model in models}
        self.threshold = threshold
        self.is_probing = False

    def before(self, search: EnhancedSearch, visit: Visit) -> Found | None:
        """Return the bound that the deep search would probably reach, or None."""
        model = self.models.get(int(visit.depth)) if visit.depth != math.inf else None
        if model is None or self.is_probing:
            return None
        self.is_probing = True
        look = search.glance(visit.state)
        try:
            for bound, side in ((visit.enough, visit.sign), (visit.needed, -visit.sign)):
                is_apt = search.is_estimate(bound) and side * look >= side * bound
                if is_apt and self.is_beyond(search, visit, model, bound, side):
                    search.trust()
                    return bound, ()
        finally:
            self.is_probing = False
        return None

    def is_beyond(self, search: EnhancedSearch, visit: Visit, model: ShallowModel, bound: float, side: int) -> bool:
        """Whether a shallow search says that the value lies beyond a bound, above it (side 1) or below it (-1)."""
        mine = visit.sign * bound
        limit = visit.sign * model.shallow_limit(mine, self.threshold, visit.sign * side)
        if not search.is_estimate(limit):
            return False
        alpha, beta = sorted((math.nextafter(limit, -side * math.inf), limit))
        found, _ = search.value(visit.state, model.shallow, alpha, beta)
        return side * found >= side * limit
