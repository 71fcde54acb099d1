"""Information-set UCT: one tree over what players know, not over deals (Cowling, Powley and Whitehouse, 2012).

    1 draw        a state that fits what the player to move has seen
    2 select      at every turn, the mover's branch for *what the mover knows there*; of the actions that are legal, the
                  one with the greatest mean plus bonus
    3 expand      where the mover knows something new, add it; play on at random
    4 back up     to every branch on the way, what its mover got

Statistics belong to information, not to states, so a player does the same wherever the same is known: no strategy
fusion. Every player has a tree of their own ("multiple observers"), in which hidden actions of others aren't
distinguished. The bonus counts how often an action was *available*, since another deal may not offer it.

The action visited most is played. In the long run that isn't an equilibrium: where bluffing matters, CFR is better.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> from plywise.rules import Limit
>>> game = KuhnPoker()
>>> state = game.parse_state("JK bet")
>>> decision = information_set_uct(game, state, limit=Limit(simulations=500))
>>> game.action_name(state, decision.action)  # a king always calls
'call'
"""

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from plywise.rules import (
    CHANCE,
    Action,
    Choice,
    Decision,
    Game,
    Information,
    Limit,
    Lots,
    first_information,
    next_information,
)
from plywise.search.hidden.effort import DrawnEffort
from plywise.search.hidden.sampling import sampler_for
from plywise.search.shared import LimitReachedError, Rounds

LONGEST = 1_000
"""Plies after which a simulation counts as a draw."""
SIMULATIONS = 10_000
"""Simulations where the limit doesn't say."""


@dataclass(slots=True)
class _Branch:
    """An action where something is known: how often it was open, how often it was tried, and what that brought."""

    open: int = 0
    visits: int = 0
    total: float = 0.0


Branches: TypeAlias = dict[Action, _Branch]


@dataclass(slots=True)
class _Trees:
    """All players' trees: branches by player and by what is known since the root."""

    game: Game
    lots: Lots
    bonus: float
    by_information: dict[tuple[int, Information], Branches] = field(default_factory=dict)

    def simulate(self, state: Any) -> int:
        """Play one state to its end, through the trees as far as they go; return how many states that took."""
        game = self.game
        known = [first_information(game, state, player) for player in range(game.players)]
        trail: list[tuple[int, _Branch]] = []
        is_inside, nodes = True, 0
        for _ in range(LONGEST):
            nodes += 1
            if game.is_terminal(state):
                break
            player = game.to_move(state)
            if player == CHANCE:
                action = self.lots.draw(game.chances(state))
            elif is_inside:
                action, branch, is_inside = self._select(player, known[player], tuple(game.actions(state)))
                trail.append((player, branch))
            else:
                actions = tuple(game.playout_actions(state))
                action = actions[self.lots.below(len(actions))]
            after = game.result(state, action)
            if is_inside:  # beyond the trees nobody asks what is known
                known = [next_information(game, each, seat, state, action, after) for seat, each in enumerate(known)]
            state = after
        self._back_up(state, trail)
        return nodes

    def _select(
        self, player: int, information: Information, actions: tuple[Action, ...]
    ) -> tuple[Action, _Branch, bool]:
        """Return the action to follow, its branch, and whether the tree had something there before."""
        key = (player, information)
        branches = self.by_information.get(key)
        was_known = branches is not None
        if branches is None:
            branches = self.by_information[key] = {}
        for action in actions:
            branches.setdefault(action, _Branch()).open += 1
        fresh = [action for action in actions if branches[action].visits == 0]
        if fresh:
            action = fresh[self.lots.below(len(fresh))]
        else:
            action = max(actions, key=lambda each: self._promise(branches[each]))
        return action, branches[action], was_known

    def _promise(self, branch: _Branch) -> float:
        return branch.total / branch.visits + self.bonus * math.sqrt(math.log(branch.open) / branch.visits)

    def _back_up(self, state: Any, trail: list[tuple[int, _Branch]]) -> None:
        is_over = self.game.is_terminal(state)
        for player, branch in trail:
            branch.visits += 1
            branch.total += self.game.utility(state, player) if is_over else self.game.draw_utility


def information_set_uct(
    game: Game,
    state: Any,
    *,
    limit: Limit,
    history: Sequence[Any] = (),
    seed: int = 0,
    exploration: float = 0.7,
    on_round: Callable[[Decision], None] | None = None,
) -> Decision:
    """Return the action visited most, after as many simulations as the limit allows; its value is heuristic.

    Of `state` and `history`, only what the player to move has seen counts. `exploration` is in units of half the range
    of utilities, as UCT's is. `on_round` is handed what would be decided by now, now and then.
    """
    most = limit.simulations or (SIMULATIONS if limit.time is None and limit.nodes is None else math.inf)
    effort = DrawnEffort(limit, most)
    sampler = sampler_for(game, state, history, seed)
    low, high = game.utility_range
    bonus = exploration * (high - low) / 2 if math.isfinite(high - low) else exploration
    trees = _Trees(game, sampler.lots, bonus)
    player, actions = game.to_move(state), tuple(game.actions(state))
    information = first_information(game, state, player)

    def decision() -> Decision:
        branches = trees.by_information.get((player, information), {})
        choices = []
        for action in actions:
            branch = branches.get(action, _Branch())
            mean = branch.total / branch.visits if branch.visits else game.draw_utility
            choices.append(Choice(action, mean, line=(action,), visits=branch.visits, is_tried=branch.visits > 0))
        return effort.decide(player, choices, max(choices, key=lambda choice: choice.visits))

    rounds = Rounds(time.perf_counter())
    with suppress(LimitReachedError):  # in the middle of a simulation, which doesn't count
        while True:
            effort.add(nodes=trees.simulate(sampler.draw()))
            if effort.is_spent:
                break
            if on_round and rounds.is_due(time.perf_counter()):
                on_round(decision())
    return decision()
