"""A game graph: a grown tree in which equal states are one, however many lines lead there.

      A           A         Most game trees are graphs ("The term game tree is a misnomer", Nau's notes): a state that
     / \\         / \\        several orders of play lead to is drawn once. Two occurrences are merged only if they are
    B   C   ->  B   C       worth the same, which they may not be at a depth limit or where repetition is a draw.
    |   |        \\ /
    D   D         D

>>> from plywise.explain.trace.branches import grow
>>> from plywise.games.nim import Nim
>>> nim = Nim(piles=(2, 2))
>>> root = grow(nim, nim.initial(), depth=9)
>>> count_branches(root), len(merge(nim, root)), len(merge(nim, root, symmetric=True))
(33, 14, 9)
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from plywise.explain.trace.branches import TreeBranch
from plywise.rules import Game, SearchError, state_key


@dataclass(slots=True)
class GraphEdge:
    """The actions that lead from one state to another, by their names; `target` is the other's number."""

    target: int
    labels: list[str] = field(default_factory=list)
    is_best: bool = False

    @property
    def label(self) -> str:
        """The first action, and how many more there are."""
        more = len(self.labels) - 1
        return f"{self.labels[0]} +{more}" if more else self.labels[0]


@dataclass(slots=True)
class GraphState:
    """One state of a game graph: its first occurrence in the tree, and where its actions lead."""

    branch: TreeBranch
    edges: list[GraphEdge] = field(default_factory=list)

    def to_data(self, game: Game) -> dict[str, Any]:
        """Return the state as data that JSON can hold; edges name states by their places in the list."""
        data = self.branch.to_data(game)
        kept = {name: data[name] for name in ("state", "player", "values", "exact", "unit")}
        edges = [{"actions": each.labels, "to": each.target, "best": each.is_best} for each in self.edges]
        return {**kept, "edges": edges}


def merge(game: Game, root: TreeBranch, *, symmetric: bool = False) -> list[GraphState]:
    """Return the distinct states of a tree, breadth first; `symmetric` also merges what `canonical` makes one."""
    if symmetric and not game.offers("canonical"):
        raise SearchError(f"{game.name} has no symmetries: write `canonical(state)`, or merge equal states alone.")

    def key(branch: TreeBranch) -> Hashable:
        state = game.canonical(branch.state) if symmetric else branch.state
        return state_key(state), branch.player, branch.values, branch.is_exact

    graph, numbers = [GraphState(root)], {key(root): 0}
    for each in graph:
        edges: dict[int, GraphEdge] = {}
        for child in each.branch.children:
            number = numbers.setdefault(key(child), len(graph))
            if number == len(graph):
                graph.append(GraphState(child))
            edge = edges.setdefault(number, GraphEdge(number))
            edge.labels.append(child.label)
            edge.is_best = edge.is_best or child.is_best
        each.edges = list(edges.values())
    return graph


def unfold(graph: list[GraphState]) -> TreeBranch:
    """Return the graph as a tree to be read line by line: a state has its children where it comes first."""
    seen: set[int] = set()

    def branch(number: int, label: str, is_best: bool) -> TreeBranch:
        first = number not in seen
        seen.add(number)
        edges = graph[number].edges if first else []
        children = [branch(edge.target, edge.label, edge.is_best) for edge in edges]
        is_again = not first and bool(graph[number].edges)
        return replace(graph[number].branch, label=label, is_best=is_best, children=children, is_shown_above=is_again)

    return branch(0, "", False)


def count_branches(root: TreeBranch) -> int:
    """Count a branch and all below it."""
    return sum(1 for _ in _all_branches(root))


def _all_branches(root: TreeBranch) -> Iterator[TreeBranch]:
    waiting = [root]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += each.children
