"""The states that can be reached, searched depth first without recursion, and the first cycle among them.

A cycle is a state whose key stands on the path that leads to it already: what the search would call a repetition.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from plywise.doctor.values import identity
from plywise.doctor.watch import Watch
from plywise.rules import CHANCE, Game

STATES = 20_000
RESULTS = 150_000
"""How often `result` is asked at most."""
SECONDS = 5.0
"""A budget for slow rules only: others stop at the counts above."""


@dataclass(slots=True)
class Cycle:
    """An action or outcome that leads from a state back to one before it."""

    state: Any
    action: Any
    back_to: Any
    plies: int
    """How many plies lie between the two occurrences."""


@dataclass(slots=True)
class Graph:
    """What was reached from the initial state; all there is, if complete."""

    by_key: dict[Any, Any] = field(default_factory=dict)
    """The states, by what equal ones have in common; so are their parents."""
    terminals: list[Any] = field(default_factory=list)
    """Those in which the game is over."""
    parents: dict[Any, list[Any]] = field(default_factory=dict)
    """The keys of the states from which each one was reached."""
    max_actions: int = 0
    widest: Any = None
    """The state with the most actions."""
    cycle: Cycle | None = None
    is_complete: bool = False

    @property
    def states(self) -> list[Any]:
        """The states that were reached."""
        return [*self.by_key.values()]

    def without_end(self) -> Any:
        """Return the first state from which no terminal one can be reached, or None; requires a complete graph."""
        waiting = [identity(state) for state in self.terminals]
        ending = set(waiting)
        while waiting:
            for parent in self.parents.get(waiting.pop(), ()):
                if parent not in ending:
                    ending.add(parent)
                    waiting.append(parent)
        return next((state for key, state in self.by_key.items() if key not in ending), None)


class _Exploration:
    """One search of the states under way."""

    def __init__(self, game: Game, watch: Watch) -> None:
        self.game, self.watch = game, watch
        self.graph = Graph()
        self.has_key = game.offers("key") or game.offers("repetition_key")
        self.path: dict[Any, int] = {}
        self.stack: list[tuple[Any, Any, Any, Iterator[Any]]] = []
        self.results = 0
        self.deadline = time.perf_counter() + SECONDS

    def key(self, state: Any, own: Any) -> Any:
        return self.watch.ask("repetition_key", state) if self.has_key else own

    def is_spent(self) -> bool:
        return len(self.graph.by_key) >= STATES or self.results >= RESULTS or time.perf_counter() > self.deadline

    def enter(self, state: Any) -> None:
        """Put a new state on the path."""
        own = identity(state)
        key = self.key(state, own)
        self.graph.by_key[own] = state
        options: list[Any] = []
        if self.watch.ask("is_terminal", state):
            self.graph.terminals.append(state)
        elif self.watch.ask("to_move", state) == CHANCE:
            options = [outcome for outcome, _ in self.watch.ask("chances", state)]
        else:
            options = self.watch.ask("actions", state)
            if len(options) > self.graph.max_actions:
                self.graph.max_actions, self.graph.widest = len(options), state
        if key is not None:
            self.path.setdefault(key, len(self.stack))
        self.stack.append((state, own, key, iter(options)))

    def leave(self) -> None:
        """Take the last state off the path."""
        _, _, key, _ = self.stack.pop()
        if self.path.get(key) == len(self.stack):
            del self.path[key]

    def follow(self, state: Any, parent: Any, action: Any) -> None:
        """Go where an action leads, unless that was seen before."""
        child = self.watch.ask("result", state, action)
        self.results += 1
        own = identity(child)
        key = self.key(child, own)
        if key in self.path and self.graph.cycle is None:
            self.graph.cycle = Cycle(state, action, child, len(self.stack) - self.path[key])
        self.graph.parents.setdefault(own, []).append(parent)
        if own not in self.graph.by_key:
            self.enter(child)


def explore(game: Game, watch: Watch) -> Graph:
    """Search the states from the initial one; raises RuleFailedError."""
    search = _Exploration(game, watch)
    start = watch.ask("initial")
    search.enter(start)
    while search.stack:
        if search.is_spent():
            return search.graph
        state, own, _, options = search.stack[-1]
        action = next(options, search)
        if action is search:
            search.leave()
        else:
            search.follow(state, own, action)
    search.graph.is_complete = True
    return search.graph
