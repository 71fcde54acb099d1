"""What is asked of an algorithm, and who listens while it works."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from plywise.agents.enhancement_options import Chosen
from plywise.kernel import OnProgress
from plywise.kernel.building import OnStep
from plywise.rules import Decision, Game, Limit

if TYPE_CHECKING:
    from plywise.agents.lookup import Tables

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

    def within(self, limit: Limit) -> "Question":
        """Return the same question with another limit."""
        return replace(self, limit=limit)


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
