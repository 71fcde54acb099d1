"""Bounds that the game knows: a state is left at once where they settle the window.

    window            alpha |-----------| beta
    bounds   least |----| most                    too little: whatever is played, MAX gets no more than `most`
    bounds                        least |---|     enough: MAX gets at least `least`

`value_bounds(state)` returns the least and the most that player 0 can end with, both proven: tricks in hand and top
cards, boxes that are chained, stones that can't be lost. Nothing is left out that matters, so values stay proven.
"""

from typing import Any

from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Found, Visit


class KnownBounds(Enhancement):
    """Answers states by the game's `value_bounds`, where it estimates nothing."""

    needs = "value_bounds"

    def before(self, search: EnhancedSearch, visit: Visit) -> Found | None:
        """Return a bound outside the window, or None."""
        rules: Any = search.game
        if search.scale.stretched:
            return None
        least, most = map(search.scale.of_utility, rules.value_bounds(visit.state))
        if least < visit.beta and most > visit.alpha:
            return None
        search.leaves += 1
        return (least if least >= visit.beta else most), ()
