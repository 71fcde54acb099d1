"""Long commands say how far they are, stop at Ctrl-C, and continue: each in a pipe, with rules that take their time."""

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from plywise.cli.screen.progress import ProgressForm, ProgressScreen, show_progress
from tests.docs.pages import environment

WITHIN = 12.0
"""Seconds in which the first line must come, once the command is loaded."""
LOADING = 30.0
"""Seconds that loading may take where many tests run at once."""
AT_ONCE = 30.0
"""Seconds in which Ctrl-C must end a command, saving included, where many tests run at once."""

RULES = """
import time
from plywise import Game

class Taking(Game):
    name, max_actions = "taking", 3

    def __init__(self, matches: int = 13, pause: float = 0.0):
        self.matches, self.pause = matches, pause

    def initial(self):
        return ("matches", self.matches, 0)

    def to_move(self, state):
        return state[2]

    def actions(self, state):
        return range(1, min(3, state[1]) + 1)

    def result(self, state, action):
        time.sleep(self.pause)
        return (state[0], state[1] - action, 1 - state[2])

    def is_terminal(self, state):
        return state[1] == 0

    def utility(self, state, player):
        return -1 if player == state[2] else 1
"""
INTERRUPTIBLE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "import runpy; runpy.run_module('plywise', run_name='__main__')"
)
"""Where pytest runs in the background, its children ignore Ctrl-C unless told."""
pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals")


@dataclass(frozen=True)
class LongCommand:
    """A command that works for a while, and what it has on disk by then."""

    arguments: tuple[str, ...]
    kept: Callable[[Path], float] = lambda folder: float("inf")
    """Returns how much is on disk, in the unit of what is reported as done."""


def count_games(folder: Path) -> float:
    return sum(len(path.read_bytes().splitlines()) for path in folder.rglob("games.jsonl"))


def count_puzzles(folder: Path) -> float:
    path = folder / "puzzles.json"
    return len(json.loads(path.read_text("utf-8"))["puzzles"]) if path.exists() else 0


def learned_games(folder: Path) -> float:
    path = folder / "it.knowledge.training"
    return json.loads(path.read_bytes().split(b"\n")[1])["games"] if path.exists() else 0


REPORT = "report slow.py:pause=0.002 --agent auto:engine=plain --games 4 --nodes 40,4 --opening-games 0 --states 0"
LEVELS = "levels slow.py:pause=0.001 --games 4 --short-games 2 --time 0.01 --most 1 --workers 1 --out it.levels"
PUZZLES = (
    "puzzles slow.py:pause=0.001,matches=9 --count 5 --depth 1 --games 30 --states 0 --engine plain --out puzzles.json"
)
LONG = {
    "check": LongCommand(("check", "slow.py:pause=0.02", "--time", "20")),
    "match": LongCommand(
        ("match", "random", "random", "--game", "slow.py:pause=0.01", "--games", "40", "--workers", "1", "--out", "m"),
        count_games,
    ),
    "report": LongCommand((*REPORT.split(), "--workers", "1", "--out", "r", "--html", "r.html"), count_games),
    "levels": LongCommand(tuple(LEVELS.split()), count_games),
    "puzzles": LongCommand((*PUZZLES.split(), "--out", "puzzles.json"), count_puzzles),
    "learn": LongCommand(
        ("learn", "tic-tac-toe", "--games", "400000", "--match", "4", "--time", "0.02", "--out", "it.knowledge"),
        learned_games,
    ),
    "solve": LongCommand(("solve", "connect-four:width=5,height=4", "--out", "tables")),
}
IN_CI = ("match", "puzzles")


@pytest.fixture
def folder(tmp_path):
    """A folder with slow rules."""
    (tmp_path / "slow.py").write_text(RULES, "utf-8")
    return tmp_path


def start(
    folder: Path, *arguments: str, out: Any = subprocess.PIPE, err: Any = subprocess.PIPE
) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *arguments],
        cwd=folder,
        stdout=out,
        stderr=err,
        text=True,
        env=environment(),
    )


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


ENDLESS = {
    "check": ("check", "slow.py:pause=3"),
    "match": ("match", "random", "random", "--game", "slow.py:pause=3", "--workers", "1"),
    "report": ("report", "slow.py:pause=3"),
    "levels": ("levels", "slow.py:pause=3", "--out", "it.levels", "--workers", "1"),
    "puzzles": ("puzzles", "slow.py:pause=3"),
    "learn": ("learn", "tic-tac-toe", "--out", "it.knowledge", "--minutes", "3"),
    "solve": ("solve", "connect-four:width=6,height=5", "--out", "tables"),
    "perft": ("perft", "slow.py:pause=3", "6"),
}


@pytest.mark.parametrize("command", ENDLESS)
def test_a_long_command_in_a_pipe_says_soon_how_far_it_is(folder, command):
    """Its first line comes on stderr, as text and as JSON, though its rules may sit in one call for seconds."""
    processes, told = [], dict[str, str]()
    for form in ("auto", "json"):
        with (folder / f"{form}.out").open("w") as out, (folder / f"{form}.err").open("w") as err:
            words = [f"{form}-{word}" if word == "tables" else word for word in ENDLESS[command]]
            processes.append(start(folder, *words, "--progress", form, out=out, err=err))
    end = time.monotonic() + WITHIN + LOADING
    try:
        while time.monotonic() < end and not (told and all(map(first_line, told.values()))):
            time.sleep(0.1)
            told = {form: (folder / f"{form}.err").read_text("utf-8") for form in ("auto", "json")}
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert (folder / "auto.out").read_text("utf-8") == (folder / "json.out").read_text("utf-8") == ""
    assert first_line(told["auto"]).startswith(f"plywise {command}: ")
    assert " so far" in first_line(told["auto"])
    (data, *_) = objects(told["json"])
    assert {"command", "doing", "done", "of", "unit", "seconds", "left", "known"} == data.keys()
    assert data["command"] == command
    assert data["seconds"] < WITHIN


def first_line(text: str) -> str:
    """Return the first whole line of progress, of either form."""
    lines = text.splitlines(keepends=True)
    return next((line for line in lines if line.endswith("\n") and (line[0] == "{" or " so far" in line)), "")


def interrupted(folder: Path, name: str, seconds: float = 0.0, done: float = 0.0) -> tuple[float, bool]:
    """Interrupt a command after some seconds, once so much is reported as done.

    Returns what was reported as done by then, and whether the command came to its end.
    """
    process = start(folder, *LONG[name].arguments, "--progress", "json")
    assert process.stderr is not None
    lines: list[str] = []
    time.sleep(seconds)
    while done and not any(each["unit"] and each["done"] >= done for each in objects("".join(lines))):
        lines.append(process.stderr.readline())
        assert lines[-1], lines
    process.send_signal(signal.SIGINT)
    shown, told = process.communicate(timeout=AT_ONCE)
    told = "".join(lines) + told
    assert "Traceback" not in shown + told, told
    # Python ends by the signal itself where that comes when the command is done and Python is being shut down.
    assert process.returncode in (0, 130, -signal.SIGINT), (process.returncode, told)
    steps = objects(told)
    return (steps[-1]["done"] if steps and steps[-1]["unit"] else 0), process.returncode != 130


def continues(folder: Path, name: str) -> None:
    """Run the same command to its end."""
    process = start(folder, *LONG[name].arguments)
    _, told = process.communicate(timeout=300)
    is_finished = "holds finished tables" in told  # stopped while they were shown
    assert process.returncode == 0 or is_finished, told


def try_moments(folder: Path, name: str, moments: list[float]) -> None:
    """Interrupt a command again and again, beginning anew where it came to its end; then let it end."""
    for seconds in moments:
        done, is_over = interrupted(folder, name, seconds)
        assert done <= LONG[name].kept(folder), f"after {seconds:.1f} s"
        if is_over:
            empty(folder)
    before = LONG[name].kept(folder)
    continues(folder, name)
    assert LONG[name].kept(folder) >= before


def empty(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.suffix != ".py":
            path.unlink()


@pytest.mark.parametrize("name", IN_CI)
def test_what_was_reported_is_on_disk_after_ctrl_c_and_the_same_command_continues(folder, name):
    before = 0.0
    for _ in range(2):
        done, is_over = interrupted(folder, name, done=before + 1)
        assert not is_over
        assert before < done <= LONG[name].kept(folder)
        before = done
    continues(folder, name)
    assert LONG[name].kept(folder) > before


@pytest.mark.slow  # pytest -m slow tests/cli/test_progress.py
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_at_ten_moments(folder, name):
    lots = random.Random(1)
    try_moments(folder, name, [lots.uniform(0.2, 12.0) for _ in range(10)])


def test_another_question_is_refused_by_the_file_of_an_unfinished_one(folder, plywise):
    arguments = LONG["puzzles"].arguments
    (folder / "puzzles.json").write_text("{}", "utf-8")
    assert "holds something else than puzzles" in plywise(*arguments).stderr
    question = {"game": arguments[1], "games": 7}
    unfinished = {"format": "plywise-puzzles-1", "puzzles": [], "unfinished": {"question": question, "games": 1}}
    (folder / "puzzles.json").write_text(json.dumps(unfinished), "utf-8")
    refused = plywise(*arguments)
    assert refused.returncode == 1
    assert "puzzles.json holds an unfinished search for other puzzles (its " in refused.stderr


def test_ctrl_c_ends_a_command_in_the_middle_of_a_search_that_has_an_answer():
    """A search returns its answer at Ctrl-C; of a thousand searches, the others aren't begun."""
    searches = 0

    def search_thrice() -> None:
        nonlocal searches
        with show_progress(at_once=True):
            for _ in range(3):
                searches += 1
                with contextlib.suppress(KeyboardInterrupt):
                    signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            search_thrice()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert searches == 1


def test_the_time_left_follows_from_the_pace_of_a_step(monkeypatch):
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    screen = ProgressScreen("match", ProgressForm.auto)
    screen.show("playing", 0, 50, unit="games")
    assert screen.left() is None
    now += 10
    screen.show("playing", 10, 50, unit="games", known="score 50%")
    assert screen.left() == 40
    now += 5
    assert screen.line() == "plywise match: playing: 10 of 50 games; score 50%; 0:15 so far, about 0:35 left"
    assert screen.data()["left"] == 35
    screen.show("playing", 10, 50, unit="games", is_open_ended=True)
    assert screen.data() == {
        "command": "match",
        "doing": "playing",
        "done": 10,
        "of": 50,
        "unit": "games",
        "seconds": 15.0,
        "left": None,
        "known": "score 50%",
    }


def test_none_says_nothing(folder):
    process = start(folder, "perft", "slow.py:pause=1", "2", "--progress", "none")
    shown, told = process.communicate(timeout=60)
    assert "9 lines of 2 actions" in shown
    assert "so far" not in told
