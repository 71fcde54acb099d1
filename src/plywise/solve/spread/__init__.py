"""The same tables by many processes: shards, the tasks that are done on them, and who does those."""

from plywise.solve.cluster_costs import CLUSTER_PAYS
from plywise.solve.spread.dense import DenseWorker, Partition, Shard, SpreadJob
from plywise.solve.spread.files import JobStorage, Journal, read_status
from plywise.solve.spread.refusals import check_spread
from plywise.solve.spread.size import slots_of, tell_small
from plywise.solve.spread.sparse import KeyPartition, ShardWork, SparseWorker, spread_sparse
from plywise.solve.spread.spreading import Spreading

__all__ = [
    "CLUSTER_PAYS",
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
