"""Ctrl-C at random moments of import and compile, and many threads at once on a cold game: no later call fails."""

import contextlib
import gc
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from plywise import Limit, load_game
from plywise.kernel import CompileError, Searcher
from plywise.kernel.building import build, child, forget_kernels
from plywise.kernel.building.child import STARTED, CompileChild

GAME = "nim:piles=2-3-4"

TRY = """
import signal

def attempt():
    import plywise
    game = plywise.load_game({game!r})
    return plywise.decide(game, limit=plywise.Limit(depth=9), options=plywise.SearchOptions(engine="compiled"))

print("ready", flush=True)
try:
    try:
        attempt()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
except KeyboardInterrupt:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
found = attempt()
print("answered", found.engine, found.value, found.nodes, flush=True)
"""


def interrupted_after(seconds: float, cache: Path) -> str:
    """Start a process, interrupt it, and return what it then answered."""
    usual = {**os.environ, "PLYWISE_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", TRY.format(game=GAME)]
    process = subprocess.Popen(command, env=usual, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    said, wrong = process.communicate(timeout=300)
    assert process.returncode == 0, f"after {seconds:.3f} s: {wrong}"
    assert "Traceback" not in wrong, f"after {seconds:.3f} s: {wrong}"
    return said.splitlines()[-1]


def answers_after(moments: int, longest: float, seed: int, caches: list[Path]) -> set[str]:
    lots = random.Random(seed)
    return {interrupted_after(lots.uniform(0, longest), caches[each % len(caches)]) for each in range(moments)}


def test_interrupts_while_a_kernel_is_looked_for(tmp_path):
    """Four moments of import and loading, two of compiling."""
    warm = tmp_path / "warm"
    found = {interrupted_after(1.2, warm)} | answers_after(4, 0.5, 1, [warm])
    found |= {interrupted_after(0.7, tmp_path / "cold")}
    assert len(found) == 1
    assert found.pop().startswith("answered compiled ")


@pytest.mark.slow
def test_interrupts_at_forty_moments(tmp_path):
    found = answers_after(40, 5.0, 2, [tmp_path / f"cold-{number}" for number in range(40)])
    assert len(found) == 1


@contextlib.contextmanager
def switches_in_garbage_collection() -> Iterator[None]:
    """Let other threads run in the middle of what should be one step, as callbacks that libraries register do."""

    def switch(phase: str, info: object) -> None:
        time.sleep(0)

    threshold = gc.get_threshold()
    gc.callbacks.append(switch)
    gc.set_threshold(50)
    try:
        yield
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.remove(switch)


def test_threads_on_a_cold_game_compile_it_once(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    forget_kernels()
    started, answers, wrong = len(STARTED), [], []
    gate = threading.Barrier(13)

    def ask() -> None:
        gate.wait()
        try:
            found = Searcher(load_game("nim:piles=3-4-4"), table_mb=1).decide(limit=Limit(depth=9))
            answers.append((found.value, found.nodes, found.action))
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=ask) for _ in range(13)]
    with switches_in_garbage_collection():
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []
    assert len(answers) == 13
    assert len(set(answers)) == 1
    assert len(STARTED) <= started + 1
    (lock,) = (tmp_path / "cache" / "kernels").glob("*.lock")
    assert lock.read_text(encoding="utf-8").count("compiled by") == 1


@pytest.mark.parametrize("every", [False, True])
def test_a_child_that_waited_too_long_for_a_busy_machine_is_replaced_once(every, tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    forget_kernels()
    with monkeypatch.context() as patched:
        patched.setattr(child, "START", "pass")
        ended = CompileChild()
    ended._process.wait()
    monkeypatch.setattr(build, "borrow", lambda: ended)
    if every:
        monkeypatch.setattr(child, "START", "pass")
        with pytest.raises(CompileError, match="ended with code 0"):
            Searcher(load_game("nim:piles=2-5"), table_mb=1)
    else:
        assert Searcher(load_game("nim:piles=2-5"), table_mb=1).decide(limit=Limit(depth=9)).value == 1
