"""Dense tables by many workers: each component is cut into shards of its slots."""

from plywise.solve.spread.dense.job import SpreadJob
from plywise.solve.spread.dense.shard import Partition, Shard
from plywise.solve.spread.dense.worker import DenseWorker

__all__ = ["DenseWorker", "Partition", "Shard", "SpreadJob"]
