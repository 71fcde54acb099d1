"""What several experiments measure with: trees made to order, games whose states are counted, and playing."""

from plywise.lab.experiments.shared.counted import CountedGame, count_tree
from plywise.lab.experiments.shared.uniform_tree import UniformTree

__all__ = ["CountedGame", "UniformTree", "count_tree"]
