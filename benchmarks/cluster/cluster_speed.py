"""What a cluster costs, compared with the same kernels run bare and with one process, from small tables to large ones.

Run it with only the loopback interface:
    tools/loopback python benchmarks/cluster/cluster_speed.py
    tools/loopback python benchmarks/cluster/cluster_speed.py --spec nine-mens-morris --tier 5-4
    tools/loopback python benchmarks/cluster/cluster_speed.py --sizes FILE.svg
Tables are made in alternation, bare and on the cluster, each time by two processes. Loading and compiling aren't
counted, nor is writing the tables. Processor seconds leave out the time that workers wait and what other programs use.
"""

import argparse
import json
import os
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

from bare import dense, run_bare, sparse
from cluster_plot import Curve, plot_costs
from rich.console import Console

from plywise.executors import Outcome, RayExecutor, Task, import_ray
from plywise.games.catalog import load_game
from plywise.kernel.tables import find_packing
from plywise.solve import solve_tiers
from plywise.solve.sparse import SparseWork, solve_sparse
from plywise.solve.spread import (
    DenseWorker,
    JobStorage,
    KeyPartition,
    SparseWorker,
    Spreading,
    SpreadJob,
    spread_sparse,
)

PROCESSES, WORKERS = 2, 8
WRITING = ("unite", "end", "row_range", "publish")
TINY = "nim:piles=40"
"""A game of many plies with one or two states each, to see what a ply costs when there is nothing to do."""

BOARDS = ("4x4", "4x5", "5x4", "4x6", "5x5", "6x4")


def connect_four(board: str) -> str:
    """Return the spec of a board, width x height."""
    width, height = board.split("x")
    return f"connect-four:width={width},height={height}"


class Warm(DenseWorker):
    """A worker that can be made to compile before the clock starts."""

    def warm(self, *_: Any) -> int:
        """Load the compiled passes."""
        return len(self.kernel.entries)


class WarmKeys(SparseWorker):
    """The same for keys."""

    def warm(self, partition: KeyPartition) -> int:
        """Load the compiled passes."""
        return self.work(partition).words


class Clock:
    """Measures the time, and the processor time of workers, from the first task to the last one that isn't writing."""

    def __init__(self, executor: RayExecutor) -> None:
        self.pids = [hand.pid for hand in executor.handles.values()]
        self.begin()

    def begin(self) -> None:
        """Start the clock."""
        self.began = self.ended = self.now()

    def now(self) -> tuple[float, float]:
        """Return the time, and the processor time of all workers."""
        return time.perf_counter(), sum(map(processor_seconds, self.pids))

    def heard(self, task: Task, _: Outcome) -> None:
        """Note when a task was done."""
        if task.work not in WRITING:
            self.ended = self.now()

    @property
    def seconds(self) -> tuple[float, float]:
        """The seconds that it took by the clock, and the processor seconds."""
        return self.ended[0] - self.began[0], self.ended[1] - self.began[1]


def spread_dense(spec: str, tier: str, folder: Path) -> tuple[float, float]:
    """Solve tiers on the cluster; return the seconds of the largest component, by the clock and of processors."""
    load = partial(load_game, spec)
    executor = RayExecutor(partial(Warm, JobStorage(load, folder)), workers=PROCESSES)
    list(executor.run([Task(("warm", shard, 0), ()) for shard in range(PROCESSES)], lambda part: None))
    game, clock = load(), Clock(executor)
    spreading = Spreading(executor, least=1 << 62, on_outcome=clock.heard)
    job = SpreadJob(game, spec, game.parse_tier(tier), folder, spreading)
    largest = max(component.slots for component in job.components)
    from plywise.kernel.tables import Retrograde

    retrograde = Retrograde(game)
    for number, component in enumerate(job.components):
        if component.slots == largest:
            spreading.least = 0
            clock.begin()
        job.solve(retrograde, component, number)
        if component.slots == largest:
            break
    executor.close()
    return clock.seconds


def spread_keys(spec: str, folder: Path, workers: int = PROCESSES) -> tuple[float, float]:
    """Solve all reachable states on the cluster; return the seconds, by the clock and of processors."""
    load = partial(load_game, spec)
    executor = RayExecutor(partial(WarmKeys, JobStorage(load, folder)), workers=workers)
    partition = KeyPartition(find_packing(load()), workers)
    list(executor.run([Task(("warm", shard, 0), (partition,)) for shard in range(workers)], lambda part: None))
    clock = Clock(executor)
    spread_sparse(load(), spec, folder, Spreading(executor, on_outcome=clock.heard))
    executor.close()
    return clock.seconds


def lower_tables(spec: str, tier: str, folder: Path) -> dict[int, Any]:
    """Solve tiers in one process; return the tables in working form."""
    from plywise.knowledge.solved import SolvedFolder

    game = load_game(spec)
    solve_tiers(game, spec, game.parse_tier(tier), folder, threads=PROCESSES)
    found = SolvedFolder.open(folder)
    return {table.tier: found.table(table.name).working() for table in found.manifest.tables}


def compare(console: Console, spec: str, tier: str | None, turns: int, folder: Path) -> None:
    """Make tables bare and on the cluster in turn; print the cluster's throughput in each round, with bare as 1."""
    tables = lower_tables(spec, tier, folder / "one") if tier else {}
    for turn in range(turns):
        if tier:
            bare = run_bare(dense, PROCESSES, PROCESSES, spec, (tier, tables))
            spread = spread_dense(spec, tier, folder / f"turn-{turn}")
        else:
            bare = run_bare(sparse, PROCESSES, PROCESSES, spec)
            spread = spread_keys(spec, folder / f"turn-{turn}")
        for kind, one, other in zip(("by the clock", "by processor seconds"), bare, spread, strict=True):
            told = f"{spec} {tier or ''} {kind}: bare {one:.2f} s, cluster {other:.2f} s"
            console.print(f"{told}: throughput of the cluster {one / other:.2f}", soft_wrap=True)


def seconds_of_a_ply(folder: Path, workers: int) -> float:
    """Return the seconds that a ply takes, forwards and backwards, when there is nothing to do but ask and answer."""
    seconds, _ = spread_keys(TINY, folder / f"tiny-{workers}", workers)
    import_ray().shutdown()
    plies = len(solve_sparse(load_game(TINY), TINY, folder / f"tiny-one-{workers}")["levels"])
    return seconds / plies


def costs(console: Console, folder: Path) -> list[Curve]:
    """Solve boards of Connect Four in one process and on a cluster, including its start; return the seconds by size.

    Other programs use this machine too, so processor seconds are measured, as if each worker had a core of its own:
    those of the busiest worker. For the cluster, the quickest of all its starts is added, and for each ply the seconds
    by the clock that an empty ply takes.
    """
    ray, starts, ply = import_ray(), [], seconds_of_a_ply(folder, WORKERS)
    console.print(f"a ply of {WORKERS} shards with nothing to do: {ply:.4f} s")
    one, many = Curve("one process, one thread"), Curve(f"cluster, {WORKERS} workers")
    for board in BOARDS:
        spec = connect_four(board)
        SparseWork(load_game(spec), find_packing(load_game(spec)), 1, False, None)  # compile first, untimed
        worked = time.process_time()
        levels = solve_sparse(load_game(spec), spec, folder / f"one-{board}")["levels"]
        one.add(sum(levels), time.process_time() - worked)
        began, load = time.perf_counter(), partial(load_game, spec)
        executor = RayExecutor(partial(SparseWorker, JobStorage(load, folder / board)), workers=WORKERS)
        starts.append(time.perf_counter() - began)
        spread_sparse(load(), spec, folder / board, Spreading(executor))
        worked = max(processor_seconds(hand.pid) for hand in executor.handles.values())
        many.add(sum(levels), worked + ply * len(levels))
        executor.close()
        ray.shutdown()
        console.print(json.dumps({board: [one.points[-1], many.points[-1], starts[-1]]}), soft_wrap=True)
    many.points = [(size, round(seconds + min(starts), 2)) for size, seconds in many.points]
    return [one, many]


def processor_seconds(pid: int) -> float:
    """Return the processor seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--spec", default=connect_four("5x4"))
    parser.add_argument("--tier")
    parser.add_argument("--sizes", type=Path)
    parser.add_argument("--turns", type=int, default=3)
    asked, console = parser.parse_args(), Console(highlight=False)
    with tempfile.TemporaryDirectory(prefix="plywise-cluster-") as folder:
        if asked.sizes:
            asked.sizes.write_text(plot_costs(costs(console, Path(folder))), encoding="utf-8")
            return
        import_ray().init(address="local", num_cpus=PROCESSES, include_dashboard=False, log_to_driver=False)
        compare(console, asked.spec, asked.tier, asked.turns, Path(folder))


if __name__ == "__main__":
    main()
