"""A tree of information sets as arrays, for loops that a compiler understands.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> from plywise.search.hidden import grow_tree
>>> flat = flatten(grow_tree(KuhnPoker()))
>>> len(flat.player), int(flat.rows[-1])
(58, 24)
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from plywise.search.hidden import HistoryNode, InformationTree


@dataclass(frozen=True, slots=True)
class FlatTree:
    """Histories in breadth-first order: a node's children lie side by side, after it."""

    tree: InformationTree
    player: Any
    """Who moves: 0, 1, CHANCE, or END."""
    first: Any
    """The number of the first child."""
    count: Any
    """How many children."""
    base: Any
    """Where a player moves, the place of the first action's probability."""
    chance: Any
    """How likely chance leads to this node, where it does."""
    utility: Any
    """To player 0, where the game is over."""
    rows: Any
    """The place of each information set's first action, and one more at the end."""
    row_player: Any
    """Whose each information set is."""


def flatten(tree: InformationTree) -> FlatTree:
    """Return a tree as arrays."""
    nodes: list[HistoryNode] = [tree.root]
    first, chance = [], [1.0]
    for node in nodes:  # grows on the way
        first.append(len(nodes))
        nodes.extend(node.children)
        chance.extend(node.chances or (1.0,) * len(node.children))
    sizes = [len(each.actions) for each in tree.sets]
    rows = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return FlatTree(
        tree,
        np.array([node.player for node in nodes], np.int8),
        np.array(first, np.int64),
        np.array([len(node.children) for node in nodes], np.int64),
        np.array([rows[node.set_number] if node.set_number >= 0 else 0 for node in nodes], np.int64),
        np.array(chance, np.float64),
        np.array([node.utility for node in nodes], np.float64),
        rows,
        np.array([each.player for each in tree.sets], np.int8),
    )
