"""The front door: hand it a game and a state, and it chooses the algorithm that fits.

| the game | the algorithm |
|---|---|
| two players, constant sum, no chance | alpha-beta: compiled, or plain where the rules can't be compiled |
| two players, constant sum, chance | expectiminimax |
| everything else | max^n |

each deepened step by step until the limit is spent or the value is proven. What the plain search settles within
2,000 states is not worth compiling anything for.

>>> from plywise.games.nim import Nim
>>> game = Nim(piles=(2, 2))
>>> decide(game).describe(game)
'A1: value -1 to player A, proven; line A1 B2 A1; 37 states, depth 3'
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, TypeAlias

from plywise.agents.engines import suits_compiled, tell_once
from plywise.kernel import LoweringError, Searcher
from plywise.kernel.build import OnStep
from plywise.kernel.searcher import OnProgress
from plywise.rules import Decision, Game, Limit, PlywiseError, Status
from plywise.search import Algorithm, alpha_beta, expectiminimax, iterative_deepening, max_n

DEFAULT_LIMIT = Limit(time=1)
TRIAL = Limit(nodes=2_000, time=0.25)
"""What the plain search may try before rules are compiled."""

Engine: TypeAlias = Literal["auto", "compiled", "plain"]
OnDepth: TypeAlias = Callable[[Decision], None]


def decide(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    all_exact: bool = False,
    prove: bool = False,
    threads: int = 1,
    engine: Engine = "auto",
    on_depth: OnDepth | None = None,
    on_compile: OnStep | None = None,
    on_progress: OnProgress | None = None,
) -> Decision:
    """Return the best action found within a limit (one second unless told), its value and how sure that is.

    `history` holds the states before this one, for games that declare repetition. With `all_exact` every root action
    is given its exact value. `on_depth` is handed each deeper answer as it comes. `threads` are for the compiled
    engine; compiling, once for a game, is not part of the limit, and `on_compile(done, of)` is told how it goes.
    With `prove` the compiled engine looks straight to the end of the game, without a limit unless one is given, and
    `on_progress` is told how far it is. Ctrl-C ends the search with the best answer so far.
    """
    if isinstance(state, str) and not isinstance(game.initial(), str):
        raise PlywiseError(f"'{state}' is the name of a state: hand over game.parse_state({state!r}).")
    if engine not in ("auto", "compiled", "plain"):
        raise PlywiseError(f"There is no engine '{engine}': say auto, compiled or plain.")
    watcher = _Watcher(on_depth)
    question = _Question(game, state, limit or (Limit() if prove else DEFAULT_LIMIT), tuple(history), all_exact, prove)
    search = partial(_search, question, watcher, threads, engine, on_compile, on_progress)
    try:
        return search()
    except KeyboardInterrupt:
        if watcher.best is None:
            raise
        return watcher.best


class _Watcher:
    """Keeps the deepest answer, and passes each deeper one on."""

    def __init__(self, on_depth: OnDepth | None) -> None:
        self.best: Decision | None = None
        self.on_depth = on_depth

    def __call__(self, decision: Decision) -> None:
        if self.best is None or decision.depth > self.best.depth:
            self.best = decision
            if self.on_depth:
                self.on_depth(decision)


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked, of either engine."""

    game: Game
    state: Any
    limit: Limit
    history: Sequence[Any]
    all_exact: bool
    prove: bool

    def ask_plain(self, limit: Limit, watcher: _Watcher) -> Decision:
        """Ask the readable algorithm that fits."""
        algorithm = choose_algorithm(self.game, self.all_exact)
        game, state, history = self.game, self.state, self.history
        return iterative_deepening(game, state, limit=limit, history=history, algorithm=algorithm, on_depth=watcher)


def _search(
    question: _Question,
    watcher: _Watcher,
    threads: int,
    engine: Engine,
    on_compile: OnStep | None,
    on_progress: OnProgress | None,
) -> Decision:
    game, limit = question.game, question.limit
    if engine == "plain" or (engine == "auto" and not suits_compiled(game)):
        return question.ask_plain(limit, watcher)
    started, spent = time.perf_counter(), 0
    if engine == "auto":
        tried = question.ask_plain(_lesser(limit, TRIAL), watcher)
        if tried.status is Status.PROVEN or tried.depth == limit.depth or _is_spent(limit, tried):
            return tried
        spent = tried.nodes
    limit = replace(limit, nodes=limit.nodes and limit.nodes - spent, time=_rest(limit, started))
    try:
        searcher = Searcher(game, threads=threads, on_step=on_compile)
    except LoweringError as error:
        if engine == "compiled":
            raise
        tell_once(game, error)
        return question.ask_plain(limit, watcher)
    found = searcher.decide(
        question.state,
        limit=limit,
        history=question.history,
        all_exact=question.all_exact,
        prove=question.prove,
        on_depth=watcher,
        on_progress=on_progress,
    )
    return replace(found, nodes=found.nodes + spent)


def _lesser(limit: Limit, trial: Limit) -> Limit:
    """Return a limit no greater than that of a trial; of the time it takes a quarter at most."""
    nodes = min(limit.nodes or TRIAL.nodes or 0, trial.nodes or 0)
    return Limit(min(trial.time or 0, (limit.time or 1) / 4), nodes, limit.depth)


def _is_spent(limit: Limit, tried: Decision) -> bool:
    return limit.nodes is not None and tried.nodes >= limit.nodes


def _rest(limit: Limit, started: float) -> float | None:
    return None if limit.time is None else max(limit.time - (time.perf_counter() - started), limit.time / 2)


def choose_algorithm(game: Game, all_exact: bool = False) -> Algorithm:
    """Return the search that fits a game's players, utilities and dice."""
    if not game.is_adversarial:
        return max_n
    if game.has_chance:
        return expectiminimax
    return partial(alpha_beta, known_extremes=True, all_exact=all_exact)
