"""The commands that people need everywhere get by without what only POSIX systems have. This is no test on Windows."""

import os
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

HIDING = Path(__file__).parent / "without_posix"
STUDENT = """
def minimax(game, state):
    def value(state):
        if game.is_terminal(state):
            return game.utility(state, 0)
        values = [value(game.result(state, action)) for action in game.actions(state)]
        return max(values) if game.to_move(state) == 0 else min(values)
    best = max if game.to_move(state) == 0 else min
    action = best(game.actions(state), key=lambda action: value(game.result(state, action)))
    return value(state), action
"""
PLYWISE = [sys.executable, "-m", "plywise"]


@pytest.fixture
def hiding():
    return {**os.environ, "PYTHONPATH": str(HIDING), "COLUMNS": "200"}


def test_the_names_are_hidden(hiding):
    text = "import os, signal\nassert not hasattr(os, 'sysconf') and not hasattr(signal, 'SIGALRM')\nimport fcntl"
    done = subprocess.run([sys.executable, "-c", text], env=hiding, capture_output=True, text=True, check=False)
    assert "import of fcntl halted" in done.stderr


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("check mine.py", "nothing to complain about"),
        ("analyse mine.py --time 1 --engine compiled", "With best play A wins"),
        ("play mine.py --human none --time 0.1", " wins"),
        ("explain mine.py --depth 3 --html why.html", "Wrote why.html"),
        ("grade student.py", "minimax"),
        ("cache list", "at most"),
    ],
)
def test_a_command(command, said, hiding, tmp_path):
    subprocess.run([*PLYWISE, "new", "mine"], cwd=tmp_path, env=hiding, check=True, capture_output=True)
    (tmp_path / "student.py").write_text(STUDENT, encoding="utf-8")
    done = subprocess.run(
        [*PLYWISE, *command.split()], cwd=tmp_path, env=hiding, check=False, capture_output=True, text=True
    )
    assert said in done.stdout, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_serving(hiding, tmp_path):
    command = [*PLYWISE, "serve", "nim", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, env=hiding, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            time.sleep(0.2)
            with urlopen(f"{address}api/games") as answer:
                assert b'"nim"' in answer.read()
        finally:
            server.terminate()
