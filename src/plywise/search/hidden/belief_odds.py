"""The best a player can expect without seeing what is hidden, if the others choose at random.

    expect(belief, n) = max over actions a of                                        (the player's choice)
                          sum of chance x utility of the replies to a that end the game
                          + sum over what may be seen next of its chance x expect(belief then, n - 1)

A belief state here is its states *with how likely each is*, and what is seen after an action weighs them again. After
the last of the n actions, play that goes on counts as a draw: with a win worth 1 and a draw 0, the value is the
probability of winning within n actions. It is exact under that assumption, and says nothing of an opponent who plays
well. Actions are tried in the order of what they would bring with open cards, which is never too little; once that is
no more than what another action brings, the rest need not be looked at.

>>> from plywise.games.cards.kriegspiel import Kriegspiel
>>> from plywise.rules import Limit
>>> from plywise.search.hidden.belief import BeliefRules
>>> game = Kriegspiel(size=3)
>>> rules = BeliefRules(game, 0)
>>> odds = BeliefOdds(rules, DrawnEffort(Limit(), math.inf))
>>> [round(odds.expect(((rules.number(game.initial()), 1.0),), left), 3) for left in (1, 2, 3)]
[0.5, 0.5, 1.0]
"""

import math
from typing import TypeAlias

from plywise.rules import Action, Information
from plywise.search.hidden.belief import BeliefRules
from plywise.search.hidden.effort import DrawnEffort

Weighted: TypeAlias = tuple[tuple[int, float], ...]
"""States by number, each with its probability."""
DIGITS = 12
"""To how many digits probabilities are the same."""


class BeliefOdds:
    """Values belief states by the odds; what it finds out is kept from one depth to the next."""

    def __init__(self, rules: BeliefRules, effort: DrawnEffort) -> None:
        self.rules, self.effort = rules, effort
        self.unfinished = float(rules.game.draw_utility)
        self.was_cut = False
        """Whether play went on beyond the last action anywhere."""
        self._values: dict[tuple[Weighted, int], tuple[float, bool]] = {}
        self._open: dict[tuple[int, int], tuple[float, bool]] = {}

    def expect(self, belief: Weighted, left: int) -> float:
        """Return the best utility the player can expect, with that many own actions."""
        if left == 0:
            self.was_cut = True
            return self.unfinished
        key = (belief, left)
        if key not in self._values:
            outer, self.was_cut = self.was_cut, False
            best = -math.inf
            promises = [(self.promise(belief, action, left), action) for action in self.rules.actions(belief[0][0])]
            for promise, action in sorted(promises, key=lambda each: -each[0]):
                if promise <= best:
                    break
                best = max(best, self.expect_after(belief, action, left))
            self._values[key] = best, self.was_cut
            self.was_cut = outer
        value, was_cut = self._values[key]
        self.was_cut = self.was_cut or was_cut
        return value

    def expect_after(self, belief: Weighted, action: Action, left: int) -> float:
        """Return what the player can expect of an action."""
        self.effort.require(len(belief))
        value = 0.0
        groups: dict[Information, dict[int, float]] = {}
        for number, weight in belief:
            for reply in self.rules.replies(number, action):
                if reply.state < 0:
                    value += weight * reply.chance * reply.utility
                    continue
                group = groups.setdefault(reply.seen, {})
                group[reply.state] = group.get(reply.state, 0.0) + weight * reply.chance
        for group in groups.values():
            total = math.fsum(group.values())
            then = tuple((each, round(weight / total, DIGITS)) for each, weight in sorted(group.items()))
            value += total * self.expect(then, left - 1)
        return value

    def promise(self, belief: Weighted, action: Action, left: int) -> float:
        """Return what an action would bring if nothing were hidden any more: never less than it brings."""
        return math.fsum(weight * self._open_after(number, action, left) for number, weight in belief)

    def _open_after(self, number: int, action: Action, left: int) -> float:
        return math.fsum(
            reply.chance * (reply.utility if reply.state < 0 else self._expect_open(reply.state, left - 1))
            for reply in self.rules.replies(number, action)
        )

    def _expect_open(self, number: int, left: int) -> float:
        """Return what the player could expect in a state with open cards."""
        if left == 0:
            self.was_cut = True
            return self.unfinished
        key = (number, left)
        if key not in self._open:
            self.effort.require(1)
            outer, self.was_cut = self.was_cut, False
            best = max(self._open_after(number, action, left) for action in self.rules.actions(number))
            self._open[key] = best, self.was_cut
            self.was_cut = outer
        value, was_cut = self._open[key]
        self.was_cut = self.was_cut or was_cut
        return value
