"""Compiled passes over solved tables."""

from plywise.kernel.tables.expected import ExpectedSweeps
from plywise.kernel.tables.figures import vector_figures
from plywise.kernel.tables.retrograde import KnownTier, Retrograde
from plywise.kernel.tables.sharded import ShardedRetrograde
from plywise.kernel.tables.sparse import TOO_NARROW, Packing, Sparse, find_packing, unit_of_means
from plywise.kernel.tables.verifying import DenseVerifying, LaidTable, SparseVerifying, Verifying

__all__ = [
    "TOO_NARROW",
    "DenseVerifying",
    "ExpectedSweeps",
    "KnownTier",
    "LaidTable",
    "Packing",
    "Retrograde",
    "ShardedRetrograde",
    "Sparse",
    "SparseVerifying",
    "Verifying",
    "find_packing",
    "unit_of_means",
    "vector_figures",
]
