"""How each algorithm is asked: the readable ones by their functions, the compiled ones by their searchers."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from plywise.agents.algorithms.enhancement_options import make_enhancements, make_switches
from plywise.agents.algorithms.question import Callbacks, Question
from plywise.agents.learned import learned_game, pattern_weights
from plywise.agents.tables import play_on, searched_tables
from plywise.kernel import DfPnSearcher, ProofSearcher, Searcher, TreeSearcher
from plywise.kernel.running import TREE_MB
from plywise.rules import Decision, SearchError
from plywise.search import (
    LimitReachedError,
    alpha_beta,
    enhanced,
    iterative_deepening,
    monte_carlo,
    monte_carlo_leaves,
    uct,
)

Ask: TypeAlias = Callable[[Question, Callbacks], Decision]
Plain: TypeAlias = Callable[..., Decision]

TABLE_MB, PROOF_MB = 64, 256
"""How large the table of alpha-beta is unless somebody says so, and the table or tree of a proof."""

MANY = 1 << 40
"""Playouts where something else is the limit."""


# Plainly


def deepened(algorithm: Plain, question: Question, callbacks: Callbacks) -> Decision:
    """Ask a readable algorithm one depth after the other."""
    return iterative_deepening(
        question.game,
        question.state,
        limit=question.limit,
        history=question.history,
        algorithm=algorithm,
        on_depth=callbacks.report,
    )


def deepening(algorithm: Plain) -> Ask:
    """Return how to ask a readable algorithm one depth after the other."""
    return partial(deepened, algorithm)


def at_once(name: str, algorithm: Plain) -> Ask:
    """Ask an algorithm that has no answer until it is complete."""

    def ask(question: Question, callbacks: Callbacks) -> Decision:
        try:
            return algorithm(question.game, question.state, limit=question.limit, history=question.history)
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
    if question.chosen.names:
        enhancements = make_enhancements(question.chosen)
        return deepened(
            partial(enhanced, enhancements=enhancements, all_exact=question.options.all_exact), question, callbacks
        )
    return deepened(partial(alpha_beta, known_extremes=True, all_exact=question.options.all_exact), question, callbacks)


def ask_monte_carlo(question: Question, callbacks: Callbacks) -> Decision:
    """Ask pure Monte Carlo: a hundred playouts an action unless something is the limit."""
    limit = question.limit
    return monte_carlo(
        question.game,
        question.state,
        limit=limit,
        history=question.history,
        seed=question.options.seed,
        playouts=100 if limit.is_open else MANY,
    )


def ask_monte_carlo_leaves(question: Question, callbacks: Callbacks) -> Decision:
    """Ask alpha-beta with playouts at its leaves."""
    return deepened(partial(monte_carlo_leaves, seed=question.options.seed), question, callbacks)


def ask_uct(question: Question, callbacks: Callbacks) -> Decision:
    """Ask the readable UCT."""
    options = question.options
    return uct(
        question.game,
        question.state,
        limit=question.limit,
        history=question.history,
        options=options.tree,
        seed=options.seed,
        estimate=partial(question.knowledge.evaluate, question.game) if question.knowledge else None,
    )


# Compiled


def ask_searcher(question: Question, callbacks: Callbacks) -> Decision:
    """Ask the compiled alpha-beta."""
    switches, knowledge = make_switches(question.chosen, question.dropped), question.knowledge
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
        all_exact=question.options.all_exact,
        prove=question.options.prove,
        on_depth=callbacks.listener,
        on_progress=callbacks.on_progress,
    )
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
        question.state, limit=question.left(), history=question.history, on_progress=callbacks.on_progress
    )
    return decision
