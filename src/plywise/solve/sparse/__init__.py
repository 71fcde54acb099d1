"""Sparse tables: the states that can be reached, enumerated and then valued."""

from plywise.solve.sparse.keys import found_in, joined, merged, unique
from plywise.solve.sparse.levels import begin_sparse, solve_sparse, with_keys, write_reachable
from plywise.solve.sparse.work import NAME, RANGE, SparseWork

__all__ = [
    "NAME",
    "RANGE",
    "SparseWork",
    "begin_sparse",
    "found_in",
    "joined",
    "merged",
    "solve_sparse",
    "unique",
    "with_keys",
    "write_reachable",
]
