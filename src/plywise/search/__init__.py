"""The textbook's algorithms, one per file, in plain Python, to be read."""

from plywise.search._search import Leaf, LimitReachedError, Search
from plywise.search.alpha_beta import alpha_beta
from plywise.search.deepening import Algorithm, iterative_deepening
from plywise.search.expectiminimax import expectiminimax
from plywise.search.max_n import max_n
from plywise.search.minimax import minimax

__all__ = [
    "Algorithm",
    "Leaf",
    "LimitReachedError",
    "Search",
    "alpha_beta",
    "expectiminimax",
    "iterative_deepening",
    "max_n",
    "minimax",
]
