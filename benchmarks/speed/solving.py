"""What it costs to solve games with `plywise solve`: seconds, rate of one core, memory and disk.

Each row is one command in a process of its own, with two threads; kernels that aren't on disk yet are compiled in a
process whose time isn't counted. The rate is the one that the command reports for its largest table; passes over small
tables are part of the CPU seconds only. Memory is the most that the process held at a time.

Run: python benchmarks/speed/solving.py [NAME ...]        (all of them: a quarter of an hour)
Names: kbnvk chess draughts nine-mens six-mens 5x5 6x4 bear-off dice
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console

ROWS: dict[str, tuple[str, ...]] = {
    "kbnvk": ("chess", "--tier", "KBNvK"),
    "chess": ("chess", "--tier", "4"),
    "draughts": ("draughts", "--tier", "5"),
    "nine-mens": ("nine-mens-morris", "--tier", "5-5"),
    "six-mens": ("six-mens-morris", "--tier", "reachable"),
    "5x5": ("connect-four:width=5,height=5",),
    "6x4": ("connect-four:width=6,height=4",),
    "bear-off": ("backgammon", "--tier", "bear-off 6"),
    "dice": ("dice-race:squares=20,sides=6",),
}


def solve(words: tuple[str, ...]) -> tuple[dict[str, Any], float, float, int, int]:
    """Solve once; return the command's report, seconds by the clock and of processors, bytes of memory and of disk."""
    with tempfile.TemporaryDirectory(prefix="plywise-solving-") as folder, tempfile.TemporaryFile() as complaints:
        command = [sys.executable, "-m", "plywise", "solve", *words, "--threads", "2", "--json", "--out", folder + "/t"]
        begun = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints)
        assert process.stdout
        printed = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            complaints.seek(0)
            raise SystemExit(complaints.read().decode())
        disk = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
        seconds = time.perf_counter() - begun
    return json.loads(printed), seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, disk


def rate_of(report: dict[str, Any], slots: int) -> float:
    """Return slots, or states, a second of one core: of the largest component, where there are several."""
    build = report["build"]
    rates = build.get("slots_per_cpu_second")
    if not rates:
        return float(build.get("states_per_cpu_second", slots / build["cpu_seconds"]))
    sizes = {table["name"]: table["slots"] for table in report["tables"]}
    largest = max(rates, key=lambda names: sum(size for name, size in sizes.items() if name in names))
    return float(rates[largest])


def main() -> None:
    """Print a row for each game."""
    unknown = set(sys.argv[1:]) - set(ROWS)
    if unknown:
        raise SystemExit(f"There is no {', '.join(sorted(unknown))}: choose among {', '.join(ROWS)}.")
    console = Console(highlight=False, soft_wrap=True)
    console.print(
        "| `plywise solve` | slots or states | s | CPU s | rate of one core | memory | disk |",
        "|---" * 7 + "|",
        sep="\n",
    )
    for name in sys.argv[1:] or ROWS:
        report, seconds, spent, memory, disk = solve(ROWS[name])
        slots = sum(table["slots"] for table in report["tables"])
        rate = f"{rate_of(report, slots) / 1e6:.2f} M/s"
        figures = f"{slots:,} | {seconds:.0f} | {spent:.0f} | {rate} | {memory / 1e6:,.0f} MB | {disk / 1e6:.1f} MB"
        console.print(f"| {' '.join(ROWS[name])} | {figures} |")


if __name__ == "__main__":
    main()
