"""Trees with leaves drawn at random, for exercises: as many branches at every node, as many plies deep, as asked for.

>>> tree = random_tree(b=2, d=2, seed=1)
>>> tree.name, [tree.utility(tree.State(leaf), 0) for leaf in range(3, 7)]
('random-tree:b=2,d=2,seed=1', [4, 18, 2, 8])
"""

from random import Random
from typing import Any

from plywise.games.tree.game import Tree
from plywise.rules import CatalogError

MOST_LEAVES = 1_000


def random_tree(b: int = 3, d: int = 3, seed: int = 0, least: int = 0, most: int = 20) -> Tree:
    """Return a tree with `b` branches at every node and `d` plies, its leaves whole numbers from `least` to `most`."""
    if b < 1 or d < 1 or d > MOST_LEAVES or b**d > MOST_LEAVES:
        raise CatalogError(f"A random tree has 1 to {MOST_LEAVES:,} leaves, not {b}^{d}: give a smaller b or d.")
    if least > most:
        raise CatalogError(f"No number is from {least} to {most}: exchange least and most.")
    random = Random(seed)

    def grow(depth: int) -> Any:
        return [grow(depth - 1) for _ in range(b)] if depth else random.randint(least, most)

    bounds = "" if (least, most) == (0, 20) else f",least={least},most={most}"
    return Tree(grow(d), title=f"random-tree:b={b},d={d},seed={seed}{bounds}")
