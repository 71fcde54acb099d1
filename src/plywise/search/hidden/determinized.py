"""Determinized search: deal what is hidden, search as if it lay open, and take what is best on average.

    what is seen ---> draw a state that fits ---> search it with open cards ---> add up each action's value, again

This is how bridge programs play their cards ("perfect-information Monte Carlo"). It has a flaw that no number of deals
fixes, *strategy fusion*: each search chooses as if it knew the deal, though the player must do the same in all of them.
So its values are too high where a secret will have to be guessed later, it never bluffs, and it never pays for
information. docs/strategy-fusion.md shows it on a small game.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> from plywise.rules import Limit
>>> game = KuhnPoker()
>>> decision = determinized(game, game.parse_state("KJ bet"), limit=Limit(simulations=50))
>>> game.action_name(game.parse_state("KJ bet"), decision.action)  # a jack never beats a bet
'fold'
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from plywise.rules import Choice, Decision, Game, Limit, opened
from plywise.search.hidden.effort import DrawnEffort
from plywise.search.hidden.sampling import sampler_for
from plywise.search.shared import LimitReachedError, Rounds

DEALS = 30
"""States drawn where the limit doesn't say."""

OpenSearch: TypeAlias = Callable[[Game, Any], Decision]
"""A search with open cards that values every action."""


def determinized(
    game: Game,
    state: Any,
    *,
    limit: Limit,
    history: Sequence[Any] = (),
    seed: int = 0,
    search: OpenSearch | None = None,
    on_round: Callable[[Decision], None] | None = None,
) -> Decision:
    """Return the action that is best on average over states that fit what the player to move has seen.

    Nothing else of `state` and `history` is looked at. `limit.simulations` is how many states are drawn; `search`
    values each action of one, by default to the end of the game. All values are heuristic. `on_round` is handed what
    would be decided by now, now and then.
    """
    effort = DrawnEffort(limit, limit.simulations or DEALS)
    sampler = sampler_for(game, state, history, seed)
    actions, lying_open = tuple(game.actions(state)), opened(game)
    totals, valued = dict.fromkeys(actions, 0.0), search or _search_to_the_end
    player = game.to_move(state)

    def decision() -> Decision:
        drawn = effort.done
        choices = [
            Choice(
                action,
                totals[action] / drawn if drawn else game.draw_utility,
                line=(action,),
                visits=drawn,
                is_tried=drawn > 0,
            )
            for action in actions
        ]
        return effort.decide(player, choices, max(choices, key=lambda choice: choice.value))

    rounds = Rounds(time.perf_counter())
    with suppress(LimitReachedError):  # in the middle of a deal, which doesn't count
        while True:
            deal = valued(lying_open, sampler.draw())
            for choice in deal.choices:
                totals[choice.action] += choice.value
            effort.add(nodes=deal.nodes)
            if effort.is_spent:
                break
            if on_round and rounds.is_due(time.perf_counter()):
                on_round(decision())
    return decision()


def _search_to_the_end(game: Game, state: Any) -> Decision:
    from plywise.search.expectiminimax import expectiminimax
    from plywise.search.max_n import max_n
    from plywise.search.minimax import minimax

    if not game.is_adversarial:
        return max_n(game, state)
    return (expectiminimax if game.has_chance else minimax)(game, state)
