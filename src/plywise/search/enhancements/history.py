"""History heuristic: what refuted many states, anywhere in the tree, is likely to be good here too.

Each player's action has a figure that grows by the square of the depth of every state that it cut off, so that what
saved much work counts for more. It remembers less than killers of where it was good, and more of how often.
"""

from collections import Counter

from plywise.rules import Action
from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Found, Successors, Visit

LARGEST = 32
"""Deeper cuts count like those of this depth: one of them should not outweigh all others for good."""


class History(Enhancement):
    """Tries first what cut off many states."""

    def __init__(self) -> None:
        self.figures: Counter[tuple[int, Action]] = Counter()

    def order(self, search: EnhancedSearch, visit: Visit, successors: Successors) -> Successors:
        """Sort by the figures of the player to move."""
        return sorted(successors, key=lambda pair: self.figures[visit.sign, pair[0]], reverse=True)

    def after(self, search: EnhancedSearch, visit: Visit, found: Found) -> None:
        """Credit the action that ended the search of a state early."""
        value, line = found
        if visit.is_enough(value):
            self.figures[visit.sign, line[0]] += int(min(visit.depth, LARGEST)) ** 2
