"""What solved tables cost as files: writing, a probe, the first read of a new process, expanding.

The tables are a dense one as large as king, bishop and knight against king, among seventy small ones, and a sparse one
of a million keys. The codes are made up, and compress about as well as real ones. Times are processor time, the best of
several runs.
Run: python benchmarks/speed/solved_files.py
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from plywise.knowledge.solved import SolvedFolder

SLOTS = 3_494_568
KEYS = 1_000_000
RUNS = 5

FIRST_READ = """
import sys, time
from plywise.knowledge.solved import SolvedFolder
begin = time.process_time()
SolvedFolder.open(sys.argv[1], fingerprint="rules").table("large").code(int(sys.argv[2]))
print((time.process_time() - begin) * 1e3)
"""


def made_up(slots: int) -> "np.ndarray[Any, Any]":
    """Return codes whose neighbours differ little, with draws and empty slots among them."""
    random = np.random.default_rng(1)
    codes = 2 + np.cumsum(random.integers(-1, 2, slots)) // 9 % 40
    codes[random.random(slots) < 0.1] = 1
    codes[random.random(slots) < 0.2] = 0
    return codes.astype(np.uint8)


def taken(work: Callable[[], Any]) -> float:
    """Return the processor seconds of one run."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def best(work: Callable[[], Any]) -> float:
    """Return the processor seconds of the best of several runs."""
    return min(taken(work) for _ in range(RUNS))


def each(ask: Callable[[Any], Any], questions: Iterable[Any]) -> None:
    """Look up every slot or key."""
    for question in questions:
        ask(question)


def measure(path: Path, console: Console) -> None:
    """Write, probe and expand tables in a folder."""
    codes, few = made_up(SLOTS), made_up(40_000)
    keys = np.cumsum(np.random.default_rng(1).integers(1, 9, (KEYS, 2)), axis=0)
    writer = SolvedFolder.create(path / "tables", game="made up", fingerprint="rules")
    cost = taken(lambda: writer.write_table("large", 0, codes))
    console.print(
        f"written: {SLOTS / cost / 1e6:.1f} M slots/s, {writer.manifest.tables[0].bytes / SLOTS:.3f} bytes each"
    )
    cost = taken(lambda: writer.write_table("sparse", 1, made_up(KEYS), keys))
    console.print(f"sparse: {KEYS / cost / 1e6:.1f} M keys/s, {writer.manifest.tables[1].bytes / KEYS:.2f} bytes each")
    for number in range(70):
        writer.write_table(f"small {number}", 2 + number, few)
    writer.finish({"note": "benchmark"})

    random = np.random.default_rng(2)
    folder = SolvedFolder.open(path / "tables")
    large, sparse = folder.table("large"), folder.table("sparse")
    slots, rows = random.integers(0, SLOTS, 10_000).tolist(), random.integers(0, KEYS, 2000)
    wanted = [tuple(key) for key in keys[rows].tolist()]
    console.print(f"random slots: {best(lambda: each(large.code, slots)) * 100:.1f} us each")
    console.print(f"slots of one chunk: {best(lambda: each(large.code, range(4096))) / 4096e-6:.2f} us each")
    console.print(f"random keys: {best(lambda: each(sparse.find, wanted)) * 500:.1f} us each")
    first = [
        float(subprocess.check_output([sys.executable, "-c", FIRST_READ, str(path / "tables"), str(slot)]))
        for slot in slots[:RUNS]
    ]
    console.print(f"first read of a new process: {min(first):.2f} ms, at most {max(first):.2f}")
    cost = taken(lambda: large.working(path / "working"))
    console.print(f"expanded: {SLOTS / cost / 1e6:.0f} M slots/s")
    console.print(f"mapped again: {best(lambda: large.working(path / 'working')) * 1e3:.2f} ms")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), Console(highlight=False))
