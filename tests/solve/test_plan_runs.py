"""Plans against real runs: processor seconds, peak memory and bytes on disk, each within a factor of 2.

Both are done in a process of their own, one after the other, with kernels that were compiled before. The figures are
seconds, bytes of memory, bytes on disk and slots: `pytest -m slow -rP tests/solve/test_plan_runs.py`.
"""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.docs.pages import environment

PLAN = """
import json, sys
from plywise.games.catalog import load_game
from plywise.solve.plan import plan_reachable, plan_tiers

spec, tier, effort = sys.argv[1], sys.argv[2], float(sys.argv[3])
game = load_game(spec)
if tier == "reachable":
    plan = plan_reachable(game, spec, counted=int(effort))
else:
    plan = plan_tiers(game, spec, tier, seconds=effort)
print(json.dumps([plan.seconds, plan.memory, plan.published, plan.slots]))
"""

RUN = r"""
import json, re, sys
from pathlib import Path
from plywise.games.catalog import load_game
from plywise.solve import solve_game

spec, tier, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
build = solve_game(load_game(spec), folder, tier=tier, spec=spec)
size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
slots = sum(table["slots"] for table in json.loads((folder / "manifest.json").read_text())["tables"])
peak = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[1]  # getrusage begins with the parent's
print(json.dumps([build["cpu_seconds"], int(peak) * 1024, size, slots]))
"""

QUICK = [("six-mens-morris", "9", 0.6), ("connect-four:width=5,height=4", "reachable", 300_000)]

SLOW = [
    ("chess", "KQvKR", 2),
    ("chess", "KBNvK", 1),
    ("chess", "KRPvK", 6),
    ("draughts", "4", 3),
    ("nine-mens-morris", "3-4", 6),
    ("nine-mens-morris", "4-4", 6),
    ("six-mens-morris", "12", 1),
    ("kalah:pits=3,seeds=4", "reachable", 100_000),
    ("kalah:pits=4,seeds=2", "reachable", 50_000),
    ("connect-four:width=6,height=3", "reachable", 200_000),
    ("connect-four:width=5,height=5", "reachable", 3_000_000),
    ("examples/hex.py:size=4", "reachable", 3_000_000),
]
"""The third is the seconds of measuring, or the states that are counted. But for nine men's morris, which six seconds
solve as a whole, a part is measured and the rest extrapolated."""


def measure(code: str, *args: Any) -> list[float]:
    command = [sys.executable, "-c", code, *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment())
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def compare(spec: str, tier: str, effort: float, folder: Any, times: int = 1) -> None:
    """Hold a plan against a run; of several of each the least figures count, as those least disturbed."""
    measure(PLAN, spec, tier, effort)  # so that no process that is measured compiles
    plans = [measure(PLAN, spec, tier, effort) for _ in range(times)]
    runs = [measure(RUN, spec, tier, folder / str(number)) for number in range(times)]
    planned, real = ([min(each) for each in zip(*found, strict=True)] for found in (plans, runs))
    ratios = [plan / run for plan, run in zip(planned, real, strict=True)]
    sys.stdout.write(f"{spec} {tier}: planned {planned}, took {real}: {[round(ratio, 2) for ratio in ratios]}\n")
    assert all(0.5 <= ratio <= 2 for ratio in ratios), (planned, real)


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "tier", "effort"), QUICK)
def test_a_plan_is_within_a_factor_of_2_of_the_run(spec, tier, effort, tmp_path):
    measure(RUN, spec, tier, tmp_path / "before")  # what only a whole run compiles
    compare(spec, tier, effort, tmp_path, times=3)


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "tier", "effort"), SLOW)
def test_a_plan_is_within_a_factor_of_2_of_longer_runs(spec, tier, effort, tmp_path):
    compare(spec, tier, effort, tmp_path)
