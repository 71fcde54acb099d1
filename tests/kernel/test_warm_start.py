"""A new process that finds its kernel on disk: quick to the first answer, without Numba and NumPy.

Times are CPU time from the process's start to its answer, the best of several runs. Other work on the machine
stretches CPU time too, most of all that of imports, so they are told in a unit: what a process takes to import some
packages of Python's own, measured beside each run. It is 0.09 s on a quiet machine; Numba alone takes 8 of them.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

RUNS = 8

UNIT = """
import asyncio, concurrent.futures, decimal, email.message, http.client, logging.config, multiprocessing.connection
import json, sqlite3, time, unittest.mock, xml.dom.minidom
print(json.dumps([time.process_time()]))
"""

END = """
import time
unneeded = {"numba", "numpy", "plywise.knowledge.solved"}
print(json.dumps([time.process_time(), engine, sorted(unneeded & sys.modules.keys())]))
"""

DECIDE = f"""
import json, sys
import plywise
options = plywise.SearchOptions(wait=True)
engine = plywise.decide(plywise.load_game(sys.argv[1]), limit=plywise.Limit(nodes=5_000), options=options).engine
{END}"""

ANALYSE = f"""
import json, runpy, sys
sys.argv = ["plywise", *sys.argv[1:]]
try:
    runpy.run_module("plywise", run_name="__main__")
except SystemExit as end:
    assert not end.code, end.code
engine = "compiled"
{END}"""


def run(text: str, arguments: Sequence[str]) -> list[object]:
    """Run a program in a new process; return the JSON of its last line."""
    # Without .pyc files every start would compile all of Plywise's sources.
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-c", text, *arguments], capture_output=True, text=True, env=usual, check=False
    )
    assert done.returncode == 0, done.stderr
    found: list[object] = json.loads(done.stdout.splitlines()[-1])
    return found


def best_units(text: str, arguments: Sequence[str], most: float) -> float:
    """Return the least CPU time of some runs, up to the first good one, after one that compiles what is missing."""
    run(text, arguments)
    best = float("inf")
    for _ in range(RUNS):
        [unit] = run(UNIT, [])
        seconds, *found = run(text, arguments)
        assert found == ["compiled", []]
        assert isinstance(seconds, float)
        assert isinstance(unit, float)
        best = min(best, seconds / unit)
        if best <= most:
            break
    return best


@pytest.mark.parametrize("game", ["connect-four", "chess"])
def test_decide_starts_quickly(game):
    assert best_units(DECIDE, [game], 3.5) <= 3.5


def test_analyse_starts_quickly():
    assert best_units(ANALYSE, ["analyse", "connect-four", "--depth", "8"], 5) <= 5
