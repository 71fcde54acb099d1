"""What each action is worth to a player who doesn't know which of the fitting states is true.

    by a policy    the mean over all fitting states of what follows if all keep to the policy: exact, for that policy
    by a search    several searches with random numbers of their own; how far they differ gives the error

Neither looks at the true state: a search is handed a line of play that fits, and draws others by itself.
"""

from dataclasses import dataclass
from math import fsum, sqrt
from typing import Any

from plywise.agents import SearchOptions, decide
from plywise.explain.odds.fitting import Fitting, FittingState, Weight
from plywise.explain.odds.knowing import Perspective
from plywise.rules import CHANCE, Action, Decision, Information, Limit, Policy, next_information
from plywise.search import LimitReachedError

SEARCHES, SIMULATIONS = 8, 250
"""How many searches, and how long each is."""
NEARLY_SURE = 2.36
"""Standard errors to each side that the mean of eight lies within, 95 times in 100."""
MOST_FOLLOWED = 200_000
"""States that are visited to value actions by a policy."""


@dataclass(frozen=True, slots=True)
class ValuedAction:
    """An action, its mean utility to the player with its error, and how often it is played."""

    action: Action
    name: str
    value: float | None
    error: float = 0.0
    played: float = 0.0
    """By a policy, the probability; by searches, the share of their simulations that began with it."""


def value_by_policy(known: Perspective, fitting: Fitting, weight: Weight, policy: Policy) -> tuple[ValuedAction, ...]:
    """Return what each action is worth if all follow a policy afterwards; no values where that takes too long."""
    first = fitting.states[0]
    actions = tuple(known.game.actions(first.state))
    played = policy.at(known.player, first.knowledge[known.player], actions)
    values: list[float | None] = [None] * len(actions)
    walk = _PolicyWalk(known, policy)
    try:
        shares = fitting.shares(weight)
        means = [
            fsum(share * walk.after(each, action) for each, share in zip(fitting.states, shares, strict=True) if share)
            for action in actions
        ]
        values = list(means)
    except LimitReachedError:
        pass
    names = [known.game.action_name(first.state, action) for action in actions]
    return tuple(
        ValuedAction(action, name, value, played=chance)
        for action, name, value, chance in zip(actions, names, values, played, strict=True)
    )


class _PolicyWalk:
    """Follows a policy to the end of the game."""

    def __init__(self, known: Perspective, policy: Policy) -> None:
        self.game, self.player, self.policy = known.game, known.player, policy
        self.visited = 0

    def after(self, each: FittingState, action: Action) -> float:
        """Return the player's mean utility after an action."""
        return self._step(each.state, each.knowledge, action)

    def _step(self, state: Any, knowledge: tuple[Information, ...], action: Action) -> float:
        after = self.game.result(state, action)
        return self._mean(
            after,
            tuple(
                next_information(self.game, so_far, player, state, action, after)
                for player, so_far in enumerate(knowledge)
            ),
        )

    def _mean(self, state: Any, knowledge: tuple[Information, ...]) -> float:
        game = self.game
        self.visited += 1
        if self.visited > MOST_FOLLOWED:
            raise LimitReachedError(self.visited)
        if game.is_terminal(state):
            return float(game.utility(state, self.player))
        mover = game.to_move(state)
        if mover == CHANCE:
            options = list(game.chances(state))
        else:
            actions = tuple(game.actions(state))
            options = list(zip(actions, self.policy.at(mover, knowledge[mover], actions), strict=True))
        return fsum(chance * self._step(state, knowledge, option) for option, chance in options if chance > 0)


def take_values(known: Perspective, fitting: Fitting, decision: Decision) -> tuple[ValuedAction, ...]:
    """Return what a decision says each action is worth, and which share of its simulations began with it."""
    state, total = fitting.states[0].state, sum(choice.visits for choice in decision.choices)
    is_drawn = len({choice.value for choice in decision.choices}) < 2  # by a policy, which values no actions
    return tuple(
        ValuedAction(
            choice.action,
            known.game.action_name(state, choice.action),
            None if is_drawn or not choice.is_tried else choice.value,
            played=choice.visits / total if total else 0.0,
        )
        for choice in decision.choices
    )


def value_by_search(
    known: Perspective, fitting: Fitting, algorithm: str, seed: int, simulations: int = SIMULATIONS
) -> tuple[ValuedAction, ...]:
    """Return what several searches say each action is worth, and by how much their mean may be wrong."""
    game, *history = known.game, *fitting.states[0].line
    state = history.pop()
    found: dict[Action, list[tuple[float, int]]] = {}
    for number in range(SEARCHES):
        decision = decide(
            game,
            state,
            history=history,
            limit=Limit(simulations=simulations),
            algorithm=algorithm,
            options=SearchOptions(seed=seed * SEARCHES + number, wait=True),
        )
        for choice in decision.choices:
            found.setdefault(choice.action, []).append((choice.value, choice.visits))
    total = sum(visits for each in found.values() for _, visits in each)
    valued = []
    for action in game.actions(state):
        tries = [each for each in found[action] if each[1]]
        mean, error = _mean_and_error([value for value, _ in tries])
        share = sum(visits for _, visits in tries) / total
        valued.append(ValuedAction(action, game.action_name(state, action), mean, error, share))
    return tuple(valued)


def _mean_and_error(values: list[float]) -> tuple[float | None, float]:
    if not values:
        return None, 0.0
    mean = fsum(values) / len(values)
    if len(values) == 1:
        return mean, 0.0
    spread = sqrt(fsum((value - mean) ** 2 for value in values) / (len(values) - 1))
    return mean, NEARLY_SURE * spread / sqrt(len(values))
