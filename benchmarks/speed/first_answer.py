"""How soon `decide` with a limit of half a second answers where nothing is compiled yet, and by which engine.

Each answer is that of a new process with an empty cache; the seconds are by the clock, those of `decide` alone. The
process that compiles meanwhile is ended afterwards.

Run: python benchmarks/speed/first_answer.py [GAME ...]
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile

from rich.console import Console

GAMES = ("connect-four", "chess", "othello", "kalah", "tic-tac-toe", "go")
RUNS = 3

DECIDE = """
import json, sys, threading, time
import plywise
game = plywise.load_game(sys.argv[1])
begun = time.perf_counter()
found = plywise.decide(game, limit=plywise.Limit(time=0.5))
seconds = time.perf_counter() - begun
for thread in threading.enumerate():
    if thread.name == "plywise-later":
        thread.join()
child = sys.modules.get("plywise.kernel.building.child")
print(json.dumps([seconds, found.engine, found.nodes, child.STARTED if child else []]))
"""


def first_answer(spec: str) -> tuple[float, str, int]:
    """Decide once in a new process; return the seconds, the engine and the states visited."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
        command = [sys.executable, "-c", DECIDE, spec]
        done = subprocess.run(command, env={**usual, "PLYWISE_CACHE_DIR": cache}, stdout=subprocess.PIPE, check=True)
        seconds, engine, nodes, compiling = json.loads(done.stdout)
        for number in compiling:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
    return seconds, engine, nodes


def main() -> None:
    """Print a row for each game."""
    console = Console(highlight=False, soft_wrap=True)
    console.print("| game | s, least | s, most | engine | states |", "|---|---|---|---|---|", sep="\n")
    for spec in sys.argv[1:] or GAMES:
        found = [first_answer(spec) for _ in range(RUNS)]
        seconds = [each[0] for each in found]
        engines, states = ", ".join(sorted({each[1] for each in found})), [each[2] for each in found]
        few, many = min(states), max(states)
        console.print(f"| {spec} | {min(seconds):.2f} | {max(seconds):.2f} | {engines} | {few:,} to {many:,} |")


if __name__ == "__main__":
    main()
