"""Sparse tables: the states that can be reached, enumerated and then valued."""

from plywise.solve.sparse.keys import merged, unique
from plywise.solve.sparse.levels import NAME, SparseWork, begin_sparse, solve_sparse, with_keys

__all__ = [
    "NAME",
    "SparseWork",
    "begin_sparse",
    "merged",
    "solve_sparse",
    "unique",
    "with_keys",
]
