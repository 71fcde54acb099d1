"""Alpha-beta: minimax that leaves out what can't matter (Russell & Norvig, section 5.3 and figure 5.7).

Along the path, alpha is the value of the best choice found so far for MAX, beta of the best for MIN. As soon as a
state turns out worse for one of them than what that player already has, its remaining actions are left unseen.

>>> from plywise.games.tree import Tree
>>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> alpha_beta(tree).describe(tree)
'a1: value 3 to player A, proven; line a1 b1; 11 states, depth 2'
"""

import math
from collections.abc import Sequence
from typing import Any

from plywise.rules import MAX, Bound, Decision, Game, Limit
from plywise.search.shared import Line, Search, Watcher, require_adversarial, watched


def alpha_beta(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    known_extremes: bool = False,
    all_exact: bool = False,
    watcher: Watcher | None = None,
) -> Decision:
    """Return the action and value that minimax would, after visiting fewer states.

    Requires and takes what `minimax` does. With `known_extremes`, a state whose value has reached the best utility
    that `utility_range` allows is not searched further. With `all_exact`, every root action gets its exact value
    instead of a bound that suffices to turn it down.
    """
    require_adversarial(game, "alpha_beta")
    search = watched(AlphaBeta, watcher)(game, limit, history)
    state = game.initial() if state is None else state
    alpha, beta = search.widest_window(known_extremes)
    choices = search.choices
    for action, child in search.root_successors(state):
        horizon_before = search.horizon_leaves
        found, line = search.value(child, search.depth - 1, alpha, beta)
        is_better = found > alpha if game.to_move(state) == MAX else found < beta
        bound = Bound.EXACT if all_exact or not choices or is_better else Bound.UPPER
        choices.append(search.choice(state, (action, *line), bound, search.horizon_leaves > horizon_before))
        if not all_exact and game.to_move(state) == MAX:
            alpha = max(alpha, found)
        elif not all_exact:
            beta = min(beta, found)
        if alpha >= beta:
            break
    return search.decide(state, choices)


class AlphaBeta(Search):
    """One search under way; values are to MAX."""

    def value(self, state: Any, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        """Return a bound r on the minimax value v of a state to MAX, and the line that shows it (fail-soft).

        Requires alpha < beta. Promises:

            r <= alpha          implies  v <= r
            alpha < r < beta    implies  v == r
            r >= beta           implies  r <= v
        """
        leaf = self.visit(state, depth)
        if leaf is not None:
            return leaf, ()
        self.path.step_into(state)
        choose = self.max_value if self.game.to_move(state) == MAX else self.min_value
        found = choose(state, depth, alpha, beta)
        self.path.step_back()
        return found

    def max_value(self, state: Any, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        """Return the greatest value among the successors, or one so large that MIN avoids this state."""
        best, line = -math.inf, Line()
        for action, child in self.successors(state):
            found, rest = self.value(child, depth - 1, alpha, beta)
            if found > best:
                best, line = found, (action, *rest)
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best, line

    def min_value(self, state: Any, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        """Return the least value among the successors, or one so small that MAX avoids this state."""
        best, line = math.inf, Line()
        for action, child in self.successors(state):
            found, rest = self.value(child, depth - 1, alpha, beta)
            if found < best:
                best, line = found, (action, *rest)
            if best <= alpha:
                break
            beta = min(beta, best)
        return best, line

    def widest_window(self, known_extremes: bool) -> tuple[float, float]:
        """Return the window that excludes nothing: all numbers, or from the worst to the best utility MAX can have."""
        if not known_extremes:
            return -math.inf, math.inf
        worst, best = map(self.scale.of_utility, self.game.utility_bounds)
        return (worst, best) if worst < best else (-math.inf, math.inf)
