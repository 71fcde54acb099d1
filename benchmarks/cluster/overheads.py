"""What a cluster costs where there is nothing to do: its start, a ply of a sparse job, and a pass of dense shards.

By the clock, on this machine; the passes are those after the last one that decided anything, handed over one at a time.

Run where only the loopback is: tools/loopback python benchmarks/cluster/overheads.py
"""

import logging
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

from cluster_speed import PROCESSES, seconds_of_a_ply
from rich.console import Console

from plywise.executors import RayExecutor, import_ray
from plywise.games.catalog import load_game
from plywise.solve.spread import DenseWorker, JobStorage, Spreading, SpreadJob
from plywise.solve.spread.ahead import MOST_AHEAD

SPEC, TIER = "nine-mens-morris", "3-3"
QUIETLY: dict[str, Any] = {"include_dashboard": False, "log_to_driver": False, "logging_level": logging.ERROR}
SHARDS = (2, 8, 32, 64)
PASSES = 5
"""How many passes with nothing to do are measured; their median counts."""


def seconds_to_start() -> float:
    """Start a cluster of this machine and end it; return how long the start took."""
    ray, begun = import_ray(), time.perf_counter()
    ray.init(address="local", num_cpus=PROCESSES, **QUIETLY)
    seconds = time.perf_counter() - begun
    ray.shutdown()
    return seconds


def seconds_of_a_pass(folder: Path, shards: int) -> float:
    """Return what a pass of dense shards takes in which nothing is left to decide."""
    load = partial(load_game, SPEC)
    executor = RayExecutor(partial(DenseWorker, JobStorage(load, folder)), workers=PROCESSES)
    game, times = load(), []
    job = SpreadJob(game, SPEC, game.parse_tier(TIER), folder, Spreading(executor, shards, least=0))
    partition = job.cut(job.components[0])
    last = job.passes(partition, 0)
    for passed in range(last + 1, last + 1 + 2 * MOST_AHEAD + PASSES):  # those handed over ahead are done already
        begun = time.perf_counter()
        list(job.scheduler.written(job.pass_tasks(partition, passed)))
        times.append(time.perf_counter() - begun)
    executor.close()
    return statistics.median(times[-PASSES:])


def main() -> None:
    """Print the table."""
    console = Console(highlight=False, soft_wrap=True)
    console.print("| with nothing to do | figure |", "|---|---|", sep="\n")
    console.print(f"| a cluster of this machine, started | {seconds_to_start():.1f} s |")
    with tempfile.TemporaryDirectory(prefix="plywise-overheads-") as folder:
        for workers in (2, 8):
            seconds = seconds_of_a_ply(Path(folder), workers)
            console.print(f"| a ply of {workers} shards, there and back | {1e3 * seconds:.0f} ms |")
        import_ray().init(address="local", num_cpus=PROCESSES, **QUIETLY)
        for shards in SHARDS:
            seconds = seconds_of_a_pass(Path(folder) / f"dense-{shards}", shards)
            console.print(f"| a pass of {shards} dense shards | {1e3 * seconds:.0f} ms |")


if __name__ == "__main__":
    main()
