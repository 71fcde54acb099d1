"""A search as a story: the tree it saw, and step by step what it did and what was known then.

    nodes   the tree as drawn: every state that was visited, and every one that was left out beside it
    steps   enter, narrow, cutoff, ... each with a sentence, and with what it changed in the tree

Ranges, windows and values are to player A (MAX) where the game is between two. Before the first step nothing is known
of any node; a node's label and range at some step are what the last change until then says.

>>> from plywise.games.tree import Tree
>>> from plywise.explain.trace.recording import record_search
>>> from plywise.search import alpha_beta
>>> trace = record_search(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), alpha_beta)
>>> [step.text for step in trace.steps if step.kind == "cutoff"]
['At C MIN can make it 2 or less, and MAX already has 3 by a1: c2 and c3 are not looked at.']
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from plywise.rules import Decision, Game

Kind: TypeAlias = Literal[
    "enter", "narrow", "cutoff", "hit", "extend", "leave", "deepen", "select", "expand", "simulate", "back-up", "prove"
]
Status: TypeAlias = Literal["unseen", "open", "done", "pruned"]
Marks: TypeAlias = Literal["range", "value", "vector", "visits", "proof"]

Range: TypeAlias = tuple[float, float]
"""The lowest and the highest that a value can still be."""

UNKNOWN: Range = (-math.inf, math.inf)


@dataclass(slots=True)
class TraceNode:
    """A state as it stands in a tree: below which other, by which action, with which probability if chance moved."""

    parent: int | None
    action: str
    player: int | None
    state: Any
    probability: float | None = None
    folded: int = 0
    """How many states below it are not drawn."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a step changes in one node; None leaves a thing as it was."""

    node: int
    status: Status | None = None
    label: str | None = None
    range: Range | None = None
    best: bool | None = None
    window: str | None = None
    """Alpha and beta there, as they are written beside it."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened, where, and with which window (alpha, beta) and how many plies still to go."""

    kind: Kind
    node: int
    text: str
    window: Range | None = None
    depth: float | None = None
    because: int | None = None
    """The node that is the better alternative behind a cutoff."""
    states: int = 0
    leaves: int = 0
    pruned: int = 0
    changes: tuple[Change, ...] = ()
    working: tuple[str, ...] = ()
    """The arithmetic, line by line."""


@dataclass(slots=True)
class Trace:
    """The story of one search."""

    game: Game
    name: str
    marks: Marks
    note: str = ""
    viewpoint: int | None = None
    """Whose values they are, where that is not MAX, the book's player A."""
    plies: int | None = None
    """How many plies are shown, of a search that is shown only in part."""
    nodes: list[TraceNode] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    decision: Decision | None = None

    @property
    def has_roles(self) -> bool:
        """Whether the players are MAX and MIN, whose values are each other's, negated."""
        return self.game.is_adversarial and self.viewpoint is None and self.marks != "vector"

    @property
    def grows(self) -> bool:
        """Whether the search grew its tree bit by bit, so that nothing in it was left out or came in stages."""
        return self.marks in ("visits", "proof")

    def children(self) -> list[list[int]]:
        """Return the children of every node, in order."""
        below: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes):
            if node.parent is not None:
                below[node.parent].append(number)
        return below

    def path(self, node: int) -> list[int]:
        """Return the nodes from the root to a node."""
        way: list[int] = []
        at: int | None = node
        while at is not None:
            way.append(at)
            at = self.nodes[at].parent
        return way[::-1]

    def at(self, step: int | None = None) -> "list[NodeLook]":
        """Return how every node looks after some steps; by default after all of them."""
        looks = [NodeLook() for _ in self.nodes]
        for each in self.steps[:step]:
            for change in each.changes:
                looks[change.node].take(change)
        return looks

    def cutoffs(self) -> Iterator[Step]:
        """Yield the steps at which something was left out."""
        return (step for step in self.steps if step.kind == "cutoff")


@dataclass(slots=True)
class NodeLook:
    """How a node looks at some step."""

    status: Status = "unseen"
    label: str = ""
    range: Range = UNKNOWN
    best: bool = False

    def take(self, change: Change) -> None:
        """Look as a change says."""
        self.status = change.status or self.status
        self.label = self.label if change.label is None else change.label
        self.range = change.range or self.range
        self.best = self.best if change.best is None else change.best


def step_data(step: Step) -> dict[str, Any]:
    """Return a step as data that JSON can hold; an end of a range that is open is None there."""
    return {
        "kind": step.kind,
        "node": step.node,
        "text": step.text,
        "window": None if step.window is None else range_data(step.window),
        "depth": step.depth if step.depth is not None and math.isfinite(step.depth) else None,
        "because": step.because,
        "states": step.states,
        "leaves": step.leaves,
        "pruned": step.pruned,
        "changes": [_change_data(change) for change in step.changes],
        **({"working": list(step.working)} if step.working else {}),
    }


def _change_data(change: Change) -> dict[str, Any]:
    data: dict[str, Any] = {"node": change.node}
    if change.status is not None:
        data["status"] = change.status
    if change.label is not None:
        data["label"] = change.label
    if change.range is not None:
        data["range"] = range_data(change.range)
    if change.best is not None:
        data["best"] = change.best
    if change.window is not None:
        data["window"] = change.window
    return data


def range_data(range_: Sequence[float]) -> list[float | None]:
    """Write a range's ends, None where one is open.

    >>> range_data((3, math.inf))
    [3, None]
    """
    return [end if math.isfinite(end) else None for end in range_]
