"""Games given as explicit trees, such as the figures of the textbook."""

from plywise.games.tree.game import Tree

__all__ = ["Tree"]
