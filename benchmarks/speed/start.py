"""How long a first answer takes in a new process, with no kernel on disk yet (cold) and with one (warm).

CPU seconds are those of the process and of the child that compiles for it; seconds are from the process's start to its
end, as in a shell. The minimum of several runs is shown, since other work on the machine can only add to it.

Run: python benchmarks/speed/start.py [GAME ...]
Exits with 1 if a limit is exceeded. Linux only: it reads the child's time from /proc.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

LIMITS = {"connect-four": (4.0, 0.30), "chess": (9.0, 0.35)}
"""For each game, the CPU seconds that a cold and a warm start may take."""

RUNS = {"cold": 3, "warm": 7}

DECIDE = """
import json, os, pathlib, sys, time
import plywise
options = plywise.SearchOptions(engine="compiled")
found = plywise.decide(plywise.load_game(sys.argv[1]), limit=plywise.Limit(nodes=5_000), options=options)
spent = time.process_time()
child = sys.modules.get("plywise.kernel.building.child")
for number in child.STARTED if child else ():
    fields = pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    spent += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
print(json.dumps(spent))
"""


@dataclass(frozen=True, slots=True)
class Start:
    """One start, in CPU seconds and seconds."""

    cpu: float
    wall: float


def start(spec: str, cache: str) -> Start:
    """Start a process that decides once, with kernels in a folder."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    begun = time.perf_counter()
    command = [sys.executable, "-c", DECIDE, spec]
    done = subprocess.run(
        command, env={**usual, "PLYWISE_CACHE_DIR": cache}, stdout=subprocess.PIPE, text=True, check=True
    )
    return Start(json.loads(done.stdout), time.perf_counter() - begun)


def cold_starts(spec: str) -> list[Start]:
    """Start with an empty folder, several times."""
    found = []
    for _ in range(RUNS["cold"]):
        with tempfile.TemporaryDirectory() as cache:
            found.append(start(spec, cache))
    return found


def warm_starts(spec: str) -> list[Start]:
    """Start with the kernels that an earlier start left, several times."""
    with tempfile.TemporaryDirectory() as cache:
        start(spec, cache)
        return [start(spec, cache) for _ in range(RUNS["warm"])]


def figure(seconds: float, limit: float | None) -> str:
    """Write a time so that one over its limit stands out."""
    return f"{seconds:.2f}" if limit is None or seconds <= limit else f"[bold red]{seconds:.2f}[/]"


def main() -> int:
    """Print the table; fail if a start is too slow."""
    table = Table("game", box=None, pad_edge=False)
    for heading in ("cold CPU s", "wanted", "cold s", "warm CPU s", "wanted", "warm s"):
        table.add_column(heading, justify="right")
    is_slow = False
    for spec in sys.argv[1:] or LIMITS:
        row = [spec]
        for starts, limit in zip((cold_starts(spec), warm_starts(spec)), LIMITS.get(spec, (None, None)), strict=True):
            cpu, wall = min(each.cpu for each in starts), min(each.wall for each in starts)
            is_slow |= limit is not None and cpu > limit
            row += [figure(cpu, limit), "" if limit is None else f"<= {limit:g}", f"{wall:.2f}"]
        table.add_row(*row)
    Console(highlight=False).print(table)
    return int(is_slow)


if __name__ == "__main__":
    sys.exit(main())
