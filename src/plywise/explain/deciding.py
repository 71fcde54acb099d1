"""The decision that an explanation is about, where none is handed over: the stream's, within a limit that repeats.

    a few states, plainly -> the compiled engine, where there is one -> more simulations, plainly
            |                          |
        a proof, or a text followed to its end: that is the answer

Unless the caller gives a limit, states are counted and not seconds, so that the same question has the same explanation
on every machine. Seconds only end what rules of a stranger's would draw out.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from plywise.agents import Callbacks, SearchOptions, choose_plan, decide
from plywise.agents.algorithms import tell_once
from plywise.kernel import LoweringError
from plywise.kernel.building import CompileError, NotReadyError, OnCompile
from plywise.rules import Decision, Game, Limit, SearchError, Status

DECIDED, PLAINLY_DECIDED = 100_000, 5_000
"""States that may be visited by a compiled search, and by a plain one."""
SIMULATED, PLAINLY_SIMULATED = 1_000_000, 20_000
"""The same where they simulate: most of these states are those of playouts."""
PATIENCE = 10.0
"""Seconds after which a plain search ends, however few states it has visited."""


def decide_for(
    game: Game,
    state: Any,
    *,
    algorithm: str | None,
    limit: Limit,
    history: Sequence[Any],
    options: SearchOptions,
    on_compile: OnCompile | None,
) -> Decision:
    """Return what the stream decides, within a limit that repeats where none is given."""
    options = replace(options, all_exact=not options.prove, wait=True)
    stream = _Stream(game, state, algorithm, tuple(history), options, on_compile)
    return stream.within(limit) if not limit.is_open else stream.by_default()


class _Stream:
    """One question to the stream."""

    def __init__(
        self,
        game: Game,
        state: Any,
        algorithm: str | None,
        history: tuple[Any, ...],
        options: SearchOptions,
        on_compile: OnCompile | None,
    ) -> None:
        self.game, self.state, self.algorithm, self.history = game, state, algorithm, history
        self.options, self.on_compile = options, on_compile

    def within(self, limit: Limit, **options: Any) -> Decision:
        """Decide within a limit."""
        return decide(
            self.game,
            self.state,
            limit=limit,
            history=self.history,
            algorithm=self.algorithm,
            options=replace(self.options, **options),
            callbacks=Callbacks(on_compile=self.on_compile),
        )

    def by_default(self) -> Decision:
        """Decide plainly where few states do, and else by the compiled engine where there is one."""
        quick = self.plainly(Limit(PATIENCE, PLAINLY_DECIDED, is_default=True))
        if quick is not None and self.is_enough(quick):
            return quick
        compiled = self.compiled()
        if compiled is not None:
            return compiled
        if quick is None or quick.simulations:
            return self.within(Limit(PATIENCE, PLAINLY_SIMULATED), engine="plain")
        return quick if self.algorithm is None else self.within(Limit(PATIENCE, PLAINLY_DECIDED), engine="plain")

    def plainly(self, limit: Limit) -> Decision | None:
        """Decide plainly; None where an algorithm has no answer until it is complete, and isn't."""
        plan = choose_plan(self.game, limit, self.algorithm, self.options)
        try:
            return self.within(limit, engine="plain")
        except SearchError:
            if "depth" in plan.last.ended_by or "simulations" in plan.last.ended_by:
                raise
            return None

    def is_enough(self, quick: Decision) -> bool:
        """Whether nothing more can be learned: it is proven, or a named algorithm came to the end of its text."""
        is_whole = self.algorithm is not None and not quick.simulations and not quick.stopped_by
        return quick.status is Status.PROVEN or is_whole

    def compiled(self) -> Decision | None:
        """Decide by the compiled engine; None where there is none.

        Its table answers for equal depths only, so that the first plies can be shown with the values that they had.
        """
        limit = Limit(nodes=DECIDED)
        plan = choose_plan(self.game, limit, self.algorithm, self.options)
        if "simulations" in plan.last.ended_by:
            limit = Limit(nodes=SIMULATED)
        if self.options.engine == "plain" or not all(stage.algorithm.has_twin(self.game) for stage in plan.stages):
            return None
        is_free = plan.last.name == "alpha-beta" and not (self.options.enhancements or self.options.without)
        without = ("any-depth",) if is_free else self.options.without
        try:
            return self.within(limit, engine="compiled", without=without)
        except (LoweringError, CompileError) as error:
            tell_once(self.game, error)
        except NotReadyError:
            pass  # nothing can be compiled here, whatever the rules
        return None
