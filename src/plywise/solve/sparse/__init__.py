"""Sparse tables: the states that can be reached, enumerated and then valued."""

from plywise.solve.sparse.by_levels import READ
from plywise.solve.sparse.keys import found_in, joined, merged, unique
from plywise.solve.sparse.levels import begin_sparse, solve_sparse, with_keys, write_reachable
from plywise.solve.sparse.store import BLOCK
from plywise.solve.sparse.symmetry import check_symmetry
from plywise.solve.sparse.work import NAME, RANGE, SparseWork

__all__ = [
    "BLOCK",
    "NAME",
    "RANGE",
    "READ",
    "SparseWork",
    "begin_sparse",
    "check_symmetry",
    "found_in",
    "joined",
    "merged",
    "solve_sparse",
    "unique",
    "with_keys",
    "write_reachable",
]
