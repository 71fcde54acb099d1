"""The stream of decisions: the one way to ask what to do. Everything that thinks consumes it.

    what a book or a table knows -> enumerate -> tactics -> proof search -> search
                                        |            |            |            |
                                        +------------+------------+------------+--> decisions, each better than the last

It chooses the plan (`choosing`), splits the limit, runs each algorithm compiled or plain, ranks the actions, and says
what each answer is. A named algorithm runs alone, as its text has it: once, to the end or to the given depth, and one
depth after the other only if the caller gives a time or a number of states.

>>> from plywise.games.nim import Nim
>>> game = Nim(piles=(2, 2))
>>> decide(game).describe(game)
'B2 (no preference): value -1 to player A, proven; line B2 A1 A1; 14 states, depth 3'
>>> decide(game, algorithm="minimax").describe(game)
'A1 (no preference): value -1 to player A, proven; line A1 B2 A1; 33 states, depth 3'
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.agents.algorithms.choosing import SearchPlan, SearchStage, choose_plan
from plywise.agents.algorithms.enhancement_options import turn_off, turn_on
from plywise.agents.algorithms.enumerating import enumerate_first, glance, may_enumerate
from plywise.agents.algorithms.known import Algorithm
from plywise.agents.algorithms.options import SearchOptions
from plywise.agents.algorithms.plain_engine import tell_once
from plywise.agents.algorithms.question import Callbacks, Memory, Question
from plywise.agents.algorithms.streaming import stream
from plywise.agents.algorithms.trial import is_spent, try_plainly
from plywise.agents.books import decide_by_book, opened_book
from plywise.agents.learned import open_knowledge, weighed_game
from plywise.agents.tables import decide_by_tables, open_tables
from plywise.kernel import LoweringError
from plywise.kernel.building import CompileError, NotReadyError
from plywise.rules import (
    DEFAULT_LIMIT,
    Bound,
    Decision,
    Game,
    Limit,
    Lots,
    PlywiseError,
    Status,
    distinguishes,
    ranked_choices,
)

if TYPE_CHECKING:
    from plywise.agents.tables import Tables

TIES = "Proven for players who take the first of equal actions, as max^n does."
"""The note on a value that may depend on how players break ties; enumeration knows whether it does."""


def decide(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    algorithm: str | None = None,
    options: SearchOptions | None = None,
    callbacks: Callbacks | None = None,
) -> Decision:
    """Return the best action found within a limit (one second unless given), its value and how sure that is.

    It is the last decision of `analyse`. `history` holds the states before this one, for games that declare repetition.
    `algorithm` is a name of `plywise algorithms`; without one, what fits the game is chosen. `options` say how the
    search goes about it, and `callbacks` hear of it as it goes. Where a game has yet to be compiled and there is a
    limit in time, the plain engine answers within it while the game is compiled in a process of its own, for the next
    call. Ctrl-C ends the search with the best answer so far. Each call searches afresh: an `Agent` remembers.
    """
    options = options or SearchOptions()
    weighed = weighed_game(game, options.weights)
    return answer(weighed, state, limit, history, algorithm, options, callbacks or Callbacks(), {})


def analyse(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    algorithm: str | None = None,
    options: SearchOptions | None = None,
    callbacks: Callbacks | None = None,
) -> Iterator[Decision]:
    """Yield decisions as they improve; the last one is the answer, and `decide` returns just that.

    Takes what `decide` takes. The search goes on while a decision is looked at; leaving the loop ends it.

    >>> from plywise.games.tree import Tree
    >>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> for decision in analyse(tree, limit=Limit(nodes=100), algorithm="minimax"):
    ...     print(decision)
    a3 (no preference): value 0 to player A, heuristic; line a3; 4 states, depth 1
    a1: value 3 to player A, proven; line a1 b1; 17 states, depth 2
    """
    options = options or SearchOptions()
    ask = partial(decide, game, state, history=history, algorithm=algorithm, options=options)
    return stream(ask, limit or _unasked(options), callbacks or Callbacks())


def answer(
    game: Game,
    state: Any,
    limit: Limit | None,
    history: Sequence[Any],
    algorithm: str | SearchPlan | None,
    options: SearchOptions,
    callbacks: Callbacks,
    memory: Memory,
) -> Decision:
    """Decide; searchers are taken from a memory, and left there for the next question about this game.

    `algorithm` may be a plan, which is then followed as what suits the game is, not as a text is.
    """
    if isinstance(state, str) and not isinstance(game.initial(), str):
        raise PlywiseError(f"'{state}' is the name of a state: hand over game.parse_state({state!r}).")
    state = game.initial() if state is None else state
    began = time.perf_counter()
    opened = open_tables(options.tables, game) if isinstance(options.tables, str | Path) else options.tables
    known = _known_by_book(options, game, state, history) or _known(opened, state, game, history)
    if known:
        known = replace(known, choices=ranked_choices(game, known)).about(game, state)
        callbacks.conclude(known)
        return known
    limit = limit or _unasked(options)
    plan = algorithm if isinstance(algorithm, SearchPlan) else choose_plan(game, limit, algorithm, options)
    knowledge = open_knowledge(plan.options.knowledge, game)
    question = Question(
        game,
        state,
        bounded := limit if limit.is_open or options.prove else plan.last.bounded(limit),
        tuple(history),
        plan.options,
        turn_on(plan.options.enhancements, plan.options.tuning),
        turn_off(plan.options.without),
        opened,
        knowledge,
        is_named=isinstance(algorithm, str) and not options.prove,
        is_auto=algorithm is None,
        may_wait=options.wait or options.engine == "compiled" or bounded.time is None,
        memory=memory,
        asked_at=began,
    )
    settle = partial(_settled, question)
    callbacks.begin(settle)
    is_given = opened is not None or options.knowledge is not None or bool(options.enhancements)
    is_trial = algorithm is None and not is_given and not memory
    try:
        decision = settle(_ask(plan.stages, question, callbacks, is_trial))
        callbacks.conclude(decision)
    except KeyboardInterrupt:
        if callbacks.best is None:
            raise
        return callbacks.best
    return decision


def _settled(question: Question, decision: Decision) -> Decision:
    """Say what an answer is: rank its actions, draw one where nothing distinguishes them, and label estimates."""
    game, is_learned = question.game, question.knowledge is not None and decision.status is not Status.PROVEN
    seconds = time.perf_counter() - question.asked_at - sum(question.preparing)
    decision = replace(decision, learned=is_learned, seconds=seconds)
    if not distinguishes(decision) and not game.hides:
        decision = replace(decision, has_preference=False)
        # A text that is followed takes the first of equals, and so does max^n: what others get goes with the action.
        if question.deepens and decision.values is None:
            # A proof search that was stopped knows bounds alone, and keeps what it says of the value.
            equal = [choice for choice in decision.choices if choice.bound is Bound.EXACT] or decision.choices
            drawn = equal[Lots(question.options.seed).below(len(equal))]
            value, status, bound = decision.value, decision.status, decision.bound
            decision = replace(decision.choosing(drawn), value=value, status=status, bound=bound)
    leans_on_ties = not game.is_adversarial and game.players > 1 and not decision.by_table
    if leans_on_ties and decision.status is Status.PROVEN and decision.algorithm != "enumeration":
        decision = replace(decision, note=f"{decision.note} {TIES}".lstrip())
    return replace(decision, choices=ranked_choices(game, decision)).about(game, question.state)


def _known_by_book(options: SearchOptions, game: Game, state: Any, history: Sequence[Any]) -> Decision | None:
    """Return what a book says, at once; nothing to those who want every action's value, or a proof."""
    if options.book is None or options.all_exact or options.prove:
        return None
    started = time.perf_counter()
    book = opened_book(options.book, game)
    assert book is not None
    decision = decide_by_book(book, game, state, history, options.seed)
    return decision and replace(decision, seconds=time.perf_counter() - started)


def _known(tables: "Tables | None", state: Any, game: Game, history: Sequence[Any]) -> Decision | None:
    """Return what is known from tables, at once."""
    started = time.perf_counter()
    decision = decide_by_tables(tables, state, history) if tables else None
    return decision and replace(decision, seconds=time.perf_counter() - started)


def _unasked(options: SearchOptions) -> Limit:
    """Return the limit of a caller who gives none: a second, or none at all where only a proof is to end the search."""
    return Limit() if options.prove else DEFAULT_LIMIT


def _ask(stages: Sequence[SearchStage], question: Question, callbacks: Callbacks, is_trial: bool) -> Decision:
    """Ask one algorithm after the other until one has a proof, after a short trial of the plain search."""
    _require_twins(stages, question)
    spent = 0
    if may_enumerate(question):
        glance(question, callbacks)
        proven, question = enumerate_first(question)
        if proven is not None:
            return proven
        spent = 0 if question.graph is None else len(question.graph.states)
    elif is_trial and question.options.engine == "auto" and stages[0].algorithm.has_twin(question.game):
        tried = try_plainly(stages[0].algorithm, question, callbacks)
        if tried.status is Status.PROVEN or is_spent(tried, question.limit):
            return _labelled(stages[0].algorithm, tried, "plain")
        spent = tried.nodes
    for stage in stages[:-1] if question.options.engine != "plain" else ():
        quiet = Callbacks(on_compile=callbacks.on_compile, on_progress=callbacks.on_progress)
        try:
            found = _ask_one(stage.algorithm, question.rest(spent, stage.share), quiet)
        except (NotReadyError, LoweringError, CompileError):
            continue  # the last stage answers, or says why it can't
        if found.status is Status.PROVEN:
            callbacks.report(found)
            return replace(found, nodes=found.nodes + spent)
        spent += found.nodes
    found = _ask_last(stages[-1].algorithm, question.rest(spent), callbacks)
    return replace(found, nodes=found.nodes + spent)


def _require_twins(stages: Sequence[SearchStage], question: Question) -> None:
    """Refuse to answer compiled where an algorithm has no compiled twin."""
    for stage in stages:
        if question.options.engine == "compiled" and not stage.algorithm.has_twin(question.game):
            twin = f"{stage.algorithm.name} has no compiled twin for {question.game.name}"
            raise PlywiseError(f"{twin}: leave out the engine, or ask for plain.")


def _ask_one(algorithm: Algorithm, question: Question, callbacks: Callbacks) -> Decision:
    """Ask the compiled twin where there is one and it is wanted, and else the plain algorithm."""
    is_plain = question.options.engine == "plain" or not algorithm.has_twin(question.game)
    if is_plain or algorithm.ask_compiled is None:
        return _labelled(algorithm, algorithm.ask_plain(question, callbacks), "plain")
    return _labelled(algorithm, algorithm.ask_compiled(question, callbacks), "compiled")


def _labelled(algorithm: Algorithm, decision: Decision, engine: str) -> Decision:
    """Say which algorithm answered, and which engine."""
    return replace(decision, engine=engine, algorithm=decision.algorithm or algorithm.name)


def _ask_last(algorithm: Algorithm, question: Question, callbacks: Callbacks) -> Decision:
    """Ask an algorithm, plainly where it isn't compiled yet or can't be."""
    began = time.perf_counter()
    try:
        return _ask_one(algorithm, question, callbacks)
    except NotReadyError as later:
        if question.options.engine == "compiled":
            raise
        answer = _answer_plainly(algorithm, question, callbacks)
        if refusal := later.refusal():
            tell_once(question.game, refusal)
        return answer
    except (LoweringError, CompileError) as error:
        if question.options.engine == "compiled":
            raise
        tell_once(question.game, error)
        if question.options.wait:  # the attempt to compile is no part of the limit
            question.preparing.append(time.perf_counter() - began)
        return _answer_plainly(algorithm, question, callbacks)


def _answer_plainly(algorithm: Algorithm, question: Question, callbacks: Callbacks) -> Decision:
    """Ask the plain engine instead of the compiled one, within what is left of the limit."""
    return _labelled(algorithm, algorithm.ask_plain(question.within(question.left()), callbacks), "plain")
