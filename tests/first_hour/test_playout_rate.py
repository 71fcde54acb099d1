"""The plain UCT makes about as many playouts as a bare loop: the benchmark's figure, loosely, on games of our own."""

import runpy
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plywise
from tests.docs.pages import environment
from tests.first_hour.strangers import DictGomoku, FourOfFive, Sprint

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "speed" / "plain_playouts.py"
LEAST = 0.6
"""Of the loop's playouts; the benchmark wants 0.8, on a quiet machine and for longer."""

pytestmark = pytest.mark.filterwarnings("ignore::plywise.PlainEngineWarning")


@pytest.fixture(scope="module")
def compare() -> Callable[..., Any]:
    found: Callable[..., Any] = runpy.run_path(str(BENCHMARK))["compare"]
    return found


@pytest.mark.parametrize("kind", [DictGomoku, FourOfFive, Sprint])
def test_a_simulation_costs_little_more_than_a_playout(kind, compare):
    rates = compare(kind, seconds=0.5, rounds=3)
    assert rates.ratio >= LEAST, rates


def test_simulations_that_cost_twice_as_much_are_seen(compare, monkeypatch):
    def play(game, *, algorithm, limit, options):
        benchmark = runpy.run_path(str(BENCHMARK))
        end, count = time.process_time() + limit.time, 0
        while time.process_time() < end:
            for _ in range(2):
                benchmark["play_out"](game, game.initial())
            count += 1
        return plywise.Decision(None, 0, 0, plywise.Status.HEURISTIC, simulations=count)

    monkeypatch.setitem(compare.__globals__, "decide", play)
    assert 0.3 < compare(Sprint, seconds=0.2, rounds=3).ratio < LEAST


def test_the_benchmark_runs(tmp_path):
    file = tmp_path / "gomoku.py"
    file.write_text(
        "from tests.first_hour.strangers import DictGomoku\n\n\nclass Gomoku(DictGomoku):\n    pass\n", "utf-8"
    )
    command = [sys.executable, str(BENCHMARK), "--smoke", str(file)]
    root = str(Path(__file__).parents[2])
    there = environment() | {"PYTHONPATH": f"{environment().get('PYTHONPATH', '')}:{root}"}
    done = subprocess.run(command, capture_output=True, text=True, env=there, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "the least ratio is" in done.stdout


def test_the_benchmark_says_what_it_lacks(tmp_path):
    there = environment() | {"PLYWISE_TEST_DATA": str(tmp_path / "data")}
    command = [sys.executable, str(BENCHMARK), "--smoke"]
    done = subprocess.run(command, capture_output=True, text=True, env=there, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("There is nothing to measure")
