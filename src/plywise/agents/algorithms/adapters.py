"""How each algorithm is asked: the readable ones by their functions, the compiled ones by their searchers."""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from plywise.agents.algorithms.enhancement_options import make_switches, plain_enhancements
from plywise.agents.algorithms.question import Callbacks, Question
from plywise.agents.learned import learned_game, pattern_weights
from plywise.agents.tables import play_on, searched_tables
from plywise.kernel import DfPnSearcher, ProofSearcher, Searcher, TreeSearcher
from plywise.kernel.running import TREE_MB
from plywise.rules import Decision, SearchError, Status
from plywise.search import (
    MAX_PLIES,
    LimitReachedError,
    LongLineError,
    Tactics,
    alpha_beta,
    can_be_enumerated,
    enhanced,
    find_tactics,
    iterative_deepening,
    monte_carlo,
    monte_carlo_leaves,
    partial_decision,
    uct,
)

Ask: TypeAlias = Callable[[Question, Callbacks], Decision]
Plain: TypeAlias = Callable[..., Decision]

TABLE_MB, PROOF_MB = 64, 256
"""How large the table of alpha-beta is unless somebody says so, and the table or tree of a proof."""

HURRIED = "Playouts were wholly random: looking for wins at each of their plies would have taken too long."
"""What the plain engine lacks time for where it simulates."""

MANY = 1 << 40
"""Playouts where something else is the limit."""


# Plainly


def deepened(algorithm: Plain, question: Question, callbacks: Callbacks) -> Decision:
    """Ask a readable algorithm one depth after the other; once, as its text has it, where it was asked for by name."""
    if not question.deepens:
        return _once(algorithm, question)
    return iterative_deepening(
        question.rules,
        question.state,
        limit=question.limit,
        history=question.history,
        algorithm=algorithm,
        on_depth=callbacks.report,
        blank=question.blank(),
    )


def _once(algorithm: Plain, question: Question) -> Decision:
    """Run an algorithm to the end, or to the given depth; where a limit stops it, say how far it came."""
    started = time.perf_counter()
    try:
        return algorithm(question.rules, question.state, limit=question.limit, history=question.history)
    except LimitReachedError as reached:
        answer = partial_decision(question.game, question.blank(), reached.choices)
        stopped_by, nodes = question.limit.why_stopped(reached.nodes), reached.nodes
    except LongLineError:
        answer, nodes = question.blank(), 0
        stopped_by = f"a line of play is longer than {MAX_PLIES} plies: give it a depth, a time or a number of states"
    return replace(answer, nodes=nodes, seconds=time.perf_counter() - started, stopped_by=stopped_by)


def deepening(algorithm: Plain) -> Ask:
    """Return how to ask a readable algorithm one depth after the other."""
    return partial(deepened, algorithm)


def at_once(name: str, algorithm: Plain) -> Ask:
    """Ask an algorithm that has no answer until it is complete."""

    def ask(question: Question, callbacks: Callbacks) -> Decision:
        try:
            return algorithm(question.rules, question.state, limit=question.limit, history=question.history)
        except LimitReachedError as reached:
            raise SearchError(
                f"{name} has no answer until it is complete, and the limit came after {reached.nodes:,} states: "
                "allow it more, or choose an algorithm that deepens."
            ) from None

    return ask


def ask_alpha_beta(question: Question, callbacks: Callbacks) -> Decision:
    """Ask alpha-beta, with the enhancements that were chosen, and by learned estimates where there are any."""
    if question.knowledge and question.chosen.tuning.prob_cut_models:
        raise SearchError("ProbCut predicts the sums of learned patterns, as the compiled engine counts: use that.")
    question = replace(question, game=learned_game(question.game, question.knowledge))
    enhancements = plain_enhancements(question.game, question.chosen, question.dropped, question.deepens)
    all_exact = question.values_all
    if enhancements:
        return deepened(partial(enhanced, enhancements=enhancements, all_exact=all_exact), question, callbacks)
    known_extremes = question.deepens
    return deepened(partial(alpha_beta, known_extremes=known_extremes, all_exact=all_exact), question, callbacks)


def ask_monte_carlo(question: Question, callbacks: Callbacks) -> Decision:
    """Ask pure Monte Carlo: a hundred playouts an action unless something is the limit."""
    limit = question.limit
    try:
        return monte_carlo(
            question.rules,
            question.state,
            limit=limit,
            history=question.history,
            seed=question.options.seed,
            playouts=100 if limit.is_open else MANY,
            on_round=callbacks.report,
        )
    except LimitReachedError:
        return question.late()


def ask_monte_carlo_leaves(question: Question, callbacks: Callbacks) -> Decision:
    """Ask alpha-beta with playouts at its leaves; its text needs a depth, so that without one it deepens.

    The limit's simulations are the playouts of one leaf.
    """
    limit, algorithm = question.limit, partial(monte_carlo_leaves, seed=question.options.seed)
    if limit.simulations is not None:
        algorithm = partial(algorithm, playouts=limit.simulations)
        question = replace(question, limit=replace(limit, simulations=None))
    if limit.depth is None:
        question = replace(question, is_named=False)
    return deepened(algorithm, question, callbacks)


def ask_uct(question: Question, callbacks: Callbacks) -> Decision:
    """Ask the readable UCT; unless it was asked for by name, it starts from what one ply of each player proves."""
    options, game, rules = question.options, question.game, question.rules
    tactics = Tactics(nodes=0)
    is_asked = question.is_auto and not question.limit.simulations
    if is_asked and game.is_adversarial and not game.has_chance and can_be_enumerated(game):
        tactics = find_tactics(rules, question.state, graph=question.graph)
        if tactics.decision is not None:
            return tactics.decision
    player = question.player
    try:
        decision = uct(
            rules,
            question.state,
            limit=question.left(),
            history=question.history,
            options=options.tree,
            seed=options.seed,
            estimate=partial(question.knowledge.evaluate, game) if question.knowledge else None,
            on_round=lambda decision: callbacks.report(tactics.complete(decision)),
            graph=question.graph,
            known=tactics.values(game, player),
        )
    except LimitReachedError:
        decision = question.late()
    completed = tactics.complete(decision)
    leans_on_playouts = completed.status is not Status.PROVEN and completed.simulations > 0
    is_hurried = leans_on_playouts and question.limit.time is not None and game.wins_are_equal
    return replace(completed, note=HURRIED if is_hurried else "")


# Compiled


def ask_searcher(question: Question, callbacks: Callbacks) -> Decision:
    """Ask the compiled alpha-beta."""
    switches, knowledge = make_switches(question.chosen, question.dropped, question.deepens), question.knowledge
    searcher = question.searcher(
        ("alpha-beta", switches, question.chosen.tuning, question.tables is not None, knowledge),
        lambda: Searcher(
            question.game,
            switches,
            table_mb=question.options.table_mb or TABLE_MB,
            threads=question.options.threads,
            tuning=question.chosen.tuning,
            tables=searched_tables(question.tables),
            patterns=pattern_weights(knowledge) if knowledge else None,
            wait=question.may_wait,
            on_step=callbacks.on_compile,
        ),
    )
    decision: Decision = searcher.decide(
        question.state,
        limit=question.left(),
        history=question.history,
        all_exact=question.values_all,
        prove=question.options.prove,
        on_depth=callbacks.listener if question.deepens else None,
        on_progress=callbacks.on_progress,
    )
    if not question.deepens and question.limit.depth is None:
        decision = replace(decision, depth=len(decision.line))
    return play_on(question.tables, question.state, decision) if question.tables else decision


def in_rounds(maker: Callable[..., Any], **options: Any) -> Ask:
    """Ask a compiled twin made with these options."""

    def ask(question: Question, callbacks: Callbacks) -> Decision:
        searcher = question.searcher(
            (maker, repr(options)),
            lambda: maker(question.game, wait=question.may_wait, on_step=callbacks.on_compile, **options),
        )
        decision: Decision = searcher.decide(
            question.state,
            limit=question.left(),
            history=question.history,
            on_depth=callbacks.report,
            on_progress=callbacks.on_progress,
        )
        return decision

    return ask


def ask_prover(question: Question, callbacks: Callbacks) -> Decision:
    """Ask the compiled proof-number search."""
    searcher = question.searcher(
        ("proof-number",),
        lambda: ProofSearcher(
            question.game,
            tree_mb=question.options.table_mb or TREE_MB,
            wait=question.may_wait,
            on_step=callbacks.on_compile,
        ),
    )
    decision: Decision = searcher.prove_value(question.state, limit=question.left(), on_progress=callbacks.on_progress)
    return decision


def ask_df_pn(question: Question, callbacks: Callbacks) -> Decision:
    """Ask the compiled depth-first proof-number search."""
    options = question.options
    searcher = question.searcher(
        ("df-pn", options.checkpoints),
        lambda: DfPnSearcher(
            question.game,
            table_mb=options.table_mb or PROOF_MB,
            checkpoints=options.checkpoints,
            wait=question.may_wait,
            on_step=callbacks.on_compile,
        ),
    )
    decision: Decision = searcher.prove_value(
        question.state, limit=question.left(), history=question.history, on_progress=callbacks.on_progress
    )
    return decision


def ask_tree(question: Question, callbacks: Callbacks) -> Decision:
    """Ask the compiled UCT."""
    options, knowledge = question.options, question.knowledge
    searcher = question.searcher(
        ("uct", options.tree, knowledge),
        lambda: TreeSearcher(
            question.game,
            threads=options.threads,
            options=options.tree,
            patterns=pattern_weights(knowledge) if knowledge else None,
            seed=options.seed,
            wait=question.may_wait,
            on_step=callbacks.on_compile,
        ),
    )
    decision: Decision = searcher.decide(
        question.state,
        limit=question.left(),
        history=question.history,
        on_progress=callbacks.on_progress,
        on_round=callbacks.listener,
    )
    return decision
