"""Star1 and Star2: expectiminimax that leaves out what can't matter, below the dice too (section 5.5; Ballard 1983).

Utilities have bounds, so the mean of a roll has bounds before all its outcomes are known. Each outcome is searched
with the window outside of which the mean leaves (alpha, beta), whatever the other outcomes turn out to be worth:

             ○  alpha = 3        utilities are from -9 to 9: with -4 on the left the mean is 2.5 at most,
        1/2 /  \\ 1/2             and MAX has 3 already: the right outcome is never looked at
          -4    ? <= 9

Star2 first probes one action of each outcome: where MAX moves, its value is a lower bound on the outcome, where MIN
moves an upper one, and bounds on all outcomes are often enough. A probe is not searched twice: the full search of an
outcome goes on from there.

>>> from plywise.games.tree import Tree
>>> one, other = {"player": 1, "children": [8, 1]}, {"player": 1, "children": [-5, 0]}
>>> tree = Tree([3, {"chance": [[0.5, -4], [0.5, [9, 8]]]}, {"chance": [[0.5, one], [0.5, other]]}])
>>> star1(tree).describe(tree)
'a1: value 3 to player A, proven; line a1; 10 states, depth 1'
>>> star2(tree).nodes
9
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plywise.rules import CHANCE, MAX, Bound, Choice, Decision, Game, Limit, SearchError, Unit
from plywise.search.shared import Line, Search, Watcher, require_constant_sum, watched


def star1(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    watcher: Watcher | None = None,
) -> Decision:
    """Return the action and value that `expectiminimax` would, after visiting fewer states.

    Requires what `expectiminimax` does, and a `utility_range` that holds. A root action that is turned down has an
    upper bound in place of its value.
    """
    return watched(StarSearch, watcher)(game, limit, history, probing=False).decide_root(state)


def star2(game: Game, state: Any = None, *, limit: Limit | None = None, history: Sequence[Any] = ()) -> Decision:
    """Return what `star1` does; at each roll, one action of every outcome is tried before any is searched in full."""
    return StarSearch(game, limit, history, probing=True).decide_root(state)


@dataclass(slots=True)
class Outcome:
    """One outcome of a roll: its value to MAX lies between `least` and `most`."""

    probability: float
    child: Any
    least: float
    most: float
    probed: float | None = None
    """The value of its first action, once that was searched."""


class StarSearch(Search):
    """One search under way; with `probing` it is Star2.

    What `value` and its helpers return for a state of expected value v to MAX, with alpha < beta, is fail-soft:

        r <= alpha          implies  v <= r
        alpha < r < beta    implies  v == r
        r >= beta           implies  r <= v
    """

    def __init__(self, game: Game, limit: Limit | None, history: Sequence[Any], probing: bool) -> None:
        name = "star2" if probing else "star1"
        require_constant_sum(game, name)
        if not all(map(math.isfinite, game.utility_range)):
            raise SearchError(f"{name} prunes by utility_range: declare a finite one for {game.name}.")
        super().__init__(game, limit, history)
        self.probing = probing

    def decide_root(self, state: Any) -> Decision:
        """Search every root action; one that is better than all before it gets its exact value."""
        game = self.game
        state = game.initial() if state is None else state
        alpha, beta = -math.inf, math.inf
        if self.is_chance(state):
            self.root_chance(state)
            return self.expect(self.chance_value(state, self.depth, alpha, beta))
        choices = self.choices
        for action, child in self.root_successors(state):
            horizon_before = self.horizon_leaves
            found, rest = self.value(child, self.depth - 1, alpha, beta)
            bound = Bound.EXACT if alpha < found < beta else Bound.UPPER
            guess = self.horizon_leaves > horizon_before
            choices.append(self.root_choice(state, found, (action, *rest), bound, guess))
            if game.to_move(state) == MAX:
                alpha = max(alpha, found)
            else:
                beta = min(beta, found)
        return self.decide(state, choices)

    def root_choice(self, state: Any, found: float, line: Line, bound: Bound, guess: bool) -> Choice:
        """Describe a root action by its value to the player to move."""
        if not self.game.has_chance:
            return self.choice(state, line, bound, guess)
        mean = self.game.value_to(self.game.to_move(state), found)
        return self.scale.choice(line, mean, Unit.UTILITY, bound, guess)

    def value(self, state: Any, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        """Return the value of a state, and the line as far as the next chance."""
        leaf = self.visit(state, depth)
        if leaf is not None:
            return leaf, ()
        self.path.step_into(state)
        if self.game.to_move(state) == CHANCE:
            found = self.chance_value(state, depth, alpha, beta), Line()
        else:
            found = self.best_value(state, depth, alpha, beta)
        self.path.step_back()
        return found

    def best_value(
        self, state: Any, depth: float, alpha: float, beta: float, probed: float | None = None
    ) -> tuple[float, Line]:
        """Return the greatest (MAX moves) or least (MIN moves) value, or one that the other player avoids.

        `probed` is the first action's value, where a probe found it in a window at least as wide.
        """
        is_max = self.game.to_move(state) == MAX
        best, line = -math.inf if is_max else math.inf, Line()
        for action, child in self.successors(state):
            if probed is None:
                found, rest = self.value(child, depth - 1, alpha, beta)
            else:
                found, rest, probed = probed, Line(), None
            if found > best if is_max else found < best:
                best, line = found, (action, *rest)
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, line

    def chance_value(self, state: Any, depth: float, alpha: float, beta: float) -> float:
        """Return the mean of the outcomes' values, or a bound that shows it to be outside the window."""
        game = self.game
        low, high = game.utility_range
        if alpha >= high:
            return high
        if beta <= low:
            return low
        chances = [(outcome, odds) for outcome, odds in game.chances(state) if odds > 0]
        roll = [Outcome(odds, game.result(state, outcome), low, high) for outcome, odds in chances]
        for look in (self.probe, self.search) if self.probing else (self.search,):
            for place, outcome in enumerate(roll):
                if outcome.least >= outcome.most:
                    continue
                floor, ceiling = window(roll, place, alpha, beta)
                if max(floor, outcome.least) < min(ceiling, outcome.most):
                    look(outcome, depth - 1, max(floor, outcome.least), min(ceiling, outcome.most))
                if outcome.most <= floor:
                    return min(alpha, means(roll)[1])
                if outcome.least >= ceiling:
                    return max(beta, means(roll)[0])
        return means(roll)[0]

    def probe(self, outcome: Outcome, depth: float, alpha: float, beta: float) -> None:
        """Bound an outcome by its first action, or settle it where the search ends there; a second roll waits."""
        child = outcome.child
        if self.is_chance(child):
            return
        leaf = self.visit(child, depth)
        if leaf is not None:
            outcome.least = outcome.most = leaf
            return
        self.path.step_into(child)
        _, first = next(self.successors(child))
        outcome.probed, _ = self.value(first, depth - 1, alpha, beta)
        self.path.step_back()
        is_max = self.game.to_move(child) == MAX
        if is_max and outcome.probed > alpha:
            outcome.least = outcome.probed
        elif not is_max and outcome.probed < beta:
            outcome.most = outcome.probed

    def search(self, outcome: Outcome, depth: float, alpha: float, beta: float) -> None:
        """Settle an outcome, or bound it so that the roll is decided."""
        if outcome.probed is None:
            found, _ = self.value(outcome.child, depth, alpha, beta)
        else:
            self.path.step_into(outcome.child)
            found, _ = self.best_value(outcome.child, depth, alpha, beta, outcome.probed)
            self.path.step_back()
        outcome.least = outcome.most = found


def window(roll: list[Outcome], place: int, alpha: float, beta: float) -> tuple[float, float]:
    """Return what an outcome must exceed, and what it must stay below, for the roll's mean to be in (alpha, beta)."""
    probability = roll[place].probability
    least_before, most_before = means(roll[:place])
    least_after, most_after = means(roll[:place:-1])
    return (alpha - (most_before + most_after)) / probability, (beta - (least_before + least_after)) / probability


def means(roll: list[Outcome]) -> tuple[float, float]:
    """Return the least and the greatest that outcomes can contribute to a mean."""
    least = most = 0.0
    for outcome in roll:
        least += outcome.probability * outcome.least
        most += outcome.probability * outcome.most
    return least, most
