"""A build that is killed at random moments and gone on with: the same bytes as one that wasn't."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import plywise.solve.dense.job as job
from plywise.games.catalog import load_game
from plywise.knowledge.solved import SolvedFolder
from plywise.solve.dense.notes import Notes

BUILD = """
import sys
from pathlib import Path
import plywise.solve.dense.job as job
from plywise.games.catalog import load_game

job.NOTED = 0  # so that every component keeps notes
game = load_game("draughts")
job.solve_tiers(game, "draughts", game.parse_tier(sys.argv[1]), Path(sys.argv[2]))
"""


def start(tier: str, path: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", BUILD, tier, str(path)], start_new_session=True)


def killed_builds(tier: str, kills: int, tmp_path: Path) -> None:
    """Build twice, once with kills, and compare."""
    for attempt in range(2):  # the first one compiles
        whole = tmp_path / f"whole-{attempt}"
        begun = time.perf_counter()
        assert start(tier, whole).wait() == 0
        seconds = time.perf_counter() - begun
    lots, cut, killed = random.Random(1), tmp_path / "cut", 0
    while not (cut / "manifest.json").exists():
        build = start(tier, cut)
        try:
            build.wait(lots.uniform(0.2, 0.9) * seconds if killed < kills else None)
        except subprocess.TimeoutExpired:
            os.killpg(build.pid, signal.SIGKILL)
            build.wait()
            killed += 1
    assert killed > 0
    one, other = SolvedFolder.open(whole).manifest, SolvedFolder.open(cut).manifest
    assert one.checksum == other.checksum
    assert _files(whole) == _files(cut)


def _files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != "manifest.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def test_notes_of_a_build_that_was_killed_before_it_removed_them_dont_stay(tmp_path, monkeypatch):
    game = load_game("draughts")
    monkeypatch.setattr(job, "NOTED", 0)
    with monkeypatch.context() as killed:
        killed.setattr(Notes, "remove", _stop)
        with pytest.raises(KeyboardInterrupt):
            job.solve_tiers(game, "draughts", game.parse_tier("2"), tmp_path / "cut")
    assert (tmp_path / "cut" / job.NOTES).exists()
    job.solve_tiers(game, "draughts", game.parse_tier("2"), tmp_path / "cut")
    assert not (tmp_path / "cut" / job.NOTES).exists()


def _stop(notes: Notes) -> None:
    raise KeyboardInterrupt


def test_two_kills_change_nothing(tmp_path):
    killed_builds("2", 2, tmp_path)


@pytest.mark.slow
def test_ten_kills_change_nothing(tmp_path):
    killed_builds("3", 10, tmp_path)
