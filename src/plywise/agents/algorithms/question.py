"""What is asked of an algorithm, and who listens while it works."""

import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from plywise.agents.algorithms.enhancement_options import Chosen
from plywise.agents.algorithms.options import SearchOptions
from plywise.kernel import OnProgress
from plywise.kernel.building import OnCompile
from plywise.rules import CHANCE, Decision, Game, Limit, Status
from plywise.search import StateGraph, blank_choice, blank_decision, guarded

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
    is_named: bool = False
    """Whether the algorithm was asked for by its name, so that it follows its text."""
    is_auto: bool = False
    """Whether all of it was left to us: which algorithms, and what comes before them."""
    graph: StateGraph | None = None
    """What was enumerated from this state before."""
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

    @property
    def deepens(self) -> bool:
        """Whether an algorithm that can deepen does: a named one runs once, unless the caller gave a time or states."""
        return not self.is_named or self.limit.asks_for_rounds

    @property
    def values_all(self) -> bool:
        """Whether every root action gets its exact value: where asked for, or where no estimate would tell them apart.

        A named algorithm that runs once does what its text does.
        """
        is_blind = self.is_auto and self.limit.depth is not None and not self.game.offers("evaluate")
        return self.deepens and (self.options.all_exact or (is_blind and self.knowledge is None))

    @property
    def rules(self) -> Game:
        """The game, whose rules look at the clock themselves as long as they are slow."""
        return guarded(self.game, self.limit, self.asked_at)

    def blank(self) -> Decision:
        """Return the answer to give where there is time for nothing: any action."""
        if self.graph is not None and self.graph.root_player not in (None, CHANCE):
            return blank_choice(self.game, self.graph.root_player or 0, self.graph.root_actions, self.options.seed)
        return blank_decision(self.game, self.state, self.options.seed)

    def late(self) -> Decision:
        """Return the same where the time is up already: rules are asked twice at most."""
        if self.graph is not None:
            return self.blank()
        actions, player = list(self.game.actions(self.state)), self.game.to_move(self.state)
        return blank_choice(self.game, player, actions, self.options.seed) if actions else self.blank()

    @property
    def player(self) -> int:
        """The player to move, or CHANCE; not asked of the rules where enumeration has asked."""
        known = None if self.graph is None else self.graph.root_player
        return self.game.to_move(self.state) if known is None else known

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
    """Who hears how a search goes on; the best answer so far is kept.

    >>> from plywise.agents import decide
    >>> from plywise.games.nim import Nim
    >>> from plywise.rules import Limit
    >>> depths = []
    >>> callbacks = Callbacks(on_depth=lambda decision: depths.append(decision.depth))
    >>> decision = decide(Nim(piles=(2, 2)), limit=Limit(nodes=500), algorithm="alpha-beta", callbacks=callbacks)
    >>> depths
    [1, 2, 3]
    """

    on_depth: OnDepth | None = None
    """Called with each better answer: a deeper one, one after more simulations, or a proof."""
    on_compile: OnCompile | None = None
    """Called with how many functions are compiled, and of how many, while the search waits for that."""
    on_progress: OnProgress | None = None
    """Called some four times a second with how far a compiled search is."""
    best: Decision | None = field(default=None, init=False)
    settle: Callable[[Decision], Decision] | None = field(default=None, init=False)
    """What the stream does with each answer before anybody hears of it."""

    def begin(self, settle: Callable[[Decision], Decision]) -> None:
        """Forget the answers to an earlier question."""
        self.best, self.settle = None, settle

    @property
    def listener(self) -> OnDepth | None:
        """What a compiled search reports to: nothing if nobody listens, since putting answers into words takes time."""
        return self.report if self.on_depth else None

    def report(self, decision: Decision) -> None:
        """Keep an answer that is better than the last one, and pass it on."""
        if self.best is None or _is_better(decision, self.best):
            self.best = self.settle(decision) if self.settle else decision
            if self.on_depth:
                self.on_depth(self.best)

    def conclude(self, decision: Decision) -> None:
        """Keep the final answer, and pass it on where it says more than the last one heard of."""
        was_heard = self.best is not None and _said_by(decision) == _said_by(self.best)
        self.best = decision
        if self.on_depth and not was_heard:
            self.on_depth(decision)


def _said_by(decision: Decision) -> tuple[Any, ...]:
    """Return what an answer says, and after how much work, but for the seconds."""
    return decision.action, decision.value, decision.status, decision.depth, decision.nodes, decision.simulations


def _is_better(decision: Decision, last: Decision) -> bool:
    """Whether an answer says more than the one before."""
    if (decision.status is Status.PROVEN) != (last.status is Status.PROVEN):
        return decision.status is Status.PROVEN
    return decision.depth > last.depth or decision.simulations > last.simulations
