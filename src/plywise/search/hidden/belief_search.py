"""Belief search: a guaranteed win where there is one, and otherwise the best odds against a random opponent.

    half the limit      forcing: can the best utility be forced, within 1, 2, 3, ... own actions?     proven
    what is left        odds: what can be expected if the others act at random, within 1, 2, 3, ...    heuristic

The first is the and-or search of Russell and Norvig's section on games of partial information (not in our copy of the
text), with Kriegspiel's guaranteed checkmates; the second gives its probable ones.

>>> from plywise.games.cards.kriegspiel import Kriegspiel
>>> game = Kriegspiel(size=3)
>>> decision = belief_search(game, game.initial(), limit=Limit(depth=3))
>>> str(decision.status), decision.value, decision.depth
('proven', 1, 3)
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from plywise.rules import Choice, Decision, Game, Limit, Status
from plywise.search.hidden.belief import BeliefRules, find_belief
from plywise.search.hidden.belief_odds import BeliefOdds, Weighted
from plywise.search.hidden.effort import DrawnEffort
from plywise.search.hidden.forcing import Belief, Forcing, ForcingPlan, deepen
from plywise.search.shared import LimitReachedError

FORCING_SHARE = 0.5
"""The part of a limit in which a guarantee is looked for first."""


def belief_search(
    game: Game,
    state: Any,
    *,
    limit: Limit,
    history: Sequence[Any] = (),
    on_round: Callable[[Decision], None] | None = None,
) -> Decision:
    """Return a guaranteed win, proven, or the action with the best odds against random play, heuristic.

    Of `state` and `history`, only what the player to move knows counts. `limit.depth` counts the player's own actions.
    `on_round` is handed what would be decided by now, after each depth.
    """
    began = time.monotonic()
    rules = BeliefRules(game, game.to_move(state))
    weights = find_belief(game, state, history)
    weighted = tuple(sorted((rules.number(each), chance) for each, chance in weights.items()))
    belief = frozenset(number for number, _ in weighted)
    target = game.utility_bounds[1] if game.players == 2 else game.utility_range[1]
    forcing = Forcing(rules, target, DrawnEffort(_part(limit, FORCING_SHARE, 0.0, 0), math.inf))
    plan = deepen(forcing, belief, limit.depth)
    if plan.is_forced:
        return replace(_guaranteed(forcing, belief, plan), seconds=time.monotonic() - began)
    nodes = forcing.effort.nodes
    effort = DrawnEffort(_part(limit, 1.0, time.monotonic() - began, nodes), math.inf)
    best, left = _blank(rules, belief), 0
    odds = BeliefOdds(rules, effort)
    try:
        while left != limit.depth:
            odds.was_cut = False
            values = [odds.expect_after(weighted, action, left + 1) for action in rules.actions(weighted[0][0])]
            left += 1
            best = _expected(rules, weighted, values, left)
            best = replace(best, note=_tell_odds(rules, plan, left, odds.was_cut), nodes=nodes + effort.nodes)
            if on_round is not None:
                on_round(best)
            if not odds.was_cut:
                break
    except LimitReachedError:
        pass
    return replace(best, nodes=nodes + effort.nodes, seconds=time.monotonic() - began)


def _part(limit: Limit, share: float, seconds: float, nodes: int) -> Limit:
    """Return a share of a limit, less what is spent."""
    return replace(
        limit,
        time=None if limit.time is None else max(0.001, limit.time * share - seconds),
        nodes=None if limit.nodes is None else max(1, int(limit.nodes * share) - nodes),
    )


def _guaranteed(forcing: Forcing, belief: Belief, plan: ForcingPlan) -> Decision:
    """Return the decision where the best result is forced; the other actions weren't tried any further."""
    rules, player = forcing.rules, forcing.rules.player
    _, chosen = forcing.forced[belief]
    first = rules.actions(min(belief))
    choices = tuple(
        Choice(action, plan.target, status=Status.PROVEN, line=(action,))
        if action == chosen
        else Choice(action, rules.game.draw_utility, line=(action,), is_tried=False)
        for action in first
    )
    own = _tell_actions(rules, plan.actions)
    note = f"Guaranteed within {own}, whatever is hidden and whatever the others do."
    return Decision(
        chosen,
        plan.target,
        player,
        Status.PROVEN,
        line=(chosen,),
        choices=choices,
        depth=plan.actions,
        nodes=plan.visited,
        note=note,
    )


def _blank(rules: BeliefRules, belief: Belief) -> Decision:
    """Return the answer where there was no time for any: the first action."""
    action = rules.actions(min(belief))[0]
    return Decision(action, rules.game.draw_utility, rules.player, Status.HEURISTIC, line=(action,))


def _expected(rules: BeliefRules, belief: Weighted, values: Sequence[float], left: int) -> Decision:
    """Return the decision by the odds within a number of own actions."""
    actions = rules.actions(belief[0][0])
    choices = [Choice(action, value, line=(action,)) for action, value in zip(actions, values, strict=True)]
    best = max(choices, key=lambda choice: choice.value)
    return Decision(
        best.action, best.value, rules.player, Status.HEURISTIC, line=best.line, choices=tuple(choices), depth=left
    )


def _tell_odds(rules: BeliefRules, plan: ForcingPlan, left: int, was_cut: bool) -> str:
    """Say what the values assume, and how far a guarantee was looked for."""
    upto = "" if plan.is_forced is False else f" within {_tell_actions(rules, plan.actions)}"
    horizon = f", within {_tell_actions(rules, left)}; play that goes on then counts as a draw" if was_cut else ""
    return (
        f"No action guarantees the best result{upto}. Values are what to expect if the others choose every action with "
        f"the same probability{horizon}."
    )


def _tell_actions(rules: BeliefRules, count: int) -> str:
    return f"{count} action{'' if count == 1 else 's'} of {rules.game.name_of(rules.player)}'s"
