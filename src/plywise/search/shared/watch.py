"""Watching a readable algorithm at work: which states it comes to, with which window, and what it finds there.

    watcher.enter(state, depth, window)     the search comes to a state
      watcher.end_at(leaf)                  ... where it ends: terminal, repeated, at the horizon
      watcher.answer(name)                  ... or where an enhancement (such as a table) answers at once
    watcher.leave(found)                    the search has its value, or a bound that is enough

Nothing in an algorithm's file speaks of this. Each keeps its recursion in a method `value` of its search, and a search
that is watched is one whose class overrides that method: an unwatched one doesn't even ask.

>>> from plywise.games.tree import Tree
>>> from plywise.search.alpha_beta import alpha_beta
>>> tree = Tree([[3, 12], [2, 4]])
>>> class Windows(Watcher):
...     def enter(self, state, depth, window):
...         print(tree.state_name(state), window)
>>> _ = alpha_beta(tree, watcher=Windows())
A (-inf, inf)
B (-inf, inf)
b1 (-inf, inf)
b2 (-inf, 3)
C (3, inf)
c1 (3, inf)
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from plywise.rules import Action, Choice, Decision
from plywise.search.shared.search import Leaf, Line, Search, Vector

Window: TypeAlias = tuple[float, float]
"""Alpha and beta, to MAX."""

Kind = TypeVar("Kind", bound=Search)


class Watcher:
    """Hears what a search does, and does nothing about it: override what you want to hear."""

    def enter(self, state: Any, depth: float, window: Window | None) -> None:
        """The search comes to a state; only algorithms that prune have a window."""

    def end_at(self, leaf: Leaf) -> None:
        """The search goes no further here, for this reason."""

    def answer(self, name: str) -> None:
        """An enhancement of this name says what the state is worth, without its successors."""

    def leave(self, found: float | Vector, line: Line) -> None:
        """The search is done with the state it entered last and has not left."""

    def end(self, decision: Decision) -> None:
        """The search is complete; the root is left with its decision."""


def watched(kind: type[Kind], watcher: Watcher | None) -> type[Kind]:
    """Return a kind of search; with a watcher, one that reports everything to it."""
    if watcher is None:
        return kind
    return type(kind.__name__, (_Watched, kind), {"watcher": watcher})


class _Watched(Search):
    """What a watched search does besides."""

    watcher: Watcher

    def root_successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        self.watcher.enter(state, self.depth, (-math.inf, math.inf))
        return super().root_successors(state)

    def root_chance(self, state: Any) -> None:
        self.watcher.enter(state, self.depth, (-math.inf, math.inf))
        super().root_chance(state)

    def value(self, state: Any, depth: float, *window: float) -> Any:
        self.watcher.enter(state, depth, (window[0], window[1]) if len(window) > 1 else None)
        found = super().value(state, depth, *window)  # type: ignore[misc]
        self.watcher.leave(*found)
        return found

    def leaf(self, state: Any, depth: float) -> Leaf | None:
        leaf = super().leaf(state, depth)
        if leaf is not None:
            self.watcher.end_at(leaf)
        return leaf

    def answered(self, name: str) -> None:
        self.watcher.answer(name)

    def decide(self, state: Any, choices: Sequence[Choice]) -> Decision:
        decision = super().decide(state, choices)
        self.watcher.end(decision)
        return decision

    def expect(self, value: float) -> Decision:
        decision = super().expect(value)
        self.watcher.end(decision)
        return decision
