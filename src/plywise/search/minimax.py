"""Minimax: look at every line of play to its end (Russell & Norvig, section 5.2 and figure 5.3).

Each state is worth its utility where the game ends, the greatest worth of its successors where MAX moves, and the
least where MIN moves. Players need not take turns: `to_move` is asked in every state.

>>> from plywise.games.tree import Tree
>>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> minimax(tree).describe(tree)
'a1: value 3 to player A, proven; line a1 b1; 13 states, depth 2'
"""

import math
from collections.abc import Sequence
from typing import Any

from plywise.rules import MAX, Bound, Decision, Game, Limit
from plywise.search.shared import Line, Search, Watcher, require_adversarial, watched


def minimax(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    watcher: Watcher | None = None,
) -> Decision:
    """Return the best action of the player to move, with the exact value of every other.

    Requires two players whose utilities have a constant sum, and no chance. With `limit.depth`, states at that depth
    count for what `evaluate` estimates. `history` holds the states before this one, for games that declare repetition.
    """
    require_adversarial(game, "minimax")
    search = watched(Minimax, watcher)(game, limit, history)
    state = game.initial() if state is None else state
    choices = search.choices
    for action, child in search.root_successors(state):
        horizon_before = search.horizon_leaves
        _, line = search.value(child, search.depth - 1)
        choices.append(search.choice(state, (action, *line), Bound.EXACT, search.horizon_leaves > horizon_before))
    return search.decide(state, choices)


class Minimax(Search):
    """One search under way; values are to MAX."""

    def value(self, state: Any, depth: float) -> tuple[float, Line]:
        """Return the minimax value of a state to MAX, and the line that leads to it."""
        leaf = self.visit(state, depth)
        if leaf is not None:
            return leaf, ()
        self.path.step_into(state)
        choose = self.max_value if self.game.to_move(state) == MAX else self.min_value
        found = choose(state, depth)
        self.path.step_back()
        return found

    def max_value(self, state: Any, depth: float) -> tuple[float, Line]:
        """Return the greatest value among the successors; the first of equals gives the line."""
        best, line = -math.inf, Line()
        for action, child in self.successors(state):
            found, rest = self.value(child, depth - 1)
            if found > best:
                best, line = found, (action, *rest)
        return best, line

    def min_value(self, state: Any, depth: float) -> tuple[float, Line]:
        """Return the least value among the successors; the first of equals gives the line."""
        best, line = math.inf, Line()
        for action, child in self.successors(state):
            found, rest = self.value(child, depth - 1)
            if found < best:
                best, line = found, (action, *rest)
        return best, line
