"""The front door: hand it a game and a state, and the algorithms that suit it decide, unless one is named (`choosing`).

Each is compiled, or plain where the rules can't be compiled, and goes on until the limit is spent or the value is
proven. What the plain search settles within 2,000 states is not worth compiling anything for. Where there are solved
tables, they are asked first, and by the compiled alpha-beta at every state.

>>> from plywise.games.nim import Nim
>>> game = Nim(piles=(2, 2))
>>> decide(game).describe(game)
'A1: value -1 to player A, proven; line A1 B2 A1; 37 states, depth 3'
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.agents.algorithms.choosing import SearchStage, choose_plan
from plywise.agents.algorithms.enhancement_options import turn_off, turn_on
from plywise.agents.algorithms.known import Algorithm
from plywise.agents.algorithms.options import SearchOptions
from plywise.agents.algorithms.plain_engine import tell_once
from plywise.agents.algorithms.question import Callbacks, Memory, Question
from plywise.agents.books import decide_by_book, opened_book
from plywise.agents.learned import open_knowledge, weighed_game
from plywise.agents.tables import decide_by_tables, open_tables
from plywise.kernel import LoweringError
from plywise.kernel.building import CompileError, NotReadyError
from plywise.rules import Decision, Game, Limit, PlywiseError, Status

if TYPE_CHECKING:
    from plywise.agents.tables import Tables

DEFAULT_SECONDS = 1.0
TRIAL_NODES, TRIAL_SECONDS = 2_000, 0.25
"""What the plain search may try before rules are compiled; of the time given, a quarter at most."""


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

    `history` holds the states before this one, for games that declare repetition. `algorithm` is a name of
    `plywise algorithms`; without one, the one that fits the game is chosen. `options` say how the search goes about
    it, and `callbacks` hear of it as it goes. Where a game has yet to be compiled and there is a limit in time, the
    plain engine answers within it while the game is compiled in a process of its own, for the next call. Ctrl-C ends
    the search with the best answer so far. Each call searches afresh: an `Agent` remembers.
    """
    options = options or SearchOptions()
    weighed = weighed_game(game, options.weights)
    return answer(weighed, state, limit, history, algorithm, options, callbacks or Callbacks(), {})


def answer(
    game: Game,
    state: Any,
    limit: Limit | None,
    history: Sequence[Any],
    algorithm: str | None,
    options: SearchOptions,
    callbacks: Callbacks,
    memory: Memory,
) -> Decision:
    """Decide; searchers are taken from a memory, and left there for the next question about this game."""
    if isinstance(state, str) and not isinstance(game.initial(), str):
        raise PlywiseError(f"'{state}' is the name of a state: hand over game.parse_state({state!r}).")
    state = game.initial() if state is None else state
    opened = open_tables(options.tables, game) if isinstance(options.tables, str | Path) else options.tables
    known = _known_by_book(options, game, state, history) or _known(opened, state, game, history)
    if known:
        return known.about(game, state)
    plan = choose_plan(game, limit or Limit(time=DEFAULT_SECONDS), algorithm, options)
    knowledge = open_knowledge(plan.options.knowledge, game)
    question = Question(
        game,
        state,
        bounded := _bounded(limit, plan.last, options.prove),
        tuple(history),
        plan.options,
        turn_on(plan.options.enhancements, plan.options.tuning),
        turn_off(plan.options.without, is_plain=options.engine == "plain"),
        opened,
        knowledge,
        may_wait=options.wait or options.engine == "compiled" or bounded.time is None,
        memory=memory,
    )
    callbacks.begin(knowledge is not None)
    is_given = opened is not None or options.knowledge is not None or bool(options.enhancements)
    is_trial = algorithm is None and not is_given and not memory
    try:
        return _ask(plan.stages, question, callbacks, is_trial).about(game, state)
    except KeyboardInterrupt:
        if callbacks.best is None:
            raise
        return callbacks.best.about(game, state)


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


def _bounded(limit: Limit | None, algorithm: Algorithm, prove: bool) -> Limit:
    """Return what ends the search; an open limit, given or for a proof, means that only a proof does."""
    if limit is None:
        return Limit() if prove else Limit(time=DEFAULT_SECONDS)
    return limit if limit.is_open or prove else algorithm.bounded(limit, DEFAULT_SECONDS)


def _ask(stages: Sequence[SearchStage], question: Question, callbacks: Callbacks, is_trial: bool) -> Decision:
    """Ask one algorithm after the other until one has a proof, after a short trial of the plain search."""
    _require_twins(stages, question)
    spent = 0
    if is_trial and question.options.engine == "auto" and stages[0].algorithm.has_twin(question.game):
        tried = _tried(stages[0].algorithm, question, callbacks)
        if tried.status is Status.PROVEN or _is_spent(tried, question.limit):
            return _labelled(question, tried, "plain")
        spent = tried.nodes
    for stage in stages[:-1]:
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
        return _labelled(question, algorithm.ask_plain(question, callbacks), "plain")
    return _labelled(question, algorithm.ask_compiled(question, callbacks), "compiled")


def _labelled(question: Question, decision: Decision, engine: str) -> Decision:
    """Say which engine answered, and whether the value leans on what was learned."""
    is_learned = question.knowledge is not None and decision.status is not Status.PROVEN
    return replace(decision, engine=engine, learned=is_learned)


def _ask_last(algorithm: Algorithm, question: Question, callbacks: Callbacks) -> Decision:
    """Ask an algorithm, plainly where it isn't compiled yet or can't be."""
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
        return _answer_plainly(algorithm, question, callbacks)


def _answer_plainly(algorithm: Algorithm, question: Question, callbacks: Callbacks) -> Decision:
    """Ask the plain engine instead of the compiled one, within what is left of the limit."""
    return _labelled(question, algorithm.ask_plain(question.within(question.left()), callbacks), "plain")


def _tried(algorithm: Algorithm, question: Question, callbacks: Callbacks) -> Decision:
    """Return what a short plain search finds: a proof, or an answer that may be all that was asked for.

    What was learned takes long to look up plainly. So a proof is looked for without it, unheard, and only a search that
    is as short as that is done again with it.
    """
    if question.knowledge is None:
        return _try_plainly(algorithm, question, callbacks)
    tried = _try_plainly(algorithm, replace(question, knowledge=None), Callbacks())
    if tried.status is Status.PROVEN:
        callbacks.report(tried)
    elif _is_spent(tried, question.limit):
        return algorithm.ask_plain(question, callbacks)
    return tried


def _is_spent(tried: Decision, limit: Limit) -> bool:
    """Whether a trial went as far as the limit's depth or states allow."""
    return tried.depth == limit.depth or tried.nodes == limit.nodes


class _TooFarError(Exception):
    """The plain trial won't settle the game: it stops."""


def _try_plainly(algorithm: Algorithm, question: Question, callbacks: Callbacks) -> Decision:
    """Search plainly as long as that may settle the game within a few states.

    Where no action is proven yet it takes two more rounds at least, unless the limit's depth comes first; each is taken
    to grow as the last one did.
    """
    rounds: list[Decision] = []

    def look(decision: Decision) -> None:
        callbacks.report(decision)
        rounds.append(decision)
        if _wanted_nodes([each.nodes for each in rounds], _rounds_left(decision, question.limit)) > TRIAL_NODES:
            raise _TooFarError

    try:
        return algorithm.ask_plain(question.within(_trial(question.limit)), Callbacks(look))
    except _TooFarError:
        return rounds[-1]


def _rounds_left(decision: Decision, limit: Limit) -> int:
    """Return how many more rounds a search takes at least."""
    least = 1 if any(choice.status is Status.PROVEN for choice in decision.choices) else 2
    return least if limit.depth is None else min(least, limit.depth - decision.depth)


def _wanted_nodes(sums: Sequence[int], rounds: int) -> float:
    """Return how many states there will be after more rounds, going by the states after each one so far.

    >>> _wanted_nodes([10, 40, 130], 2)
    1210.0
    """
    if len(sums) < 2:
        return sums[-1]
    last, before = sums[-1] - sums[-2], sums[-2] - (sums[-3] if len(sums) > 2 else 0)
    growth = max(1.0, last / max(1, before))
    return sums[-1] + sum(last * growth**each for each in range(1, rounds + 1))


def _trial(limit: Limit) -> Limit:
    """Return what of a limit is tried plainly."""
    seconds = TRIAL_SECONDS if limit.time is None else min(TRIAL_SECONDS, limit.time / 4)
    return Limit(seconds, min(TRIAL_NODES, limit.nodes or TRIAL_NODES), limit.depth)
