"""How long a first answer takes: CPU seconds of a fresh process, with nothing compiled yet (cold) and after (warm).

Run: python benchmarks/speed/start.py [GAME ...]
Exits with 1 where a limit is passed.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile

from rich.console import Console
from rich.table import Table

COLD_LIMITS = {"connect-four": 8.0, "othello": 15.0, "kalah": 15.0}
WARM_LIMIT = 1.0
WARM_RUNS = 5


def cpu_seconds(spec: str, cache: str) -> float:
    """Return the user and system time of one first answer with compiled rules kept in a folder."""
    asked = ["analyse", spec, "--depth", "4", "--engine", "compiled", "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "plywise", *asked],
        env={**os.environ, "PLYWISE_CACHE_DIR": cache},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def figure(seconds: float, limit: float) -> str:
    """Write a time beside its limit, so that one beyond it is seen."""
    return f"{seconds:.2f}" if seconds <= limit else f"[bold red]{seconds:.2f}[/]"


def main() -> int:
    """Print the table; fail where a start is too slow."""
    table = Table(box=None, pad_edge=False)
    for heading in ("game", "cold CPU s", "wanted", "warm CPU s, median", "least", "wanted"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    is_slow = False
    for spec in sys.argv[1:] or COLD_LIMITS:
        most = COLD_LIMITS.get(spec, max(COLD_LIMITS.values()))
        with tempfile.TemporaryDirectory() as cache:
            cold = cpu_seconds(spec, cache)
            warm = [cpu_seconds(spec, cache) for _ in range(WARM_RUNS)]
        middle = statistics.median(warm)
        is_slow |= cold > most or middle > WARM_LIMIT
        limits = (f"<= {most:g}", f"<= {WARM_LIMIT:g}")
        table.add_row(spec, figure(cold, most), limits[0], figure(middle, WARM_LIMIT), f"{min(warm):.2f}", limits[1])
    Console(highlight=False).print(table)
    return int(is_slow)


if __name__ == "__main__":
    sys.exit(main())
