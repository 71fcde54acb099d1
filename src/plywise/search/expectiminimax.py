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
from plywise.search._search import Line, Search
from plywise.search._suited import require_constant_sum


def expectiminimax(
    game: Game, state: Any = None, *, limit: Limit | None = None, history: Sequence[Any] = ()
) -> Decision:
    """Return the action with the greatest expected utility to the player to move, and every other's.

    Requires two players whose utilities have a constant sum; chance is allowed, not required.
    """
    require_constant_sum(game, "expectiminimax")
    search = Search(game, limit, history)
    state = game.initial() if state is None else state
    if search.is_chance(state):
        search.count()
        search.path.step_into(state)
        return search.expect(chance_value(search, state, search.depth))
    choices = []
    for action, child in search.root_successors(state):
        horizon_before = search.horizon_leaves
        found, rest = value(search, child, search.depth - 1)
        line, is_guess = (action, *rest), search.horizon_leaves > horizon_before
        if game.has_chance:
            mean = game.value_to(game.to_move(state), found)
            choices.append(search.scale.choice(line, mean, Unit.UTILITY, Bound.EXACT, is_guess))
        else:
            choices.append(search.choice(state, line, Bound.EXACT, is_guess))
    return search.decide(state, choices)


def value(search: Search, state: Any, depth: float) -> tuple[float, Line]:
    """Return the expected value of a state to MAX, and the line as far as the next chance."""
    leaf = search.visit(state, depth)
    if leaf is not None:
        return leaf, ()
    search.path.step_into(state)
    player = search.game.to_move(state)
    if player == CHANCE:
        found = chance_value(search, state, depth), Line()
    else:
        found = best_value(search, state, depth, 1 if player == MAX else -1)
    search.path.step_back()
    return found


def best_value(search: Search, state: Any, depth: float, sign: int) -> tuple[float, Line]:
    """Return the greatest (sign 1, MAX moves) or least (sign -1, MIN moves) value among the successors."""
    best, line = -sign * math.inf, Line()
    for action, child in search.successors(state):
        found, rest = value(search, child, depth - 1)
        if sign * found > sign * best:
            best, line = found, (action, *rest)
    return best, line


def chance_value(search: Search, state: Any, depth: float) -> float:
    """Return the mean of the outcomes' values, each weighted by its probability."""
    mean = 0.0
    for outcome, probability in search.game.chances(state):
        found, _ = value(search, search.game.result(state, outcome), depth - 1)
        mean += probability * found
    return mean
