"""What is kept on disk: found again, never stale, never trusted from others, and not needed."""

import os
import subprocess
import sys

import pytest

from plywise import load_game
from plywise.kernel import CacheError, compile_rules, rules_fingerprint
from tests.kernel.harness import import_text

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from small import Small
from plywise.kernel import compile_rules
from plywise.kernel.building import child
game = Small()
rules = compile_rules(game)
print(rules.perft(game.initial(), 3), rules.utility(game.initial(), 0))
print(int("subprocess" in sys.modules and bool(child.STARTED)))
"""

SMALL = '''
from typing import NamedTuple
from plywise import Game
from helping import more
WEIGHT = 3
class Small(Game):
    """Small."""
    class State(NamedTuple):
        n: int = 0
    def to_move(self, state): return state.n % 2
    def actions(self, state):
        # one or two
        yield 0
        if state.n > 0: yield 1
    def result(self, state, action): return self.State(more(state.n) + action)
    def is_terminal(self, state): return state.n > 9
    def utility(self, state, player): return WEIGHT
    def evaluate(self, state, player): return 5
    def view(self, state): return "x"
'''
HELPING = "def more(n): return n + 1\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "small.py").write_text(SMALL, encoding="utf-8")
    (tmp_path / "helping.py").write_text(HELPING, encoding="utf-8")
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def start(folder) -> subprocess.Popen[str]:
    command = [sys.executable, "-B", "-c", PROGRAM, str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def answers(process: subprocess.Popen[str]) -> list[int]:
    out, errors = process.communicate(timeout=100)
    assert process.returncode == 0, errors
    return [int(word) for word in out.split()]


def test_two_cold_starts_at_once_then_a_warm_one_and_edits(folder):
    first, second = start(folder), start(folder)
    assert answers(first)[:2] == answers(second)[:2] == [4, 3]
    kept = sorted(path.name for path in (folder / "cache").rglob("*"))
    assert sum(name.endswith(".o") for name in kept) == 1
    assert oct((folder / "cache").stat().st_mode & 0o777) == "0o700"
    assert not [name for name in kept if name.endswith(".tmp")]

    (folder / "small.py").write_text(SMALL.replace("# one or two", "# a comment, longer\n"), encoding="utf-8")
    assert answers(start(folder)) == [4, 3, 0]
    assert sorted(path.name for path in (folder / "cache").rglob("*")) == kept

    (folder / "small.py").write_text(SMALL.replace("WEIGHT = 3", "WEIGHT = 4"), encoding="utf-8")
    (folder / "helping.py").write_text(HELPING.replace("+ 1", "+ 0"), encoding="utf-8")
    assert answers(start(folder)) == [1, 4, 1]


def test_the_rules_fingerprint(folder):
    (folder / "small.py").unlink()

    def fingerprint(text: str) -> str:
        return rules_fingerprint(import_text(text, folder, "printed").Small())

    usual = fingerprint(SMALL)
    for old, new in (
        ("# one or two", "# another comment"),
        ('"""Small."""', '"""Another docstring."""'),
        ("return 5", "return 6"),
        ('return "x"', 'return "y"'),
        ("def to_move(self, state): return", 'def to_move(self, state) -> int:\n        """Doc."""\n        return'),
    ):
        assert old in SMALL
        assert fingerprint(SMALL.replace(old, new)) == usual
    for old, new in (
        ("WEIGHT = 3", "WEIGHT = 4"),
        ("state.n > 9", "state.n > 99"),
        ("yield 1", "yield 2"),
        ("class Small(Game):", "class Small(Game):\n    players = 3"),
        ("from helping import more", "def more(n): return n + 1 + 0 * n"),
    ):
        assert old in SMALL
        assert fingerprint(SMALL.replace(old, new)) != usual


def test_parameters_change_the_rules_fingerprint():
    prints = {rules_fingerprint(load_game(spec)) for spec in ("connect-four", "connect-four:width=5,height=4", "nim")}
    assert len(prints) == 3
    assert rules_fingerprint(load_game("nim")) in prints


def test_a_folder_that_others_may_write_to_is_refused(folder):
    cache = folder / "cache"
    cache.mkdir()
    cache.chmod(0o777)
    with pytest.raises(CacheError, match="can be written by others: run `chmod 700"):
        compile_rules(load_game("nim:piles=1-1"))


def test_a_folder_of_another_user_is_refused(folder, monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    with pytest.raises(CacheError, match="belongs to another user"):
        compile_rules(load_game("nim:piles=1-1"))


def test_a_folder_that_cannot_be_written_costs_a_sentence(folder, monkeypatch):
    (folder / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(folder / "file" / "cache"))
    game = load_game("nim:piles=1-2")
    with pytest.warns(RuntimeWarning, match="set PLYWISE_CACHE_DIR") as said:
        rules = compile_rules(game)
    assert len(said) == 1
    assert rules.perft(game.initial(), 2) == 5


def test_nothing_heavy_is_loaded_before_compiling():
    program = "import sys, plywise.kernel; print([name for name in ('numba', 'numpy') if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.strip() == "[]"
