"""Killers: what refuted one state often refutes its neighbours at the same ply (section 5.3.1).

The last two such actions are kept for each ply and tried first. Nothing of the game need be known for that.
"""

from collections import defaultdict

from plywise.rules import Action
from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Found, Successors, Visit


class Killers(Enhancement):
    """Tries first what last cut off a state at the same ply."""

    def __init__(self, each: int = 2) -> None:
        self.each = each
        self.at_ply: defaultdict[int, list[Action]] = defaultdict(list)

    def order(self, search: EnhancedSearch, visit: Visit, successors: Successors) -> Successors:
        """Put the killers first, the latest before the one before it."""
        killers = self.at_ply[search.ply]
        return sorted(successors, key=lambda pair: killers.index(pair[0]) if pair[0] in killers else len(killers))

    def after(self, search: EnhancedSearch, visit: Visit, found: Found) -> None:
        """Keep the action that ended the search of a state early."""
        value, line = found
        killers = self.at_ply[search.ply]
        if not visit.is_enough(value) or line[0] in killers[:1]:
            return
        self.at_ply[search.ply] = [line[0], *(action for action in killers if action != line[0])][: self.each]
