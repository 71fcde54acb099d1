"""Levels on disk: a killed solve goes on with them, memory is respected, and what lies there isn't trusted."""

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import plywise.solve.sparse.by_levels as by_levels
import plywise.solve.sparse.store as store
from plywise.agents.tables import Tables
from plywise.games.catalog import load_game
from plywise.knowledge.solved import DamagedTableError, SolvedFolder
from plywise.knowledge.solved.arrays import KeyFinder
from plywise.rules import RulesError, SearchError
from plywise.solve import solve_game
from plywise.solve.sparse import solve_sparse
from plywise.solve.verify import verify_all

SMALL = "connect-four:width=4,height=4"
STATES = 161_029

BUILD = """
import json, os, re, signal, sys
from pathlib import Path
import plywise.solve.sparse.store as store
from plywise.games.catalog import load_game
from plywise.solve.sparse import solve_sparse

spec, folder, last, memory = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
store.OFTEN = 0  # so that every level is noted
steps = levels = 0

def count(add):
    def counted(*args):
        global levels
        levels += 1
        print("level", flush=True)
        return add(*args)
    return counted

def tell(progress):
    global steps
    steps += 1
    if steps == last:
        os.kill(os.getpid(), signal.SIGKILL)

store.LevelStore.add_level = count(store.LevelStore.add_level)
store.LevelStore.add_codes = count(store.LevelStore.add_codes)
solve_sparse(load_game(spec), spec, folder, memory=memory or None, on_progress=tell)
print("steps", steps)
print("peak", int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) << 10)
"""


class StopError(Exception):
    """What stops a solve here."""


def child(spec: str, path: Path, last: int = 0, memory: int = 0) -> tuple[int, int, dict[str, int]]:
    """Solve in a process that kills itself at a step; return how it ended, the levels it wrote, and what it says."""
    args = [sys.executable, "-c", BUILD, spec, str(path), str(last), str(memory)]
    ended = subprocess.run(args, check=False, capture_output=True, text=True)
    assert ended.returncode in (0, -signal.SIGKILL), ended.stderr
    lines = ended.stdout.split("\n")
    return (
        ended.returncode,
        lines.count("level"),
        {a: int(b) for a, _, b in (line.partition(" ") for line in lines) if b},
    )


def held(path: Path) -> dict[str, bytes]:
    """Return every file of a folder, of its manifest only the content."""
    files = {each.relative_to(path).as_posix(): each.read_bytes() for each in path.rglob("*") if each.is_file()}
    return files | {"manifest.json": SolvedFolder.open(path).manifest.checksum.encode()}


def check_killed(spec: str, kills: int, tmp_path: Path) -> None:
    """Solve with kills at moments spread over all steps; the bytes are the same, and each repeats a level at most."""
    _, levels, said = child(spec, tmp_path / "whole")
    wrote, steps = 0, said["steps"]
    for kill in range(kills):
        code, more, _ = child(spec, tmp_path / "cut", max(2, (kill % 3 + 1) * steps // (kills + 1)))
        wrote += more
        if code == 0:
            break
    else:
        code, more, _ = child(spec, tmp_path / "cut")
        wrote += more
    assert code == 0
    assert held(tmp_path / "cut") == held(tmp_path / "whole")
    assert wrote - levels <= kills


def test_a_killed_solve_goes_on_with_the_levels_it_has(tmp_path):
    check_killed(SMALL, 2, tmp_path)


@pytest.mark.slow
def test_a_solve_killed_at_ten_moments_has_the_same_bytes(tmp_path):
    check_killed("connect-four:width=5,height=4", 10, tmp_path)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Connect Four 4x4, solved at once."""
    path = tmp_path_factory.mktemp("small") / "tables"
    solve_sparse(load_game(SMALL), SMALL, path)
    return path


@pytest.mark.parametrize("room", [1 << 17, 1 << 20])
def test_runs_and_parts_give_the_same_bytes(small, tmp_path, monkeypatch, room):
    """With hardly any memory, levels are merged from runs, and valued by parts of the next one."""
    monkeypatch.setattr(store, "BLOCK", 1 << 11)
    monkeypatch.setattr(by_levels, "BLOCK", 1 << 11)
    monkeypatch.setattr(by_levels, "LEAST", 0)
    monkeypatch.setattr("plywise.solve.sparse.levels.memory_beside", lambda memory: memory)
    solve_sparse(load_game(SMALL), SMALL, tmp_path / "tables", memory=room)
    assert held(tmp_path / "tables") == held(small)


@pytest.mark.slow
def test_memory_is_respected(tmp_path):
    """Without a limit it takes half as much again."""
    spec, most = "connect-four:width=5,height=5", 330 << 20
    _, _, free = child(spec, tmp_path / "free")
    _, _, said = child(spec, tmp_path / "tables", memory=most)
    assert said["peak"] <= most < 0.75 * free["peak"]
    assert held(tmp_path / "tables") == held(tmp_path / "free")


def test_too_little_memory_and_a_full_disk_are_said(tmp_path, monkeypatch):
    game = load_game(SMALL)
    with pytest.raises(SearchError, match=r"are too little: allow .* more with --memory"):
        solve_game(game, tmp_path / "tables", memory=1 << 20)
    assert not (tmp_path / "tables" / "levels").exists()
    monkeypatch.setattr(store, "SPARE", 1 << 60)
    with pytest.raises(SearchError, match=r"bytes of disk beside .*: make room, and go on with --resume"):
        solve_game(game, tmp_path / "other")


def stopped(path: Path, step: int) -> None:
    """Solve up to a step, with every level noted."""
    steps = 0

    def tell(_):
        nonlocal steps
        steps += 1
        if steps == step:
            raise StopError

    with pytest.raises(StopError):
        solve_sparse(load_game(SMALL), SMALL, path, on_progress=tell)


@pytest.mark.parametrize("step", [20, 55])
def test_damaged_levels_are_found(tmp_path, monkeypatch, step):
    monkeypatch.setattr(store, "OFTEN", 0)
    stopped(tmp_path / "tables", step)
    files = sorted(each for each in (tmp_path / "tables/levels").iterdir() if each.stat().st_size > 100)
    for file in (files[-1], tmp_path / "tables/levels/notes.json"):
        sound = file.read_bytes()
        for damaged in (sound[:-1], sound[:50] + bytes([sound[50] ^ 4]) + sound[51:]):
            file.write_bytes(damaged)
            with pytest.raises((DamagedTableError, SearchError)):
                solve_sparse(load_game(SMALL), SMALL, tmp_path / "tables")
            assert file.exists()
        file.write_bytes(sound)
    with pytest.raises(SearchError, match="begun without --symmetric: leave it out"):
        solve_sparse(load_game(SMALL), SMALL, tmp_path / "tables", symmetric=True)


def absent_keys(tables: Tables) -> list[tuple[int, ...]]:
    """Return keys of states that can't be reached, each beside one that can."""
    keys = {tuple(key) for key in tables.folder.table("all").working_keys().tolist()}
    return [near for key in sorted(keys)[::997] for by in (-1, 1) if (near := (key[0] + by, *key[1:])) not in keys]


def are_refused(tables: Tables) -> bool:
    """Say whether the table knows none of those."""
    return all(tables.folder.table("all").find(key) is None for key in absent_keys(tables))


def test_a_state_that_is_not_there_is_refused_and_a_table_that_answers_for_it_is_caught(small, monkeypatch):
    tables = Tables(load_game(SMALL), small)
    assert len(absent_keys(tables)) > 50
    assert are_refused(tables)

    def bare_hash(self, key):
        """Answer as a perfect hash does, with some row for any key."""
        at = 0
        for level in reversed(self.levels):
            at = max(0, level.last_up_to(key, at))
        return at

    monkeypatch.setattr(KeyFinder, "find", bare_hash)
    assert not are_refused(Tables(load_game(SMALL), small))


def own_images(tables: Tables) -> int:
    """Return how many boards of four columns of five bits are their own mirror images."""
    keys = tables.folder.table("all").working_keys()[:, 0]
    assert tables.packing.places == ((0, 0), (0, 19))
    halves = (keys & (1 << 19) - 1, keys >> 19)
    same = np.ones(len(keys), bool)
    for half in halves:
        columns = [half >> 5 * column & 31 for column in range(4)]
        same &= (columns[0] == columns[3]) & (columns[1] == columns[2])
    return int(same.sum())


def test_mirror_images_count_once(small, tmp_path):
    game = load_game(SMALL)
    build = solve_game(game, tmp_path / "tables", symmetric=True)
    assert build["symmetric"]
    tables, whole = Tables(game, tmp_path / "tables"), Tables(game, small)
    assert 2 * tables.folder.table("all").slots - own_images(whole) == STATES
    for slot in range(0, STATES, 509):
        state = whole.state_of(whole.folder.table("all"), slot)
        assert tables.solved(state) == whole.solved(state)
    assert verify_all(tables).wrong == 0


def test_a_symmetry_that_is_none_is_refused(tmp_path, monkeypatch):
    game = load_game(SMALL)
    monkeypatch.setattr(type(game), "canonical", lambda self, state: state._replace(me=state.me & state.me - 1))
    with pytest.raises(RulesError, match=r"`canonical` makes .* leads elsewhere or is worth something else"):
        solve_sparse(game, SMALL, tmp_path / "tables", symmetric=True)
    assert not (tmp_path / "tables/levels").exists()
    with pytest.raises(SearchError, match="leave out --symmetric"):
        solve_game(load_game("kalah:pits=2,seeds=1"), tmp_path / "kalah", symmetric=True)
