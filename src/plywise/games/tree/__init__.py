"""Games given as explicit trees, such as the figures of the textbook."""

from plywise.games.tree.game import Tree
from plywise.games.tree.random_tree import random_tree
from plywise.games.tree.two_roads import two_roads

__all__ = ["Tree", "random_tree", "two_roads"]
