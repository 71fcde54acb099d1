"""Max^n: any number of players, each taking what is best for itself (Russell & Norvig, section 5.2.2).

A value is a vector, one utility for each player. The player to move passes up the vector that is greatest in its own
place, the first of equals. With two players and no constant sum this is how cooperation comes about. Where chance
moves, the vectors are averaged.

>>> from plywise.games.tree import Tree
>>> tree = [[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]]
>>> max_n(Tree(tree, players=3, utility_sum=None)).values
(7, 4, 1)
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from plywise.rules import CHANCE, MAX, Action, Bound, Decision, Game, Limit, Unit
from plywise.search._search import Line, Search

Vector: TypeAlias = tuple[float, ...]


def max_n(game: Game, state: Any = None, *, limit: Limit | None = None, history: Sequence[Any] = ()) -> Decision:
    """Return the best action of the player to move when all players look after themselves, with all utilities.

    Works for every game. In a two-player constant-sum game it finds what minimax finds. A vector is proven where no
    estimate took part in it; among equals the first is taken, and players indifferent to it may hurt or help others.
    """
    search = Search(game, limit, history)
    state = game.initial() if state is None else state
    if search.is_chance(state):
        search.count()
        search.path.step_into(state)
        values = expected_vector(search, state, search.depth)
        return replace(search.expect(values[MAX]), values=values)
    choices = []
    vectors: dict[Action | None, Vector] = {}
    for action, child in search.root_successors(state):
        horizon_before = search.horizon_leaves
        vector, rest = value(search, child, search.depth - 1)
        line, is_guess = (action, *rest), search.horizon_leaves > horizon_before
        if game.evaluates_in_own_unit:
            choices.append(search.choice(state, line, Bound.EXACT, is_guess))
            vector = tuple(search.worth(state, line, seat)[0] for seat in range(game.players))
        else:
            own = vector[game.to_move(state)]
            choices.append(search.scale.choice(line, own, Unit.UTILITY, Bound.EXACT, is_guess))
        vectors[action] = vector
    decision = search.decide(state, choices)
    if not choices:
        vectors[None] = tuple(game.utility(state, seat) for seat in range(game.players))
    return replace(decision, values=vectors[decision.action])


def value(search: Search, state: Any, depth: float) -> tuple[Vector, Line]:
    """Return the utility vector that play from a state comes to, and the line (as far as the next chance)."""
    leaf = search.leaf(state, depth)
    if leaf is not None:
        return tuple(search.leaf_value(state, leaf, player) for player in range(search.game.players)), ()
    search.path.step_into(state)
    player = search.game.to_move(state)
    if player == CHANCE:
        found = expected_vector(search, state, depth), Line()
    else:
        found = best_vector(search, state, depth, player)
    search.path.step_back()
    return found


def best_vector(search: Search, state: Any, depth: float, player: int) -> tuple[Vector, Line]:
    """Return the successor's vector that is best for the player to move."""
    best, line = Vector(), Line()
    for action, child in search.successors(state):
        vector, rest = value(search, child, depth - 1)
        if not best or vector[player] > best[player]:
            best, line = vector, (action, *rest)
    return best, line


def expected_vector(search: Search, state: Any, depth: float) -> Vector:
    """Return the mean of the outcomes' vectors, each weighted by its probability."""
    total = [0.0] * search.game.players
    for outcome, probability in search.game.chances(state):
        vector, _ = value(search, search.game.result(state, outcome), depth - 1)
        total = [sum_so_far + probability * part for sum_so_far, part in zip(total, vector, strict=True)]
    return tuple(total)
