"""The cache of whole searches: never stale, never needed, never trusted from others, and no harm when broken."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from plywise import Limit
from plywise.kernel import CacheError, Searcher, Switches, rules_fingerprint
from plywise.kernel.building import forget_kernels
from plywise.search import alpha_beta
from tests.kernel.harness import import_text

WEIGHED = """
from typing import NamedTuple
from plywise import Game
MODULE_WEIGHT = 100
class Weighed(Game):
    CLASS_WEIGHT = 10
    class State(NamedTuple):
        n: int = 0
    def __init__(self):
        self.own_weight = 1
    def to_move(self, state): return state.n % 2
    def actions(self, state):
        # one or two
        yield 1
        yield 2
    def result(self, state, action): return self.State(state.n + action)
    def is_terminal(self, state): return state.n > 30
    def utility(self, state, player): return 0
    def evaluate(self, state, player):
        worth = state.n % 4 * (MODULE_WEIGHT + self.CLASS_WEIGHT + self.own_weight)
        return worth if player == 0 else -worth
"""
NONE = Switches.none()
DEPTH = Limit(depth=3)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(folder))
    return folder


def game_of(text: str, folder: Path):
    return import_text(text, folder, "weighed").Weighed()


def found_from_disk(game) -> float:
    """Search as a new process would: nothing that this one has loaded is used."""
    forget_kernels()
    return Searcher(game, NONE, table_mb=1).decide(limit=DEPTH).value


def plain(game) -> float:
    return alpha_beta(game, limit=DEPTH).value


EDITS = [
    ("CLASS_WEIGHT = 10", "CLASS_WEIGHT = 20"),
    ("MODULE_WEIGHT = 100", "MODULE_WEIGHT = 200"),
    ("own_weight = 1", "own_weight = 2"),
]


@pytest.mark.slow
def test_an_edited_weight_is_never_served_stale(cache, tmp_path):
    values = []
    for old, new in [("", ""), *EDITS]:
        game = game_of(WEIGHED.replace(old, new) if old else WEIGHED, tmp_path)
        values.append(found_from_disk(game))
        assert values[-1] == plain(game)
    assert len(set(values)) == len(values)


def test_a_comment_changes_neither_the_fingerprint_nor_the_build(cache, tmp_path):
    game = game_of(WEIGHED, tmp_path)
    commented = game_of(WEIGHED.replace("# one or two", "# another comment\n        # of two lines"), tmp_path)
    assert found_from_disk(game) == plain(game)
    kept = sorted(path.name for path in cache.rglob("*"))
    assert found_from_disk(commented) == plain(game)
    assert sorted(path.name for path in cache.rglob("*")) == kept
    assert rules_fingerprint(commented) == rules_fingerprint(game)


def start(file: Path) -> subprocess.Popen[str]:
    asked = ["analyse", str(file), "--depth", "3", "--engine", "compiled", "--json"]
    command = [sys.executable, "-B", "-m", "plywise", *asked]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def answer(process: subprocess.Popen[str]) -> tuple[float, str]:
    out, said = process.communicate(timeout=200)
    assert process.returncode == 0, said
    return json.loads(out)["value"], said


@pytest.mark.slow
def test_two_cold_commands_at_once_and_one_after_an_edit(cache, tmp_path):
    file = tmp_path / "game.py"
    file.write_text(WEIGHED, encoding="utf-8")
    first, second = start(file), start(file)
    wanted = plain(game_of(WEIGHED, tmp_path))
    assert answer(first) == answer(second) == (wanted, "")
    old, new = EDITS[0]
    file.write_text(WEIGHED.replace(old, new), encoding="utf-8")
    assert answer(start(file)) == (plain(game_of(WEIGHED.replace(old, new), tmp_path)), "")
    assert not list(cache.rglob("*.tmp"))


def test_a_folder_that_cannot_be_written_costs_a_sentence(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "file" / "cache"))
    game = game_of(WEIGHED, tmp_path)
    with pytest.warns(RuntimeWarning, match="set PLYWISE_CACHE_DIR") as said:
        assert found_from_disk(game) == plain(game)
    assert len(said) == 1


@contextmanager
def tiny_disk(folder: Path, size: str):
    """A file system of so many bytes, where this machine lets us mount one."""
    folder.mkdir(mode=0o700)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("only root may mount a small file system")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("size", ["8k", pytest.param("12k", marks=pytest.mark.slow)])
def test_a_full_folder_costs_a_sentence(size, cache, tmp_path):
    game = game_of(WEIGHED, tmp_path)
    with tiny_disk(cache, size):
        with pytest.warns(RuntimeWarning, match="compiled at every start") as said:
            assert found_from_disk(game) == plain(game)
        assert len(said) == 1


def test_folders_that_others_could_have_filled_are_refused(cache, tmp_path, monkeypatch):
    game = game_of(WEIGHED, tmp_path)
    cache.mkdir()
    cache.chmod(0o777)
    with pytest.raises(CacheError, match="can be written by others"):
        found_from_disk(game)
    cache.chmod(0o700)
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    with pytest.raises(CacheError, match="belongs to another user"):
        found_from_disk(game)
