"""The front door: hand it a game and a state, and it chooses the algorithm that fits, unless told which.

| the game | the algorithm |
|---|---|
| two players, constant sum, no chance | alpha-beta |
| two players, constant sum, chance | star2; expectiminimax where the value of every action is asked for |
| everything else | max-n |

each compiled, or plain where the rules can't be compiled, and deepened step by step until the limit is spent or the
value is proven. What the plain search settles within 2,000 states is not worth compiling anything for. Where there are
solved tables, they are asked first, and by the compiled alpha-beta at every state.

>>> from plywise.games.nim import Nim
>>> game = Nim(piles=(2, 2))
>>> decide(game).describe(game)
'A1: value -1 to player A, proven; line A1 B2 A1; 37 states, depth 3'
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from plywise.agents.algorithms import Algorithm, choose_algorithm, find_algorithm
from plywise.agents.engines import tell_once
from plywise.agents.enhancement_options import turn_off, turn_on
from plywise.agents.question import Callbacks as Ears
from plywise.agents.question import OnDepth, Question
from plywise.agents.table_play import decide_by_tables, open_tables
from plywise.kernel import LoweringError, OnProgress, Tuning
from plywise.kernel.building import OnStep
from plywise.rules import Decision, Game, Limit, PlywiseError, Status

if TYPE_CHECKING:
    from plywise.agents.lookup import Tables

DEFAULT_SECONDS = 1.0
TRIAL_NODES, TRIAL_SECONDS = 2_000, 0.25
"""What the plain search may try before rules are compiled; of the time given, a quarter at most."""

Engine: TypeAlias = Literal["auto", "compiled", "plain"]


def decide(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    algorithm: str | None = None,
    all_exact: bool = False,
    prove: bool = False,
    threads: int = 1,
    seed: int = 0,
    engine: Engine = "auto",
    enhancements: Sequence[str] = (),
    without: Sequence[str] = (),
    tuning: Tuning | None = None,
    tables: "Tables | str | Path | None" = None,
    on_depth: OnDepth | None = None,
    on_compile: OnStep | None = None,
    on_progress: OnProgress | None = None,
) -> Decision:
    """Return the best action found within a limit (one second unless told), its value and how sure that is.

    `history` holds the states before this one, for games that declare repetition. `algorithm` is a name of
    `plywise algorithms`; alpha-beta takes `enhancements` on, some with a figure as beam=4 or by `tuning`, and `without`
    off. With `all_exact` every root action is given its exact value (but star1, star2 and paranoid give bounds).
    `on_depth` is handed each deeper answer as it comes. `threads` are for the compiled engine; compiling, once for a
    game, is not part of the limit, and `on_compile(done, of)` is told how it goes. With `prove` the compiled engine
    looks straight to the end of the game, without a limit unless one is given, and `on_progress` is told how far it
    is. Lots are drawn from `seed`. Ctrl-C ends the search with the best answer so far. `tables` is a folder that
    `plywise solve` wrote, or what `open_tables` made of it: what it tells needs no search.
    """
    if isinstance(state, str) and not isinstance(game.initial(), str):
        raise PlywiseError(f"'{state}' is the name of a state: hand over game.parse_state({state!r}).")
    if engine not in ("auto", "compiled", "plain"):
        raise PlywiseError(f"There is no engine '{engine}': say auto, compiled or plain.")
    if threads < 1:
        raise PlywiseError(f"A search runs on 1 thread at least, not {threads}.")
    chosen = choose_algorithm(game, all_exact) if algorithm is None else find_algorithm(algorithm)
    chosen.require_suited(game)
    if (enhancements or without) and chosen.name != "alpha-beta":
        raise PlywiseError(f"{chosen.name} takes no enhancements: those are for alpha-beta.")
    if prove and not chosen.proves:
        raise PlywiseError(f"{chosen.name} proves nothing, however long it takes: leave out the proof.")
    opened = open_tables(tables, game) if isinstance(tables, str | Path) else tables
    told = _told(opened, state, game, history)
    if told:
        return told
    on, off = turn_on(enhancements, tuning), turn_off(without, is_plain=engine == "plain")
    ears = Ears(on_depth, on_compile, on_progress)
    bounded = _bounded(limit, chosen, prove)
    asked = Question(game, state, bounded, tuple(history), all_exact, prove, threads, seed, on, off, opened)
    try:
        return _ask(chosen, asked, ears, engine, is_trial=algorithm is None and opened is None)
    except KeyboardInterrupt:
        if ears.best is None:
            raise
        return ears.best


def _told(tables: "Tables | None", state: Any, game: Game, history: Sequence[Any]) -> Decision | None:
    """Return what tables tell at once."""
    started = time.perf_counter()
    decision = decide_by_tables(tables, game.initial() if state is None else state, history) if tables else None
    return decision and replace(decision, seconds=time.perf_counter() - started)


def _bounded(limit: Limit | None, algorithm: Algorithm, prove: bool) -> Limit:
    """Return what ends the search; an open limit, given or for a proof, means that only a proof does."""
    if limit is None:
        return Limit() if prove else Limit(time=DEFAULT_SECONDS)
    return limit if limit.is_open or prove else algorithm.bounded(limit, DEFAULT_SECONDS)


def _ask(algorithm: Algorithm, question: Question, ears: Ears, engine: Engine, is_trial: bool) -> Decision:
    """Ask the compiled twin where there is one and it compiles, after a short trial of the plain one."""
    if engine == "compiled" and not algorithm.has_twin(question.game):
        twin = f"{algorithm.name} has no compiled twin for {question.game.name}"
        raise PlywiseError(f"{twin}: leave out the engine, or say plain.")
    if engine == "plain" or algorithm.ask_compiled is None or not algorithm.has_twin(question.game):
        return algorithm.ask_plain(question, ears)
    limit, started, spent = question.limit, time.perf_counter(), 0
    if engine == "auto" and is_trial and not question.chosen.names:
        tried = algorithm.ask_plain(question.within(_trial(limit)), ears)
        if tried.status is Status.PROVEN or tried.depth == limit.depth or tried.nodes == limit.nodes:
            return tried
        spent = tried.nodes
    rest = question.within(replace(limit, nodes=limit.nodes and limit.nodes - spent, time=_rest(limit, started)))
    try:
        found = algorithm.ask_compiled(rest, ears)
    except LoweringError as error:
        if engine == "compiled":
            raise
        tell_once(question.game, error)
        return algorithm.ask_plain(rest, ears)
    return replace(found, nodes=found.nodes + spent)


def _trial(limit: Limit) -> Limit:
    """Return what of a limit is tried plainly."""
    seconds = TRIAL_SECONDS if limit.time is None else min(TRIAL_SECONDS, limit.time / 4)
    return Limit(seconds, min(TRIAL_NODES, limit.nodes or TRIAL_NODES), limit.depth)


def _rest(limit: Limit, started: float) -> float | None:
    return None if limit.time is None else max(limit.time - (time.perf_counter() - started), limit.time / 2)
