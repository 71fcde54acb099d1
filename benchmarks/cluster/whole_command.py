"""`plywise solve` of Connect Four 5x5 as a user runs it: one process with one thread, and two workers of a cluster.

By the clock, from the start of the command to its end; compiled before. Of the cluster also the seconds of the job
alone, as the command reports them.

Run where only the loopback is: tools/loopback python benchmarks/cluster/whole_command.py [--board 5x5]
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time

from cluster_speed import connect_four
from rich.console import Console

WAYS = {
    "one process, one thread": ("--threads", "1"),
    "two workers": ("--cluster", "local", "--threads", "2", "--anyway"),
}


def solve(board: str, words: tuple[str, ...]) -> tuple[float, float]:
    """Solve a board; return the seconds of the command, and those of the job as it reports them."""
    with tempfile.TemporaryDirectory(prefix="plywise-command-") as folder:
        command = [sys.executable, "-m", "plywise", "solve", connect_four(board), "--json", "--out", f"{folder}/tables"]
        begun = time.perf_counter()
        printed = subprocess.run([*command, *words], stdout=subprocess.PIPE, check=True).stdout
        return time.perf_counter() - begun, json.loads(printed)["build"]["seconds"]


def main() -> None:
    """Print a row for each way."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--board", default="5x5")
    board, console = parser.parse_args().board, Console(highlight=False, soft_wrap=True)
    solve("4x4", WAYS["one process, one thread"])  # loads what the system reads from disk only once
    console.print(f"| Connect Four {board} | the whole command | the job |", "|---|---|---|", sep="\n")
    for name, words in WAYS.items():
        whole, job = solve(board, words)
        console.print(f"| {name} | {whole:.1f} s | {job:.1f} s |")


if __name__ == "__main__":
    main()
