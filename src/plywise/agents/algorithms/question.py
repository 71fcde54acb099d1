"""What is asked of an algorithm, and who listens while it works."""

import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from plywise.agents.algorithms.enhancement_options import Chosen
from plywise.agents.algorithms.options import SearchOptions
from plywise.kernel import OnProgress
from plywise.kernel.building import OnCompile
from plywise.rules import Decision, Game, Limit, Status

if TYPE_CHECKING:
    from plywise.agents.tables import Tables

LEAST_SECONDS = 0.001
"""What a search gets even where nothing is left: enough for an answer."""

OnDepth: TypeAlias = Callable[[Decision], None]
Memory: TypeAlias = dict[tuple[Hashable, ...], Any]
"""Compiled searchers by what they do and with which settings; each keeps its table or tree."""


@dataclass(frozen=True, slots=True)
class Question:
    """A state to decide, within a limit, and how: `chosen` enhancements on, `dropped` ones off, by open tables."""

    game: Game
    state: Any
    limit: Limit
    history: Sequence[Any] = ()
    options: SearchOptions = field(default_factory=SearchOptions)
    chosen: Chosen = field(default_factory=Chosen)
    dropped: Sequence[str] = ()
    tables: "Tables | None" = None
    knowledge: Any = None
    """Learned patterns, or where there are dice a network."""
    may_wait: bool = True
    """Whether a kernel that isn't there yet may be waited for."""
    memory: Memory = field(default_factory=dict)
    """Searchers of earlier questions about the same game with the same options."""
    preparing: list[float] = field(default_factory=list)
    """The seconds in which each kernel was made ready; all parts of one question share them."""
    asked_at: float = field(default_factory=time.perf_counter)
    """When the limit's time began."""
    prepared: float = 0.0
    """The seconds of `preparing` before that."""

    def within(self, limit: Limit) -> "Question":
        """Return the same question with another limit, whose time begins now."""
        return replace(self, limit=limit, asked_at=time.perf_counter(), prepared=sum(self.preparing))

    def rest(self, nodes: int, share: float = 1.0) -> "Question":
        """Return the same question with a share of what is left of the limit after this many states."""
        limit = self.left()
        time = None if limit.time is None else max(LEAST_SECONDS, limit.time * share)
        states = None if limit.nodes is None else max(1, int((limit.nodes - nodes) * share))
        return self.within(replace(limit, time=time, nodes=states))

    def searcher(self, kind: tuple[Hashable, ...], make: Callable[[], Any]) -> Any:
        """Return a searcher, remembered or new; where its kernel had to be compiled, that is no part of the limit."""
        if kind not in self.memory:
            began = time.perf_counter()
            made = self.memory[kind] = make()
            if made.machine.waited > 0:
                self.preparing.append(time.perf_counter() - began)
        return self.memory[kind]

    def left(self) -> Limit:
        """Return what of the limit is left now; seconds in which kernels were compiled don't count."""
        if self.limit.time is None:
            return self.limit
        spent = time.perf_counter() - self.asked_at - (sum(self.preparing) - self.prepared)
        return replace(self.limit, time=max(LEAST_SECONDS, self.limit.time - spent))


@dataclass(slots=True)
class Callbacks:
    """Who hears how a search goes on; the deepest answer is kept.

    >>> from plywise.agents import decide
    >>> from plywise.games.nim import Nim
    >>> depths = []
    >>> decision = decide(Nim(piles=(2, 2)), callbacks=Callbacks(on_depth=lambda found: depths.append(found.depth)))
    >>> depths
    [1, 2, 3]
    """

    on_depth: OnDepth | None = None
    """Called with each deeper answer."""
    on_compile: OnCompile | None = None
    """Called with how many functions are compiled, and of how many, while the search waits for that."""
    on_progress: OnProgress | None = None
    """Called some four times a second with how far a compiled search is."""
    best: Decision | None = field(default=None, init=False)
    is_learned: bool = field(default=False, init=False)
    """Whether estimates of this question's answers are learned ones."""

    def begin(self, is_learned: bool = False) -> None:
        """Forget the answers to an earlier question."""
        self.best, self.is_learned = None, is_learned

    @property
    def listener(self) -> OnDepth | None:
        """What a compiled search reports to: nothing if nobody listens, since putting answers into words takes time."""
        return self.report if self.on_depth else None

    def report(self, decision: Decision) -> None:
        """Keep the deepest answer, and pass each deeper one on, with whether it leans on what was learned."""
        if self.best is None or decision.depth > self.best.depth:
            is_learned = self.is_learned and decision.status is not Status.PROVEN
            self.best = replace(decision, learned=is_learned) if is_learned else decision
            if self.on_depth:
                self.on_depth(self.best)
