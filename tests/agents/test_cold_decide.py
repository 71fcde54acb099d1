"""`decide` where no kernel is compiled yet: an answer in time, and a compiled one the next time."""

import json
import os
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from plywise import Game, Limit, SearchOptions, Status, decide, load_game
from plywise.agents import PlainEngineWarning
from plywise.kernel.building import CompileError, forget_kernels
from plywise.kernel.building.build import _background
from plywise.kernel.building.child import STARTED
from plywise.kernel.lowering import LoweringError

HEX = str(Path(__file__).parents[2] / "examples" / "hex.py")
SECONDS = 60
"""How long a kernel that is compiled in the background is waited for."""

DECIDE = """
import json, sys, threading, time
import plywise
from plywise.kernel.building import build
game = plywise.load_game(sys.argv[1])
started = time.perf_counter()
found = plywise.decide(game, limit=plywise.Limit(time=0.5))
seconds = time.perf_counter() - started
for thread in threading.enumerate():  # the end of the process would wait for it too
    if thread.name == "plywise-later":
        thread.join()
print(json.dumps([seconds, found.engine, [child._process.pid for child in build._background.values()]]))
"""


def decide_in_a_process(game: str, cache: Path) -> tuple[float, str, list[int]]:
    """Decide once in a new process, which ends at once; return seconds, the engine and who compiles meanwhile."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    usual["PLYWISE_CACHE_DIR"] = str(cache)
    command = [sys.executable, "-c", DECIDE, game]
    seconds, engine, children = json.loads(subprocess.run(command, env=usual, capture_output=True, check=True).stdout)
    return seconds, engine, children


def wait_for(folder: Path, suffix: str) -> Path:
    """Wait until a file of a kernel is there."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        for path in folder.glob(f"kernels/*{suffix}"):
            if path.stem != "sources":
                return path
        time.sleep(0.1)
    raise AssertionError(f"no {suffix} within {SECONDS} s")


def test_a_plain_answer_first_and_a_compiled_one_the_next_time(tmp_path):
    """The process that compiles outlives the one that asked."""
    cache = tmp_path / "cache"
    _, engine, children = decide_in_a_process("connect-four", cache)
    assert (engine, len(children)) == ("plain", 1)
    wait_for(cache, ".json")
    assert decide_in_a_process("connect-four", cache)[1:] == ("compiled", [])


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache, and no kernel in memory."""
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    forget_kernels()
    yield tmp_path / "cache"
    forget_kernels()


@pytest.mark.slow
def test_waiting_answers_compiled(cache):
    game = load_game("nim:piles=5-6-7-8")
    found = decide(game, limit=Limit(time=0.2), options=SearchOptions(wait=True))
    assert found.engine == "compiled"
    assert found.seconds < 2  # compiling is no part of it
    assert len(list(cache.glob("kernels/*.o"))) == 2  # for a proof, and for simulations


@pytest.mark.slow
def test_without_a_limit_in_time_it_is_waited_for(cache):
    assert decide(load_game("nim:piles=9-9-9-9"), limit=Limit(nodes=20_000)).engine == "compiled"


class Counting(Game):
    """Count to a hundred thousand, too far to be enumerated at once; who can't go on loses."""

    class State(NamedTuple):
        at: int = 0
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [step for step in (1, 7, 61, 1009, 10007) if state.at + step <= 100_000]

    def result(self, state, action):
        return self.State(state.at + action, 1 - state.turn)

    def utility(self, state, player):
        return -1 if player == state.turn else 1

    def evaluate(self, state, player):
        return 0


class Unlowered(Counting):
    """What lowering itself refuses."""

    def utility(self, state, player):
        try:
            return super().utility(state, player)
        finally:
            pass


class Untyped(Counting):
    """What only the compiler refuses: a variable that is a number or a tuple."""

    def utility(self, state, player):
        found: Any = 1
        if state.at > 99_998:
            found = (1, 2)
        return found if player != state.turn else -1 if state.at else 1


def said_by(game: Game, **options: Any) -> list[str]:
    """Decide, plainly, and return what was said about it."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert decide(game, limit=Limit(time=0.2), options=SearchOptions(**options)).engine == "plain"
    return [str(each.message) for each in said if issubclass(each.category, PlainEngineWarning)]


def settle() -> None:
    """Wait until what was asked for has been lowered, and handed over."""
    for thread in threading.enumerate():
        if thread.name == "plywise-later":
            thread.join()


def test_what_cannot_be_lowered_is_said_once_and_starts_no_process(cache):
    """In the first call, unless Plywise's own sources have to be read first."""
    started, said = len(STARTED), []
    for _ in range(3):
        said += said_by(Unlowered())
        settle()
    (sentence,) = said
    assert "unlowered runs on the plain engine, since its rules can't be compiled" in sentence
    assert len(STARTED) == started


def test_a_refusal_is_remembered_on_disk(cache):
    started = len(STARTED)
    assert said_by(Untyped()) == []  # nobody knows yet
    wait_for(cache, ".refused")
    assert len(STARTED) == started + 1
    first, second = said_by(Untyped()), said_by(Untyped())
    assert len(first) == 1
    assert f"{Path(__file__).name}:" in first[0]
    assert second == []
    with pytest.raises(LoweringError):
        decide(Untyped(), limit=Limit(time=0.2), options=SearchOptions(engine="compiled"))
    assert len(STARTED) == started + 1


def test_a_refusal_whose_lines_have_moved_is_found_again(cache):
    """The same rules under another comment: nobody is sent to the wrong line."""
    said_by(Untyped())
    path = wait_for(cache, ".refused")
    said = json.loads(path.read_text(encoding="utf-8"))
    assert said["text"]
    path.write_text(json.dumps({**said, "line": said["line"] + 1}), encoding="utf-8")
    started = len(STARTED)
    with pytest.raises(LoweringError, match=rf":{said['line']}: "):
        decide(Untyped(), limit=Limit(time=0.2), options=SearchOptions(engine="compiled"))
    assert len(STARTED) >= started


class Doomed(Counting):
    """A game whose compiler is killed."""


def test_a_compiler_that_dies_is_no_reason_to_fail(cache, monkeypatch):
    def die(child, on_step):
        raise CompileError("The process that compiles rules ended by signal 9.")

    monkeypatch.setattr("plywise.kernel.building.child.CompileChild.wait", die)
    (sentence,) = said_by(Doomed(), wait=True)
    assert "ended by signal 9" in sentence
    with pytest.raises(CompileError):
        decide(Doomed(), limit=Limit(time=0.2), options=SearchOptions(engine="compiled"))


def test_one_process_compiles_what_is_asked_for_twice(cache):
    started = len(STARTED)
    game = load_game("nim:piles=4-6-7-9")
    for _ in range(3):
        assert decide(game, limit=Limit(time=0.1)).engine == "plain"
        settle()
    assert len(STARTED) == started + 2  # for a proof, and for simulations
    for child in list(_background.values())[-2:]:
        child._process.wait(SECONDS)
    assert decide(game, limit=Limit(time=0.1)).engine == "compiled"


def test_compiling_for_both_stages_takes_nothing_off_the_limit(monkeypatch, tmp_path):
    """A game without `evaluate` is searched for a proof, then simulated: each stage compiles a kernel of its own."""
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    forget_kernels()
    found = decide(load_game(HEX), limit=Limit(time=0.5), options=SearchOptions(wait=True))
    assert (found.engine, found.status) == ("compiled", Status.HEURISTIC)
    assert found.nodes > 20_000
    assert len(list((tmp_path / "cache").glob("kernels/*.o"))) == 2
