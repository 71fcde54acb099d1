"""Limits in time are kept while the machine is busy: compiled code looks at the clock itself.

How late an answer comes is a matter of wall time: the bounds of the quick tests only catch what trials 7.8 reported
(79 ms late in the middle, 349 at worst, and seconds with many threads); the slow ones hold the promise.
"""

import contextlib
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from plywise import Limit, SearchOptions, decide, load_game

BUSY = "while True: pass"

ASKED = {
    "alpha-beta": "connect-four",
    "uct": "connect-four",
    "star2": "pig",
}


@contextlib.contextmanager
def load(processes: int = 2) -> Iterator[None]:
    """Keep the machine busy meanwhile."""
    running = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def overshoots(algorithm: str, count: int, seconds: float = 0.05, threads: int = 1) -> list[float]:
    """Decide that often, compiled and under load; return how many seconds late each answer was."""
    game = load_game(ASKED[algorithm])
    late = []
    decide(game, limit=Limit(time=0.01), algorithm=algorithm, options=SearchOptions(engine="compiled", threads=threads))
    with load():
        for _ in range(count):
            started = time.perf_counter()
            found = decide(
                game,
                limit=Limit(time=seconds),
                algorithm=algorithm,
                options=SearchOptions(engine="compiled", threads=threads),
            )
            late.append(time.perf_counter() - started - seconds)
            assert found.engine == "compiled"
    return late


def test_limits_under_load():
    """Beside other tests everybody is late, so this only sees a limit that isn't kept at all; see the next one."""
    assert min(overshoots("alpha-beta", 20)) < 0.1


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ASKED)
def test_a_hundred_limits_under_load(algorithm, record_property):
    late = overshoots(algorithm, 100)
    record_property("figure", f"{1e3 * statistics.median(late):.1f} ms late (median), {1e3 * max(late):.1f} (worst)")
    assert statistics.median(late) <= 0.005
    assert max(late) <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["uct", "star2"])
def test_twenty_limits_of_other_algorithms(algorithm):
    assert statistics.median(overshoots(algorithm, 20)) < 0.025


def test_many_threads_keep_the_limit():
    assert min(overshoots("alpha-beta", 3, 0.2, threads=64)) <= 0.3


@pytest.mark.slow
def test_many_threads_keep_the_limit_each_time(record_property):
    worst = max(overshoots("alpha-beta", 10, 0.2, threads=64))
    record_property("figure", f"{1e3 * worst:.0f} ms late at worst, 64 threads")
    assert worst <= 0.3
