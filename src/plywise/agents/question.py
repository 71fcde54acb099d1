"""What is asked of an algorithm, and who listens while it works."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from plywise.agents.enhancement_options import Chosen
from plywise.kernel import OnProgress
from plywise.kernel.building import OnStep
from plywise.rules import Decision, Game, Limit

if TYPE_CHECKING:
    from plywise.agents.lookup import Tables

LEAST_SECONDS = 0.001
"""What a search gets even where nothing is left: enough for an answer."""

OnDepth: TypeAlias = Callable[[Decision], None]


@dataclass(frozen=True, slots=True)
class Question:
    """A state to decide, within a limit, and how: `chosen` enhancements on, `dropped` ones off, by lots and tables."""

    game: Game
    state: Any
    limit: Limit
    history: Sequence[Any] = ()
    all_exact: bool = False
    prove: bool = False
    threads: int = 1
    seed: int = 0
    chosen: Chosen = field(default_factory=Chosen)
    dropped: Sequence[str] = ()
    tables: "Tables | None" = None
    wait: bool = True
    """Whether a kernel that isn't there yet may be waited for."""
    asked_at: float = field(default_factory=time.perf_counter)
    """When the limit's time began."""

    def within(self, limit: Limit) -> "Question":
        """Return the same question with another limit, whose time begins now."""
        return replace(self, limit=limit, asked_at=time.perf_counter())

    def left(self, waited: float) -> Limit:
        """Return what of the limit is left now; seconds in which a kernel was compiled don't count."""
        if self.limit.time is None:
            return self.limit
        spent = time.perf_counter() - self.asked_at - waited
        return replace(self.limit, time=max(LEAST_SECONDS, self.limit.time - spent))


@dataclass(slots=True)
class Callbacks:
    """Who hears of each deeper answer, of compiling and of progress; the deepest answer is kept."""

    on_depth: OnDepth | None = None
    on_compile: OnStep | None = None
    on_progress: OnProgress | None = None
    best: Decision | None = field(default=None, init=False)

    def report(self, decision: Decision) -> None:
        """Keep the deepest answer, and pass each deeper one on."""
        if self.best is None or decision.depth > self.best.depth:
            self.best = decision
            if self.on_depth:
                self.on_depth(decision)
