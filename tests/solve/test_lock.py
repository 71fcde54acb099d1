"""A folder of tables is written by one process at a time."""

import json
import os
import signal
import subprocess
import sys
import threading

import pytest

from plywise.games.catalog import load_game
from plywise.knowledge.solved import SolvedFolder, SolvedTableError, check_files
from plywise.knowledge.solved.lock import LOCK, check_free, hold_folder
from plywise.solve import solve_game
from tests.solve.graph_game import Graph

HOLD = """
import sys, time
from pathlib import Path
from plywise.knowledge.solved.lock import hold_folder

with hold_folder(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="locks")


@pytest.fixture
def holder(tmp_path):
    """A process that writes a folder, until it is killed."""
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path / "tables")], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        yield process
        process.kill()


def test_a_second_process_is_refused_and_told_who_holds_it(holder, tmp_path):
    with pytest.raises(SolvedTableError) as refused:
        solve_game(load_game("nim:piles=1-2"), tmp_path / "tables")
    assert str(refused.value).startswith(f"{tmp_path / 'tables'} is being solved by process {holder.pid} on ")
    assert str(refused.value).endswith(": wait for it, or name another folder.")
    with pytest.raises(SolvedTableError, match=f"process {holder.pid} "):
        solve_game(Graph(), tmp_path / "tables", tier="2", spec="graph")
    with pytest.raises(SolvedTableError, match=f"process {holder.pid} "):
        check_free(tmp_path / "tables")


def test_the_lock_of_a_killed_process_is_taken_over(holder, tmp_path):
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()
    assert json.loads((tmp_path / "tables" / LOCK).read_bytes())["process"] == holder.pid
    check_free(tmp_path / "tables")
    solve_game(load_game("nim:piles=1-2"), tmp_path / "tables")
    assert not (tmp_path / "tables" / LOCK).exists()
    assert SolvedFolder.open(tmp_path / "tables").names == ("all",)


def test_a_lock_that_a_killed_process_left_in_a_finished_folder_is_no_damage(tmp_path):
    solve_game(load_game("nim:piles=1-2"), tmp_path / "tables")
    (tmp_path / "tables" / LOCK).write_bytes(b"anything")
    assert [check.fault for check in check_files(tmp_path / "tables") if check.fault] == []


def test_of_many_who_want_it_at_once_one_has_it_at_a_time(tmp_path):
    inside, most, done = 0, 0, 0
    counting = threading.Lock()

    def work():
        nonlocal inside, most, done
        for _ in range(200):
            try:
                with hold_folder(tmp_path / "tables"):
                    with counting:
                        inside += 1
                        most, done = max(most, inside), done + 1
                    with counting:
                        inside -= 1
            except SolvedTableError:
                pass

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (most, inside) == (1, 0)
    assert done > 0
    assert not (tmp_path / "tables" / LOCK).exists()


def test_a_folder_removed_just_after_another_process_made_it_is_made_again(monkeypatch, tmp_path):
    """Others come between so rarely that many runs of the test above miss it."""
    folder, make = tmp_path / "tables", os.mkdir
    came_between: list[object] = []

    def make_late(path, mode=0o777):
        if os.fspath(path) == str(folder) and not came_between:
            came_between.append(path)  # another process has made the folder, and removes it before we can look
            raise FileExistsError(17, "File exists", str(path))
        make(path, mode)

    monkeypatch.setattr(os, "mkdir", make_late)
    with hold_folder(folder):
        assert (folder / LOCK).exists()
    assert came_between
