"""Memory of a cluster's workers on a job whose data is several times larger: what they hold, and what Ray spills.

Connect Four 5x5 (or --board) by two workers, in many more shards than workers, with a small object store. Memory is
what each worker holds privately at its peak, beyond what it held once the rules were loaded, plus the whole store. The
job's data are the files that its tasks write and what they send each other. Mapped files don't count as memory here:
the system reclaims their pages when it needs them.
Run it with only the loopback interface: tools/loopback python benchmarks/cluster/cluster_memory.py
"""

import argparse
import json
import re
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from plywise.executors import Done, Outcome, RayExecutor, Task, import_ray
from plywise.games.catalog import load_game
from plywise.solve.spread import JobStorage, SparseWorker, Spreading, spread_sparse

STORE, KEPT = 100 << 20, 16 << 20
"""Bytes of the object store, and of the data that each worker keeps from task to task."""

SENT = {"follow": 8, "answer": 2}
"""Bytes of each key, and of each code, that a task makes for others."""


def own_memory(pid: int) -> int:
    """Return the bytes that a process holds and doesn't share."""
    try:
        told = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    found = re.search(r"RssAnon:\s+(\d+) kB", told)
    return int(found[1]) * 1024 if found else 0


class Gauge(threading.Thread):
    """Samples the memory of some processes again and again."""

    def __init__(self, pids: list[int], session: Path) -> None:
        super().__init__(daemon=True)
        self.session, self.spilled = session, 0
        self.pids, self.is_over = pids, threading.Event()
        self.begin()

    def begin(self) -> None:
        """Take what the processes hold now as the baseline."""
        self.first = {pid: own_memory(pid) for pid in self.pids}
        self.most = dict(self.first)

    def run(self) -> None:
        """Sample until the job is over."""
        while not self.is_over.wait(0.05):
            for pid in self.pids:
                self.most[pid] = max(self.most[pid], own_memory(pid))
            self.spilled = max(self.spilled, spilled(self.session))

    @property
    def above(self) -> int:
        """Bytes above the baseline, the peaks of all processes added up."""
        return sum(self.most[pid] - self.first[pid] for pid in self.first)


def spilled(session: Path) -> int:
    """Return the bytes of objects that were spilled to disk because the store was full."""
    total = 0
    for path in session.glob("ray_spilled_objects*/*"):
        try:
            total += path.stat().st_size
        except OSError:  # already read back and removed
            continue
    return total


def measure(board: str, shards: int, folder: Path) -> dict[str, Any]:
    """Solve a board; return what was used, in bytes."""
    width, height = board.split("x")
    spec = f"connect-four:width={width},height={height}"
    load, files, sent = partial(load_game, spec), 0, 0

    def heard(task: Task, outcome: Outcome) -> None:
        nonlocal files, sent
        if isinstance(outcome, Done):
            files += outcome.answer.size if task.file else 0
            sent += SENT.get(task.work, 0) * outcome.answer if task.parts else 0
        if task.work == "start":  # the task that loads the compiled rules
            gauge.begin()

    executor = RayExecutor(partial(SparseWorker, JobStorage(load, folder, KEPT)), workers=2, store_bytes=STORE)
    session = Path(import_ray()._private.worker._global_node.get_session_dir_path())
    gauge = Gauge([hand.pid for hand in executor.handles.values()], session)
    gauge.start()
    began = time.perf_counter()
    spread_sparse(load(), spec, folder, Spreading(executor, shards, on_outcome=heard))
    gauge.is_over.set()
    executor.close()
    used = {"workers": gauge.above, "store": STORE, "files": files, "sent": sent, "spilled": gauge.spilled}
    times = round((files + sent) / (gauge.above + STORE), 2)
    return used | {"seconds": time.perf_counter() - began, "times": times}


def main() -> None:
    """Measure, and print the result."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--board", default="5x5")
    parser.add_argument("--shards", type=int, default=32)
    asked = parser.parse_args()
    import_ray()
    with tempfile.TemporaryDirectory(prefix="plywise-memory-") as folder:
        Console().print_json(json.dumps(measure(asked.board, asked.shards, Path(folder) / "tables")))


if __name__ == "__main__":
    main()
