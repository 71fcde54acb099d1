"""Counts the simulations of a search from outside: a new one begins where rules are asked after a utility was.

>>> from plywise.games.tree import Tree
>>> counted = CountedSimulations(Tree([1, [0, 0]]), most=10)
>>> game, root = counted.game, counted.game.initial()
>>> end = game.result(root, 0)
>>> [game.utility(end, 0), game.utility(end, 1), game.is_terminal(end), game.utility(end, 0)]
[1, -1, True, 1]
>>> counted.shares()
{0: 2}
"""

import copy
from collections import Counter
from typing import Any

from plywise.games.tree import Tree
from plywise.grading.listening import TooLongError


class CountedSimulations:
    """A tree whose simulations are counted, by the action at its root that they went through."""

    def __init__(self, tree: Tree, most: int) -> None:
        self.tree, self.most = tree, most
        self.counts: Counter[int] = Counter()
        self.counted_last: Any = None
        """The leaf of the last simulation, as long as nothing but utilities was asked for since."""
        self.first_actions = _first_actions(tree)
        self.game = self._watch()

    def shares(self) -> dict[int, int]:
        """Return how many simulations went through which action."""
        return dict(sorted(self.counts.items()))

    def note(self, leaf: Any) -> None:
        """Take note of a utility that is asked for: of one leaf in a row, once."""
        if self.tree.is_terminal(leaf) and leaf != self.counted_last:
            self.counted_last = leaf
            self.counts[self.first_actions[leaf.node]] += 1
            if self.counts.total() > self.most:
                raise TooLongError(f"it played more than {self.most:,} simulations")

    def _watch(self) -> Tree:
        tree = self.tree

        def utility(_: Any, state: Any, player: int) -> float:
            self.note(state)
            return tree.utility(state, player)

        def is_terminal(_: Any, state: Any) -> bool:
            self.counted_last = None
            return tree.is_terminal(state)

        def result(_: Any, state: Any, action: int) -> Any:
            self.counted_last = None
            return tree.result(state, action)

        watching = copy.copy(tree)
        own = {"utility": utility, "is_terminal": is_terminal, "result": result}
        watching.__class__ = type(type(tree).__name__, (type(tree),), own)
        return watching


def _first_actions(tree: Tree) -> list[int]:
    """Return for each node the action at the root that leads to it."""
    first = [0] * len(tree.movers)
    for node, count in enumerate(tree.child_count):
        for action in range(count):
            first[tree.first_child[node] + action] = action if node == 0 else first[node]
    return first
