"""The edge of the program: poor encodings, full disks, closed pipes, Ctrl-C."""

import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.text import Text

from plywise.cli.screen.harmless import Screen
from tests.docs.pages import environment

POOR = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
INTERRUPTIBLE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); import plywise.cli.main as m; m.main()"
)
"""Where pytest runs in the background, its children ignore Ctrl-C unless told."""

ENDLESS = """
import sys, time
from plywise import Game

class Endless(Game):
    State = int
    def __init__(self, thinks_from=0):
        self.thinks_from = thinks_from
    def to_move(self, state):
        if state >= self.thinks_from:
            print("thinking", file=sys.stderr, flush=True)
            time.sleep(60)
        return state % 2
    def actions(self, state): return [1]
    def result(self, state, action): return state + 1
    def utility(self, state, player): return 0
    def view(self, state): return str(state)  # else plies would be played to see what a state looks like
"""


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (("--help",), "Adversarial search"),
        (("games",), "tic-tac-toe"),
        (("check", "nim"), "ok nim: nothing to complain about."),
        (("tree", "figure-5.2"), "a1 v = 3 <"),
        (("tree", "tic-tac-toe", "--depth", "1"), "~ by estimate"),
        (("analyse", "tic-tac-toe", "--depth", "2"), " 3  . . ."),
        (("play", "tic-tac-toe"), " 3  . . ."),
    ],
)
def test_an_encoding_without_our_signs_gets_stand_ins(plywise, args, shown):
    done = plywise(*args, **POOR)
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert shown in done.stdout


def test_an_error_in_a_poor_encoding_is_one_line(plywise):
    done = plywise("analyse", "größe", **POOR)
    assert done.returncode == 1
    assert "There is no game called 'gr??" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("args", [("games",), ("games", "--json"), ("tree", "figure-5.2")])
def test_a_full_disk_gives_one_sentence(tmp_path, args):
    with Path("/dev/full").open("w") as full:
        done = run(tmp_path, args, full)
    assert done.returncode == 1
    assert done.stderr == "plywise: the system refused to read or write: No space left on device.\n"


@pytest.mark.parametrize("args", [("games",), ("games", "--json"), ("tree", "figure-5.2")])
def test_a_reader_who_leaves_is_no_error(tmp_path, args):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        done = run(tmp_path, args, pipe)
    assert (done.returncode, done.stderr) == (1, "")


def run(folder, args, stdout):
    command = [sys.executable, "-m", "plywise", *args]
    return subprocess.run(
        command, cwd=folder, stdout=stdout, stderr=subprocess.PIPE, text=True, env=environment(), check=False
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT")
@pytest.mark.parametrize("args", [("analyse",), ("analyse", "--json"), ("check",), ("tree",)])
def test_ctrl_c_before_there_is_an_answer_ends_quietly(tmp_path, args):
    (tmp_path / "endless.py").write_text(ENDLESS)
    process = start(tmp_path, args[0], "endless.py", *args[1:])
    assert process.stderr.readline() == "thinking\n"
    process.send_signal(signal.SIGINT)
    printed, complaints = process.communicate(timeout=30)
    assert process.returncode == 130
    assert printed.strip() == ""
    assert set(complaints.split()) <= {"thinking"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT")
def test_ctrl_c_leaves_a_game(tmp_path):
    process = start(tmp_path, "play", "nim")
    shown = ""
    while not shown.endswith("A to play: "):
        shown += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    printed, complaints = process.communicate(timeout=30)
    assert process.returncode == 130
    assert printed.endswith("\nLeft the game.\n")
    assert complaints == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT")
def test_ctrl_c_stops_engines_that_play_each_other(tmp_path):
    (tmp_path / "endless.py").write_text(ENDLESS)
    process = start(tmp_path, "play", "endless.py:thinks_from=12", "--human", "none", "--time", "1")
    assert process.stderr.readline() == "thinking\n"
    process.send_signal(signal.SIGINT)
    printed, complaints = process.communicate(timeout=30)
    assert process.returncode == 130
    assert re.fullmatch(r"Stopped after \d+ plies\.", printed.splitlines()[-1])
    assert set(complaints.split()) <= {"thinking"}


LOADING = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import runpy, sys
wanted = sys.argv[1]
class Knock:
    def find_spec(self, name, path=None, target=None):
        if name == wanted:
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except BaseException:
                raise ImportError(name) from None
sys.meta_path.insert(0, Knock())
sys.argv[:] = ["plywise", *sys.argv[2:]]
runpy.run_module("plywise", run_name="__main__")
"""
"""Ctrl-C at the moment when a module is imported; the importer makes another error of it, as some do."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT")
@pytest.mark.parametrize(
    "module", ["plywise.cli.main", "typer", "plywise.rules", "plywise.agents", "plywise.cli.commands.play.analyse"]
)
def test_ctrl_c_while_it_is_being_loaded_gives_one_line(tmp_path, module):
    done = subprocess.run(
        [sys.executable, "-c", LOADING, module, "analyse", "nim"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "plywise: stopped.\n")


def test_the_command_is_loaded_late():
    text = "import sys, plywise.__main__; print(sorted(name for name in sys.modules if name.startswith('plywise')))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env=environment(), check=True)
    assert done.stdout.strip() == "['plywise', 'plywise.__main__']"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT")
def test_ctrl_c_gives_the_deepest_answer_so_far(tmp_path):
    (tmp_path / "endless.py").write_text(ENDLESS)
    process = start(tmp_path, "analyse", "endless.py:thinks_from=5", "--depth", "40")
    assert process.stderr.readline() == "thinking\n"
    process.send_signal(signal.SIGINT)
    printed, complaints = process.communicate(timeout=30)
    assert process.returncode == 0, complaints
    assert "Not decided at depth" in printed


def start(folder, *args):
    return subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *args],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )


def test_the_screen_shows_control_characters_and_sends_only_its_own():
    shown = io.StringIO()
    screen = Screen(file=shown, force_terminal=True, color_system="standard", no_color=False, width=80)
    screen.print(Text("a\x1b[2J\x9b2J", style="red"))
    assert shown.getvalue() == "\x1b[31ma\\x1b[2J\\x9b2J\x1b[0m\n"
