"""And-or search over belief states: what a player can force without seeing what is hidden.

    force(belief, n)    some action a exists such that                                          (or)
                          no reply to it ends the game below the target, and
                          force(belief after a and what is then seen, n - 1) for all that may be seen   (and)

`n` is how many more actions the player has. Whoever replies is taken to know everything and to be as unkind as the
rules allow, so what is forced is forced against everybody. Two things keep it small:

- What can't be forced with open cards, from one of the states, can't be forced without seeing (asked first).
- What is known of a belief state is kept: what was forced within n actions, and up to which n that failed.

>>> from plywise.games.cards.kriegspiel import Kriegspiel
>>> game = Kriegspiel(pieces="KQK", size=3, king="b1", man="a1")
>>> plan = force(game, game.initial(), target=1)
>>> plan.is_forced, plan.actions
(True, 1)
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from plywise.rules import Action, Game, Information, Limit, Policy, StateMap
from plywise.search.hidden.belief import BeliefRules, find_belief
from plywise.search.hidden.effort import DrawnEffort
from plywise.search.shared import LimitReachedError

Belief: TypeAlias = frozenset[int]


@dataclass(frozen=True, slots=True)
class ForcingPlan:
    """Whether a target can be forced (None: not known), within how many own actions, and how."""

    is_forced: bool | None
    target: float
    actions: int
    """The least number of own actions in which it can be forced; if it isn't forced, for how many that was refuted."""
    policy: Policy
    """What to do, by what was seen since the root; empty unless it is forced."""
    belief: tuple[Any, ...]
    """The states that fit what the player knows at the root."""
    visited: int


class Forcing:
    """Looks for a way to force a target; what it finds out is kept from one depth to the next."""

    def __init__(self, rules: BeliefRules, target: float, effort: DrawnEffort) -> None:
        self.rules, self.target, self.effort = rules, target, effort
        self.forced: dict[Belief, tuple[int, Action]] = {}
        self.refuted: dict[Belief, float] = {}
        self.was_cut = False
        """Whether anything failed for want of actions alone."""
        self._open_forced: dict[int, float] = {}
        self._open_refuted: dict[int, float] = {}
        self._after: dict[tuple[Belief, Action], tuple[Belief, ...] | None] = {}

    def force(self, belief: Belief, left: int) -> bool:
        """Return whether the player can force the target within that many own actions.

        False means that this can't be done with so few; with `was_cut` unset, that it can't be done at all.
        """
        known = self.forced.get(belief)
        if known is not None and known[0] <= left:
            return True
        if self._is_refuted(self.refuted.get(belief, -1), left):
            return False
        outer, self.was_cut = self.was_cut, False
        action = None
        if all(self.force_open(number, left) for number in belief):
            action = next((each for each in self._ranked(belief) if self.succeeds(belief, each, left)), None)
        if action is None:
            self.refuted[belief] = left if self.was_cut else math.inf
            self.was_cut = self.was_cut or outer
            return False
        self.forced[belief] = left, action
        self.was_cut = outer
        return True

    def succeeds(self, belief: Belief, action: Action, left: int) -> bool:
        """Return whether the target is forced by this action first."""
        beliefs = self.after(belief, action)
        return beliefs is not None and all(self.force(each, left - 1) for each in beliefs)

    def force_open(self, number: int, left: int) -> bool:
        """Return whether the target can be forced from one state if nothing is hidden from the player any more."""
        if self._open_forced.get(number, math.inf) <= left:
            return True
        if self._is_refuted(self._open_refuted.get(number, -1), left):
            return False
        self.effort.require(1)
        outer, self.was_cut = self.was_cut, False
        if any(self._succeeds_open(number, action, left) for action in self.rules.actions(number)):
            self._open_forced[number] = left
            self.was_cut = outer
            return True
        self._open_refuted[number] = left if self.was_cut else math.inf
        self.was_cut = self.was_cut or outer
        return False

    def _succeeds_open(self, number: int, action: Action, left: int) -> bool:
        replies = self.rules.replies(number, action)
        if any(reply.state < 0 and reply.utility < self.target for reply in replies):
            return False
        return all(self.force_open(reply.state, left - 1) for reply in replies if reply.state >= 0)

    def _is_refuted(self, upto: float, left: int) -> bool:
        if left > max(upto, 0):
            return False
        if upto < math.inf:
            self.was_cut = True
        return True

    def after(self, belief: Belief, action: Action) -> tuple[Belief, ...] | None:
        """Return the belief states after an action, the largest first; None where a reply ends below the target."""
        key = (belief, action)
        if key not in self._after:
            self._after[key] = self._split(belief, action)
        return self._after[key]

    def _split(self, belief: Belief, action: Action) -> tuple[Belief, ...] | None:
        self.effort.require(len(belief))
        groups: dict[Information, set[int]] = {}
        for number in belief:
            for reply in self.rules.replies(number, action):
                if reply.state >= 0:
                    groups.setdefault(reply.seen, set()).add(reply.state)
                elif reply.utility < self.target:
                    return None
        return tuple(sorted(map(frozenset, groups.values()), key=lambda each: (-len(each), sorted(each))))

    def _ranked(self, belief: Belief) -> Sequence[Action]:
        """Return the actions that don't fail at once, those that leave the least open first."""
        ranked = []
        for place, action in enumerate(self.rules.actions(min(belief))):
            beliefs = self.after(belief, action)
            if beliefs is not None:
                ranked.append((max(map(len, beliefs), default=0), place, action))
        return [action for _, _, action in sorted(ranked, key=lambda each: each[:2])]

    def policy(self, belief: Belief) -> Policy:
        """Return what to do from a belief state on, where the target is forced."""
        rules = self.rules
        rows: dict[tuple[int, Information], tuple[tuple[Action, float], ...]] = {}
        first = rules.game.observe(rules.states[min(belief)], rules.player)
        waiting: list[tuple[Belief, Information]] = [(belief, (first,))]
        while waiting:
            each, known = waiting.pop()
            _, action = self.forced[each]
            rows[rules.player, known] = ((action, 1.0),)
            groups: dict[Information, set[int]] = {}
            for number in each:
                for reply in rules.replies(number, action):
                    if reply.state >= 0:
                        groups.setdefault(reply.seen, set()).add(reply.state)
            waiting += [(frozenset(group), (*known, *seen[1:])) for seen, group in groups.items()]
        return Policy(rows)


def force(
    game: Game,
    state: Any,
    *,
    target: float,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    on_depth: Callable[[int], None] | None = None,
) -> ForcingPlan:
    """Return whether the player to move can force a utility of at least `target` without seeing what is hidden.

    It deepens by the player's own actions until it is forced, or refuted for any number of them, or the limit is
    reached; `limit.depth` counts own actions too. Of `state` and `history` only what the player knows counts.
    """
    limit = limit or Limit()
    rules = BeliefRules(game, game.to_move(state))
    weights: StateMap[float] = find_belief(game, state, history)
    belief = frozenset(map(rules.number, weights))
    return deepen(Forcing(rules, target, DrawnEffort(limit, math.inf)), belief, limit.depth, on_depth)


def deepen(
    forcing: Forcing, belief: Belief, most: int | None = None, on_depth: Callable[[int], None] | None = None
) -> ForcingPlan:
    """Look further and further ahead for a way to force the target."""
    rules, left, is_forced = forcing.rules, 0, None
    try:
        while is_forced is None and left != most:
            forcing.was_cut = False
            if on_depth is not None:
                on_depth(left + 1)
            if forcing.force(belief, left + 1):
                is_forced = True
            elif not forcing.was_cut:
                is_forced = False
            left += 1
    except LimitReachedError:
        pass
    policy = forcing.policy(belief) if is_forced else Policy({})
    states = tuple(rules.states[number] for number in sorted(belief))
    return ForcingPlan(is_forced, forcing.target, left, policy, states, forcing.effort.nodes)
