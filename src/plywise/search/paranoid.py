"""Paranoid: alpha-beta for any number of players, all others being taken to be against the root player (Sturtevant).

One number is enough then, the root player's utility: it takes the greatest, and everyone else (we fear) the least.
The value is what the root player can be sure of, whatever the others want. Where chance moves, it is averaged.

                      A max 1
               /                  \\
           B min 1              B min 1         figure 5.4, if B and C only meant harm: A can be
          /       \\            /       \\       sure of 1, and each of its actions is as good
     C min 1   C min 6    C min 1   C min 5

>>> from plywise.games.tree import Tree
>>> ours, theirs = [[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]], [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]]
>>> tree = Tree([ours, theirs], players=3, utility_sum=None)
>>> paranoid(tree).describe(tree)
'd1: value 1 to player A, proven; line d1 e1 g1; 12 states, depth 3'
"""

import math
from collections.abc import Sequence
from typing import Any

from plywise.rules import CHANCE, MAX, Bound, Decision, Game, Limit, Unit
from plywise.search.shared import Line, Search, Watcher, watched


def paranoid(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    watcher: Watcher | None = None,
) -> Decision:
    """Return the action that is best for the player to move if all the others join against it.

    Works for every game; with two players and a constant sum it is alpha-beta. Proven means: sure by the rules alone,
    whatever the others do. A root action that is turned down has an upper bound in place of its value. Where chance
    moves at the root, the value is player 0's.
    """
    search = watched(Paranoid, watcher)(game, limit, history)
    state = game.initial() if state is None else state
    if search.is_chance(state):
        search.root_chance(state)
        return search.expect(search.mean_value(state, search.depth))
    choices = search.choices
    best = -math.inf
    for action, child in search.root_successors(state):
        search.player = game.to_move(state)
        horizon_before = search.horizon_leaves
        found, rest = search.value(child, search.depth - 1, best, math.inf)
        bound = Bound.EXACT if found > best else Bound.UPPER
        line, is_guess = (action, *rest), search.horizon_leaves > horizon_before
        if game.evaluates_in_own_unit:
            choices.append(search.choice(state, line, bound, is_guess))
        else:
            choices.append(search.scale.choice(line, found, Unit.UTILITY, bound, is_guess))
        best = max(best, found)
    return search.decide(state, choices)


class Paranoid(Search):
    """One search under way; values are to `player`, who moves at the root.

    Where chance moves there, that is player 0.
    """

    player = MAX

    def value(self, state: Any, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        """Return a bound r on what a state is worth to `player` (v), all others against it, and the line that shows it.

        Requires alpha < beta. Promises what `alpha_beta.value` does:

            r <= alpha          implies  v <= r
            alpha < r < beta    implies  v == r
            r >= beta           implies  r <= v
        """
        leaf = self.leaf(state, depth)
        if leaf is not None:
            return self.leaf_value(state, leaf, self.player), ()
        self.path.step_into(state)
        mover = self.game.to_move(state)
        if mover == CHANCE:
            found = self.mean_value(state, depth), Line()
        else:
            found = self.best_value(state, depth, alpha, beta)
        self.path.step_back()
        return found

    def best_value(self, state: Any, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        """Return the greatest value where `player` moves, the least where another does, or enough to turn it down."""
        is_own = self.game.to_move(state) == self.player
        best, line = -math.inf if is_own else math.inf, Line()
        for action, child in self.successors(state):
            found, rest = self.value(child, depth - 1, alpha, beta)
            if found > best if is_own else found < best:
                best, line = found, (action, *rest)
            if is_own:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, line

    def mean_value(self, state: Any, depth: float) -> float:
        """Return the mean of the outcomes' values, each of which must be exact: no window reaches below a roll."""
        mean = 0.0
        for outcome, probability in self.game.chances(state):
            child = self.game.result(state, outcome)
            found, _ = self.value(child, depth - 1, -math.inf, math.inf)
            mean += probability * found
        return mean
