"""What is tried on a Ray cluster of two nodes: run by `test_cluster` where only the loopback is.

What each trial found goes into `trials.jsonl`, a line each.
One cluster serves all trials, because it takes ten seconds to start. The last of them takes a node away.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from plywise.executors import RayExecutor, import_ray
from plywise.games.catalog import load_game
from plywise.knowledge.solved import SolvedFolder
from plywise.rules import SearchError
from plywise.solve import solve_tiers
from plywise.solve.sparse import solve_sparse
from plywise.solve.spread import (
    DenseWorker,
    JobStorage,
    Journal,
    SparseWorker,
    Spreading,
    SpreadJob,
    read_status,
    spread_sparse,
)

STORE = 200 << 20
"""Bytes of each node's object store."""

CONNECT_FOUR = "connect-four:width=4,height=4"
SMALL = "nim:piles=1-2-3"


class Failing(DenseWorker):
    """Can't do a certain task."""

    def take(self, partition, number, passed, *parts):
        if passed == 2:
            raise OSError("No space left on device")
        return super().take(partition, number, passed, *parts)


class Trials:
    """A folder, a cluster, and what is tried."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.lots = folder, random.Random(8)
        self.cluster: Any = None

    def start(self) -> None:
        """Start two nodes of one core each."""
        from ray.cluster_utils import Cluster

        self.ray = import_ray()
        node = {"num_cpus": 1, "object_store_memory": STORE}
        self.cluster = Cluster(initialize_head=True, head_node_args=node | {"include_dashboard": False})
        self.second = self.cluster.add_node(**node)
        self.ray.init(address=self.cluster.address, log_to_driver=False, logging_level="error")

    def job(
        self, spec: str, tier: str, name: str, keeper=DenseWorker, on_outcome=None
    ) -> tuple[SpreadJob, RayExecutor]:
        """Prepare a job on the cluster; every component is spread, however small."""
        load, folder = partial(load_game, spec), self.folder / name
        game = load()
        journal = Journal(folder)
        executor = RayExecutor(partial(keeper, JobStorage(load, folder)), on_news=journal.news)
        spreading = Spreading(executor, 2, 0, journal, on_outcome)
        return SpreadJob(game, spec, game.parse_tier(tier), folder, spreading), executor

    def run(self, spec: str, tier: str, name: str, on_outcome=None) -> dict[str, Any]:
        """Do a job on the cluster; return the record of the build."""
        job, executor = self.job(spec, tier, name, on_outcome=on_outcome)
        try:
            return job.run()
        finally:
            executor.close()

    def is_same(self, one: str, other: str) -> bool:
        """Whether two folders hold the same bytes, the records of their builds apart."""
        folders = [self.folder / one, self.folder / other]
        sums = {SolvedFolder.open(folder).manifest.checksum for folder in folders}
        files = [
            {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
            for folder in folders
        ]
        for each in files:
            del each["manifest.json"]
        return len(sums) == 1 and files[0] == files[1]

    # Trials

    def two_nodes(self) -> dict[str, Any]:
        """Morris, nothing lost."""
        build = self.run("nine-mens-morris", "3-3", "morris")
        return {"same": self.is_same("one-morris", "morris"), "build": build}

    def sparse(self) -> dict[str, Any]:
        """Connect Four, of which all that can be reached is spread by key."""
        load, folder = partial(load_game, CONNECT_FOUR), self.folder / "connect-four"
        journal = Journal(folder)
        executor = RayExecutor(partial(SparseWorker, JobStorage(load, folder)), on_news=journal.news)
        build = spread_sparse(load(), CONNECT_FOUR, folder, Spreading(executor, 2, journal=journal))
        executor.close()
        return {"same": self.is_same("one-connect-four", "connect-four"), "build": build}

    def command(self) -> dict[str, Any]:
        """The command, with the address of the cluster."""
        said = "from plywise.cli.main import main; import sys; sys.argv[0] = 'plywise'; main()"
        args = ("solve", SMALL, "--out", str(self.folder / "command"), "--anyway", "--json")
        command = [sys.executable, "-c", said, *args, "--cluster", self.cluster.address]
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        return {"same": self.is_same("one-small", "command"), "printed": json.loads(ended.stdout)}

    def killed_workers(self) -> dict[str, Any]:
        """Draughts; a worker is killed by its process id at three moments."""
        moments = [self.lots.randrange(first, first + 30) for first in (20, 70, 120)]
        count = 0
        pids: list[int] = []

        def kill(task, outcome):
            nonlocal count
            count += 1
            if count in moments:
                hand = self.lots.choice(list(executor.handles.values()))
                pids.append(hand.pid)
                os.kill(hand.pid, signal.SIGKILL)

        job, executor = self.job("draughts", "2", "killed", on_outcome=kill)
        build = job.run()
        executor.close()
        return {"same": self.is_same("one-small-draughts", "killed"), "build": build, "killed": pids}

    def failing_task(self) -> dict[str, Any]:
        """A task that fails each time it is tried."""
        job, executor = self.job("draughts", "2", "failing", keeper=Failing)
        try:
            job.run()
            return {}
        except SearchError as error:
            return {"error": str(error), "status": read_status(self.folder / "failing")}
        finally:
            executor.close()

    def killed_driver(self) -> dict[str, Any]:
        """The driver is killed while it works, and another goes on."""
        log = self.folder / "driver" / "tasks" / "log.jsonl"
        command = [sys.executable, "-m", "tests.solve.on_cluster", str(self.folder), self.cluster.address]
        driver = subprocess.Popen(command)
        enough = self.lots.randrange(50, 150)
        until = time.monotonic() + 60
        while (lines(log) < enough or driver.poll() is not None) and time.monotonic() < until:
            time.sleep(0.01)
        status = read_status(self.folder / "driver")
        os.kill(driver.pid, signal.SIGKILL)
        driver.wait()
        done = lines(log)
        build = self.run("draughts", "2", "driver")
        return {"same": self.is_same("one-small-draughts", "driver"), "status": status, "done": done, "build": build}

    def removed_node(self) -> dict[str, Any]:
        """A node is taken away with all that it holds."""
        moment, count = self.lots.randrange(20, 100), 0
        here = self.ray.get_runtime_context().get_node_id()

        def remove(task, outcome):
            nonlocal count
            count += 1
            if count == moment:
                there = [hand.pid for hand in executor.handles.values() if hand.node != here]
                self.cluster.remove_node(self.second, allow_graceful=False)
                for pid in there:  # of a node on this machine they would go on for a while
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)

        job, executor = self.job("draughts", "2", "removed", on_outcome=remove)
        build = job.run()
        executor.close()
        return {"same": self.is_same("one-small-draughts", "removed"), "build": build}


def lines(path: Path) -> int:
    """Count the lines of a file that may not be there yet."""
    return len(path.read_bytes().splitlines()) if path.exists() else 0


def main() -> None:
    """Do all trials, or be a driver that is to be killed."""
    trials = Trials(Path(sys.argv[1]))
    if len(sys.argv) > 2:
        import_ray().init(address=sys.argv[2], log_to_driver=False, logging_level="error")
        trials.run("draughts", "2", "driver")
        return
    for spec, tier, name in (
        ("nine-mens-morris", "3-3", "one-morris"),
        ("draughts", "2", "one-small-draughts"),
    ):
        game = load_game(spec)
        solve_tiers(game, spec, game.parse_tier(tier), trials.folder / name)
    for spec, name in ((CONNECT_FOUR, "one-connect-four"), (SMALL, "one-small")):
        solve_sparse(load_game(spec), spec, trials.folder / name)
    trials.start()
    for trial in (
        trials.two_nodes,
        trials.sparse,
        trials.command,
        trials.killed_workers,
        trials.failing_task,
        trials.killed_driver,
        trials.removed_node,
    ):
        began = time.perf_counter()
        found = trial()
        told = {"trial": trial.__name__, "seconds": time.perf_counter() - began, **found}
        with (trials.folder / "trials.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
