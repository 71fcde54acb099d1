"""What a cluster costs beside the work, as measured by `benchmarks/cluster/cluster_speed.py`: see docs/cluster.md."""

CLUSTER_PAYS = 60_000_000
"""Slots, or states, from which eight workers are done before one thread of one process, by processor seconds."""

CLUSTER_START = 12
"""Seconds until a cluster of one machine has started and its workers have loaded what was compiled."""
