"""Max^n: any number of players, each taking what is best for itself (Russell & Norvig, section 5.2.2).

A value is a vector, one utility for each player. The player to move passes up the vector that is greatest in its own
place, the first of equals. With two players and no constant sum this is how cooperation comes about. Where chance
moves, the vectors are averaged.

>>> from plywise.games.tree import Tree
>>> tree = [[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]]
>>> max_n(Tree(tree, players=3, utility_sum=None)).values
(7, 4, 1)

Where utilities add up to a constant and none is below a bound, what one player has is lost to the others, and
`shallow_pruning` leaves out what follows from that (Korf 1991): a player who has everything looks no further
(immediate pruning), and a state is left as soon as its player has so much that the player before it, who has a better
action already, won't come here (shallow pruning).

                A  has 5 by a1            utilities add up to 10, none is below 0: once B has 6 at the right,
              /   \\                      A can't get more than 4 there, and the rest of B is not looked at
     (5, 3, 2)     B  has 6
                  /  X
         (2, 6, 2)    ?

>>> fair = Tree([[(5, 3, 2), (5, 2, 3)], [(2, 6, 2), (9, 0, 1)]], players=3)
>>> max_n(fair).nodes, max_n(fair, shallow_pruning=True).nodes
(7, 6)
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from plywise.rules import (
    CHANCE,
    MAX,
    TOLERANCE,
    Action,
    Bound,
    Decision,
    Game,
    Limit,
    RulesError,
    SearchError,
    Unit,
)
from plywise.search.shared import Line, Search, Vector, Watcher, watched


def max_n(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    shallow_pruning: bool = False,
    watcher: Watcher | None = None,
) -> Decision:
    """Return the best action of the player to move when all players look after themselves, with all utilities.

    Works for every game. In a two-player constant-sum game it finds what minimax finds. A vector is proven where no
    estimate took part in it; among equals the first is taken, and players indifferent to it may hurt or help others.
    `shallow_pruning` gives the same vector after fewer states; it requires a constant sum, of estimates too.
    """
    search = watched(MaxN, watcher)(game, limit, history)
    if shallow_pruning:
        search.pruning = Pruning(search)
    state = game.initial() if state is None else state
    if search.is_chance(state):
        search.root_chance(state)
        values = search.expected_vector(state, search.depth)
        return replace(search.expect(values[MAX]), values=values)
    choices = search.choices
    vectors: dict[Action | None, Vector] = {}
    best = Vector()
    for action, child in search.root_successors(state):
        player = game.to_move(state)
        horizon_before = search.horizon_leaves
        vector, rest = search.value(child, search.depth - 1, rival_of(player, best))
        line, is_guess = (action, *rest), search.horizon_leaves > horizon_before
        is_better = not best or vector[player] > best[player]
        bound = Bound.EXACT if is_better or not search.pruning else Bound.UPPER
        if game.evaluates_in_own_unit:
            choices.append(search.choice(state, line, bound, is_guess))
            vectors[action] = tuple(search.worth(state, line, seat)[0] for seat in range(game.players))
        else:
            choices.append(search.scale.choice(line, vector[player], Unit.UTILITY, bound, is_guess))
            vectors[action] = vector
        best = vector if is_better else best
        if search.pruning and search.pruning.is_best(player, best):
            break
    decision = search.decide(state, choices)
    if not choices:
        vectors[None] = tuple(game.utility(state, seat) for seat in range(game.players))
    return replace(decision, values=vectors[decision.action])


class Pruning:
    """What a constant sum and a lowest utility rule out, in units of utility."""

    def __init__(self, search: Search) -> None:
        game = search.game
        if game.utility_sum is None:
            raise SearchError(f"shallow_pruning needs a constant utility_sum: search {game.name} without it.")
        if search.scale.stretched:
            raise SearchError(f"shallow_pruning is for estimates in units of utility: for {game.name} use alpha_beta.")
        if not all(map(math.isfinite, game.utility_range)):
            raise SearchError(f"shallow_pruning goes by utility_range: declare a finite one for {game.name}.")
        self.total, (self.low, self.high) = game.utility_sum, game.utility_range
        self.players = game.players

    def hope(self, player: int, own: float, rival: int) -> Vector:
        """Return the vector that is best for `rival` where `player` has at least `own`."""
        hope = [self.low] * self.players
        hope[player] = own
        hope[rival] = self.total - own - (self.players - 2) * self.low
        return tuple(hope)

    def is_best(self, player: int, vector: Vector) -> bool:
        """Whether a player can't get more than it has."""
        return vector[player] >= min(self.high, self.total - (self.players - 1) * self.low)

    def check(self, game: Game, state: Any, vector: Vector) -> None:
        """Refuse a leaf that doesn't add up: what was left out could have mattered."""
        if abs(sum(vector) - self.total) > TOLERANCE * max(1, *map(abs, vector)):
            raise RulesError(
                f"The utilities or estimates at {game.state_name(state)} add up to {sum(vector):g}, not to "
                f"utility_sum {self.total:g}: fix the rules, or search without shallow_pruning."
            )


Rival: TypeAlias = tuple[int, float] | None
"""The player who moved before, and what it has by another action already."""


def rival_of(player: int, best: Vector) -> Rival:
    """Return a player with the best it has so far."""
    return (player, best[player]) if best else None


class MaxN(Search):
    """One search under way."""

    pruning: Pruning | None = None

    def value(self, state: Any, depth: float, rival: Rival = None) -> tuple[Vector, Line]:
        """Return the utility vector v that play from a state comes to, and the line (as far as the next chance).

        With pruning, it may be another vector r, which the rival turns down as it would v:
        v[rival] <= r[rival] <= best.
        """
        leaf = self.leaf(state, depth)
        if leaf is not None:
            vector = tuple(self.leaf_value(state, leaf, player) for player in range(self.game.players))
            if self.pruning:
                self.pruning.check(self.game, state, vector)
            return vector, ()
        self.path.step_into(state)
        if self.game.to_move(state) == CHANCE:
            found = self.expected_vector(state, depth), Line()
        else:
            found = self.best_vector(state, depth, rival)
        self.path.step_back()
        return found

    def best_vector(self, state: Any, depth: float, rival: Rival) -> tuple[Vector, Line]:
        """Return the successor's vector that is best for the player to move, or one that the rival turns down."""
        player, pruning = self.game.to_move(state), self.pruning
        best, line = Vector(), Line()
        for action, child in self.successors(state):
            vector, rest = self.value(child, depth - 1, rival_of(player, best))
            if not best or vector[player] > best[player]:
                best, line = vector, (action, *rest)
            if not pruning:
                continue
            if rival and rival[0] != player:
                hope = pruning.hope(player, best[player], rival[0])
                if hope[rival[0]] <= rival[1]:
                    return hope, line
            if pruning.is_best(player, best):
                break
        return best, line

    def expected_vector(self, state: Any, depth: float) -> Vector:
        """Return the mean of the outcomes' vectors, each weighted by its probability."""
        total = [0.0] * self.game.players
        for outcome, probability in self.game.chances(state):
            vector, _ = self.value(self.game.result(state, outcome), depth - 1)
            total = [sum_so_far + probability * part for sum_so_far, part in zip(total, vector, strict=True)]
        return tuple(total)
