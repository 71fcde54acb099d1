"""Random trees of a given shape, for exercises: whole utilities, and probabilities in quarters.

>>> from random import Random
>>> random_tree(Random(1), TreeShape(branching=2, height=2))
[[-7, -1], [5, 6]]
"""

from dataclasses import dataclass
from random import Random
from typing import Any

LARGEST = 9
EARLY_END = 0.2
"""How likely a branch of an irregular tree is to end before its time."""


@dataclass(frozen=True)
class TreeShape:
    """How many branches, how many plies, how likely a node below the root is chance's, and whether all are alike."""

    branching: int = 3
    height: int = 3
    chance: float = 0.0
    is_irregular: bool = False
    """Whether branches end early, nodes have fewer children, and turns don't alternate."""


def random_tree(random: Random, shape: TreeShape) -> Any:
    """Return a tree as `plywise.games.tree.Tree` reads it."""
    return _node(random, shape, shape.height, 0)


def _node(random: Random, shape: TreeShape, height: int, ply: int) -> Any:
    is_early = shape.is_irregular and ply > 0 and random.random() < EARLY_END
    if height == 0 or is_early:
        return random.randint(-LARGEST if shape.is_irregular or shape.chance == 0 else 0, LARGEST)
    count = random.randint(2, shape.branching) if shape.is_irregular else shape.branching
    may_roll = ply > 0 and (shape.is_irregular or ply % 2 == 1)  # in a regular tree, between two players' moves
    is_chance = may_roll and random.random() < shape.chance
    children = [_node(random, shape, height - 1, ply + 1) for _ in range(count)]
    if is_chance:
        return {"chance": [list(pair) for pair in zip(_odds(random, count), children, strict=True)]}
    if not shape.is_irregular:
        return children if shape.chance == 0 else {"player": (ply + 1) // 2 % 2, "children": children}
    return {"player": random.randrange(2), "children": children}


def _odds(random: Random, count: int) -> list[float]:
    """Return probabilities that add up to 1 exactly: quarters, or tenths for more than four."""
    whole = 4 if count <= 4 else 10
    cuts = sorted(random.sample(range(1, whole), count - 1))
    return [(end - begin) / whole for begin, end in zip([0, *cuts], [*cuts, whole], strict=True)]
