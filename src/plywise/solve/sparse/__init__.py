"""Sparse tables: the states that can be reached, enumerated and then valued."""

from plywise.solve.sparse.by_levels import READ
from plywise.solve.sparse.keys import found_in, in_order, joined, once, unique
from plywise.solve.sparse.levels import begin_sparse, solve_sparse, with_keys, write_reachable
from plywise.solve.sparse.merging import Merger
from plywise.solve.sparse.numbered_keys import NumberedKeys
from plywise.solve.sparse.store import BLOCK, SPARE, make_room
from plywise.solve.sparse.symmetry import check_symmetry
from plywise.solve.sparse.work import NAME, RANGE, SparseWork, blame_key, first_key

__all__ = [
    "BLOCK",
    "NAME",
    "RANGE",
    "READ",
    "SPARE",
    "Merger",
    "NumberedKeys",
    "SparseWork",
    "begin_sparse",
    "blame_key",
    "check_symmetry",
    "first_key",
    "found_in",
    "in_order",
    "joined",
    "make_room",
    "once",
    "solve_sparse",
    "unique",
    "with_keys",
    "write_reachable",
]
