"""Late-move reductions: with a good order, actions that come late are rarely best; look into them less (section 5.4.3).

Only an action that seems better than what is in hand, although it was looked into less deeply, is searched again to
the full depth. It is forward pruning of a careful kind: what the shallow look missed is missed.
"""

import math
from typing import Any

from plywise.rules import Action
from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Visit


class LateMoveReductions(Enhancement):
    """Looks `less` plies less deep into all but the first `full` actions, where the depth is at least `least_depth`.

    With `growth` it looks less deep still, the later the action and the deeper the search, by as many sixteenths of a
    ply as growth x the binary digits of the depth x those of the action's place. Actions that the game's `rank` puts
    above `rank` are spared: a capture is no late move.
    """

    def __init__(
        self, full: int = 3, least_depth: int = 3, less: int = 1, growth: int = 0, rank: float = math.inf
    ) -> None:
        self.full, self.least_depth, self.less = full, least_depth, less
        self.growth, self.rank = growth, rank

    def reduction(self, search: EnhancedSearch, visit: Visit, action: Action) -> int:
        """Say how much less deep an action is looked into."""
        place = len(visit.tried)
        if place < self.full or visit.depth < self.least_depth:
            return 0
        rules: Any = search.game
        if self.rank < math.inf and search.offers("rank") and rules.rank(visit.state, action) > self.rank:
            return 0
        depth = 0 if visit.depth == math.inf else int(visit.depth)
        return self.less + self.growth * depth.bit_length() * place.bit_length() // 16
