"""All that can be reached by many workers: each ply's states are cut into shards by a hash of their keys."""

from plywise.solve.spread.sparse.job import spread_sparse
from plywise.solve.spread.sparse.key_partition import KeyPartition
from plywise.solve.spread.sparse.work import ShardWork
from plywise.solve.spread.sparse.worker import SparseWorker

__all__ = ["KeyPartition", "ShardWork", "SparseWorker", "spread_sparse"]
