"""Null move: who could pass and still be well off is better off with a real action (section 5.4.3 speaks of pruning).

    state --pass--> opponent moves twice in a row; searched a few plies less deep
                    still at least beta?  then this state is, too: the opponent will avoid it

A pass isn't tried where the state doesn't even look that good. In nearly every state some action beats doing nothing.
The exception is zugzwang, where any action hurts: there the null move is wrong, so a game that knows such states
shouldn't offer `pass_turn`, and what is found is never called proven.
"""

import math
from typing import Any

from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Found, Visit


class NullMove(Enhancement):
    """Tries a pass before anything else, `less` plies less deep, where the depth is at least `least_depth`.

    Never twice in a row: two passes lead back to the same state. With `growth` it is by that many sixteenths of the
    depth less deep still.
    """

    needs = "pass_turn"

    def __init__(self, less: int = 2, least_depth: int = 2, growth: int = 0) -> None:
        self.less, self.least_depth, self.growth = less, least_depth, growth
        self.passed_at = -1

    def before(self, search: EnhancedSearch, visit: Visit) -> Found | None:
        """Return the bound itself where even a pass reaches it."""
        if visit.depth < self.least_depth or not search.is_estimate(visit.enough) or search.ply == self.passed_at:
            return None
        if not visit.is_enough(search.glance(visit.state)):
            return None
        less = self.less + int(self.growth * visit.depth) // 16 if visit.depth != math.inf else 0
        rules: Any = search.game
        near = math.nextafter(visit.enough, -visit.sign * math.inf)
        alpha, beta = sorted((near, visit.enough))
        before, self.passed_at = self.passed_at, search.ply + 1
        search.path.step_into(visit.state)
        search.ply += 1
        try:
            found, _ = search.value(rules.pass_turn(visit.state), visit.depth - 1 - less, alpha, beta)
        finally:  # a limit may end the search in here, and this object is used again
            self.passed_at = before
        search.ply -= 1
        search.path.step_back()
        if not visit.is_enough(found):
            return None
        search.trust()
        return visit.enough, ()
