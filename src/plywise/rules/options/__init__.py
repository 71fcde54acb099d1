"""What a search is given besides a game: its limit, a word to end it, weights and models of depth."""

from plywise.rules.options.cancellation import Cancellation
from plywise.rules.options.limit import DEFAULT_LIMIT, Limit
from plywise.rules.options.shallow_model import ShallowModel, error_rate
from plywise.rules.options.tree_options import TreeOptions, TreeWeights

__all__ = [
    "DEFAULT_LIMIT",
    "Cancellation",
    "Limit",
    "ShallowModel",
    "TreeOptions",
    "TreeWeights",
    "error_rate",
]
