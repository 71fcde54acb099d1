"""How the algorithms for hidden information are asked: each sees only what the player to move has seen.

They are imported when they are asked: most games hide nothing.
"""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from plywise.agents.algorithms.question import Callbacks, Question
from plywise.kernel import ExpectationSearcher, Searcher, VectorSearcher
from plywise.rules import CHANCE, Decision, Game, Limit, Lots, Policy, Status, opened
from plywise.search import LimitReachedError

DEALS, SOLVED_DEALS = 20, 5
"""Into how many deals the time of a determinized search is divided, at least; the latter where a game has no estimates,
so that a deal that isn't searched to its end says nothing."""
DEAL_NODES, SOLVED_NODES = 200_000, 2_000_000
"""States that the search of one deal may visit; the latter where a game has no estimates."""
ROUNDS, TARGET = 5_000, 1e-4
"""When CFR+ is near enough to an equilibrium to play by it: rounds, and exploitability over the range of utilities."""
BATCH = 10
"""Lines of play between two looks at the clock."""


def at_turn(ask: Callable[[Question, Any, Callbacks], Decision], question: Question, callbacks: Callbacks) -> Decision:
    """Ask where a player has to act; elsewhere there is nothing to decide, and without time any action will do."""
    game = question.game
    state = game.initial() if question.state is None else question.state
    if game.is_terminal(state):
        return Decision(None, game.utility(state, 0), 0, Status.PROVEN)
    if game.to_move(state) == CHANCE:
        return Decision(None, game.draw_utility, 0, Status.HEURISTIC)
    try:
        return ask(question, state, callbacks)
    except LimitReachedError:
        return question.late()


def _ask_belief_search(question: Question, state: Any, callbacks: Callbacks) -> Decision:
    from plywise.search.hidden import belief_search

    return belief_search(
        question.rules, state, limit=question.left(), history=question.history, on_round=callbacks.report
    )


def _ask_information_set_uct(question: Question, state: Any, callbacks: Callbacks) -> Decision:
    from plywise.search.hidden import information_set_uct

    return information_set_uct(
        question.rules,
        state,
        limit=question.limit,
        history=question.history,
        seed=question.options.seed,
        on_round=callbacks.report,
    )


def _ask_determinized(question: Question, state: Any, callbacks: Callbacks) -> Decision:
    return _determinize(question, state, None, callbacks)


def _ask_determinized_compiled(question: Question, state: Any, callbacks: Callbacks) -> Decision:
    lying_open = opened(question.game)
    searcher = question.searcher(("determinized",), lambda: _open_searcher(lying_open, question.may_wait))
    to_the_end = isinstance(searcher, Searcher) and not lying_open.offers("evaluate")
    nodes, deals = (SOLVED_NODES, SOLVED_DEALS) if to_the_end else (DEAL_NODES, DEALS)
    limit = Limit(nodes=nodes, cancellation=question.limit.cancellation)
    left = question.left().time
    if left is not None:
        limit = replace(limit, time=max(0.001, left / deals))
    exact = {"all_exact": True, "prove": to_the_end} if isinstance(searcher, Searcher) else {}

    def search(game: Game, drawn: Any) -> Decision:
        decision: Decision = searcher.decide(drawn, limit=limit, **exact)
        return decision

    return _determinize(question, state, search, callbacks)


def _determinize(
    question: Question, state: Any, search: Callable[[Game, Any], Decision] | None, callbacks: Callbacks
) -> Decision:
    from plywise.search.hidden import determinized

    limit = question.left()
    if limit.simulations is None and limit.time is not None:
        limit = replace(limit, simulations=1 << 30)
    return determinized(
        question.rules,
        state,
        limit=limit,
        history=question.history,
        seed=question.options.seed,
        search=search,
        on_round=callbacks.report,
    )


def _open_searcher(game: Game, wait: bool) -> Any:
    if not game.is_adversarial:
        return VectorSearcher(game, rule="max_n", wait=wait)
    if game.has_chance:
        return ExpectationSearcher(game, pruning="none", wait=wait)
    return Searcher(game, wait=wait)


def _ask_outcome_sampling(question: Question, state: Any, callbacks: Callbacks) -> Decision:
    from plywise.search.hidden import DrawnEffort, OutcomeSampling

    limit = question.limit
    solver = question.memory.get(("outcome-sampling",))
    if solver is None:
        solver = question.memory["outcome-sampling",] = OutcomeSampling(question.game, seed=question.options.seed)
    effort = DrawnEffort(limit, limit.simulations or (math.inf if limit.time else ROUNDS))
    solver.game = question.rules
    with suppress(LimitReachedError):
        while True:
            batch = int(min(BATCH, effort.most - effort.done))
            solver.run(batch)
            effort.add(batch)
            if effort.is_spent:
                break
    solver.game = question.game
    if not effort.done:
        return question.late()
    return _drawn(question, state, solver.average_policy(), effort.done, effort.seconds)


def _ask_cfr_plus(question: Question, state: Any, callbacks: Callbacks) -> Decision:
    from plywise.equilibrium import find_equilibrium

    game, began = question.game, time.monotonic()
    low, high = game.utility_range
    target, left = TARGET * (high - low), question.left().time
    found = question.memory.get(("cfr-plus",))
    if found is None or not (found.exploitability <= target or found.rounds >= ROUNDS):
        seconds = math.inf if left is None else left
        solver = found and found.solver
        try:
            found = find_equilibrium(question.rules, rounds=ROUNDS, target=target, seconds=seconds, solver=solver)
        except LimitReachedError:
            if not question.is_auto:
                raise
            return _ask_information_set_uct(question.within(question.left()), state, callbacks)
        question.memory["cfr-plus",] = found
    return _drawn(question, state, found.policy, found.rounds, time.monotonic() - began)


def _drawn(question: Question, state: Any, policy: Policy, rounds: int, seconds: float) -> Decision:
    """Draw an action by a policy; one agent's draws are one stream of random numbers."""
    from plywise.agents.policies import decide_by_policy

    lots = question.memory.setdefault(("drawn",), Lots(question.options.seed))
    decision = decide_by_policy(question.game, policy, state, question.history, lots)
    return replace(decision, simulations=rounds, seconds=seconds)


ask_belief_search = partial(at_turn, _ask_belief_search)
ask_information_set_uct = partial(at_turn, _ask_information_set_uct)
ask_determinized = partial(at_turn, _ask_determinized)
ask_determinized_compiled = partial(at_turn, _ask_determinized_compiled)
ask_outcome_sampling = partial(at_turn, _ask_outcome_sampling)
ask_cfr_plus = partial(at_turn, _ask_cfr_plus)
