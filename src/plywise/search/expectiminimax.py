"""Expectiminimax: minimax with dice; a chance state is worth the mean of its outcomes (section 5.5).

Values are means, so evaluations must be in units of utility here, and a line ends at the first roll.

>>> from plywise.games.tree import Tree
>>> coin = {"chance": [[0.5, [2, 4]], [0.5, [6, 0]]]}
>>> expectiminimax(Tree([coin, 3])).value
5.0
"""

import math
from collections.abc import Sequence
from typing import Any

from plywise.rules import CHANCE, MAX, Bound, Decision, Game, Limit, Unit
from plywise.search.shared import Line, Search, Watcher, require_constant_sum, watched


def expectiminimax(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    watcher: Watcher | None = None,
) -> Decision:
    """Return the action with the greatest expected utility to the player to move, and every other's.

    Requires two players whose utilities have a constant sum; chance is allowed, not required.
    """
    require_constant_sum(game, "expectiminimax")
    search = watched(Expectiminimax, watcher)(game, limit, history)
    state = game.initial() if state is None else state
    if search.is_chance(state):
        search.root_chance(state)
        return search.expect(search.chance_value(state, search.depth))
    choices = search.choices
    for action, child in search.root_successors(state):
        horizon_before = search.horizon_leaves
        found, rest = search.value(child, search.depth - 1)
        line, is_guess = (action, *rest), search.horizon_leaves > horizon_before
        if game.has_chance:
            mean = game.value_to(game.to_move(state), found)
            choices.append(search.scale.choice(line, mean, Unit.UTILITY, Bound.EXACT, is_guess))
        else:
            choices.append(search.choice(state, line, Bound.EXACT, is_guess))
    return search.decide(state, choices)


class Expectiminimax(Search):
    """One search under way; values are to MAX."""

    def value(self, state: Any, depth: float) -> tuple[float, Line]:
        """Return the expected value of a state to MAX, and the line as far as the next chance."""
        leaf = self.visit(state, depth)
        if leaf is not None:
            return leaf, ()
        self.path.step_into(state)
        player = self.game.to_move(state)
        if player == CHANCE:
            found = self.chance_value(state, depth), Line()
        else:
            found = self.best_value(state, depth, 1 if player == MAX else -1)
        self.path.step_back()
        return found

    def best_value(self, state: Any, depth: float, sign: int) -> tuple[float, Line]:
        """Return the greatest (sign 1, MAX moves) or least (sign -1, MIN moves) value among the successors."""
        best, line = -sign * math.inf, Line()
        for action, child in self.successors(state):
            found, rest = self.value(child, depth - 1)
            if sign * found > sign * best:
                best, line = found, (action, *rest)
        return best, line

    def chance_value(self, state: Any, depth: float) -> float:
        """Return the mean of the outcomes' values, each weighted by its probability."""
        mean = 0.0
        for outcome, probability in self.game.chances(state):
            found, _ = self.value(self.game.result(state, outcome), depth - 1)
            mean += probability * found
        return mean
