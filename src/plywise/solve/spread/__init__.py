"""The same tables by many processes: shards, the tasks that are done on them, and who does those."""

from plywise.solve.spread.dense_job import Spreading, SpreadJob
from plywise.solve.spread.dense_worker import DenseWorker
from plywise.solve.spread.journal import Journal, read_status
from plywise.solve.spread.key_partition import KeyPartition
from plywise.solve.spread.refusals import check_spread
from plywise.solve.spread.shard import Partition, Shard
from plywise.solve.spread.shard_work import ShardWork
from plywise.solve.spread.size import PAYS, slots_of, tell_small
from plywise.solve.spread.sparse_job import spread_sparse
from plywise.solve.spread.sparse_worker import SparseWorker
from plywise.solve.spread.storage import JobStorage

__all__ = [
    "PAYS",
    "DenseWorker",
    "JobStorage",
    "Journal",
    "KeyPartition",
    "Partition",
    "Shard",
    "ShardWork",
    "SparseWorker",
    "SpreadJob",
    "Spreading",
    "check_spread",
    "read_status",
    "slots_of",
    "spread_sparse",
    "tell_small",
]
