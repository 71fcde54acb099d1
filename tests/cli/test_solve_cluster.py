"""`plywise solve --cluster` and `--status`: what they refuse, and what is told of a job from another terminal."""

import time
from functools import partial
from pathlib import Path

import pytest

from plywise.executors import InProcess, Lost
from plywise.knowledge.solved import SolvedFolder
from plywise.rules import SearchError
from plywise.solve.spread import DenseWorker, JobStorage, Journal, Spreading, SpreadJob
from tests.cli.test_solve import GRAPH, refusal, run
from tests.solve.graph_game import Graph


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((GRAPH, "--tier", "2"), "480 slots are too few for a cluster"),
        (("nim:piles=1-2-3",), "50 slots are too few for a cluster"),
        ((GRAPH, "--tier", "reachable", "--anyway"), "graph has cycles"),
        (("pig", "--tier", "all", "--anyway"), "Tables of pig hold expected values"),
    ],
)
def test_what_is_no_work_for_a_cluster_is_told_in_a_sentence(args, sentence, tmp_path):
    assert refusal("solve", *args, "--out", tmp_path / "tables", "--cluster", "local").startswith(sentence)
    assert not (tmp_path / "tables").exists()


def job(folder: Path, on_outcome=None) -> SpreadJob:
    """Prepare a job by two workers in this process."""
    journal = Journal(folder)
    journal.news("worker", {"worker": 0, "pid": 123, "node": "here"})
    crew = InProcess(partial(DenseWorker, JobStorage(Graph, folder)), 2)
    return SpreadJob(Graph(), "graph", (0, 1), folder, Spreading(crew, 3, 0, journal, on_outcome))


def test_the_status_of_a_job_under_way_then_stopped_then_finished(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a short path keeps lines whole
    folder, shown = Path("tables"), []

    def look(task, outcome):
        if (task.key, task.about) == (("take", 1, 2), "low_a pass 2"):
            time.sleep(0.6)  # the status is written twice a second
        if (task.key, task.about) == (("take", 2, 2), "low_a pass 2"):
            shown.append(run("solve", "--status", folder).stdout)
            raise SearchError("Enough.")

    with pytest.raises(SearchError, match="Enough"):
        job(folder, look).run()
    assert f"{folder}: working, low a low b, ply 1, 1/2, 0 of 480 slots" in shown[0]
    assert [line.split()[:3] for line in shown[0].splitlines()[1:4]] == [
        ["worker", "process", "node"],
        ["0", "123", "here"],
        ["1", "5", "0.0"],
    ]
    assert (
        f"{folder}: stopped, low a low b, ply 1, 1/2, 0 of 480 slots: Enough."
        in run("solve", "--status", folder).stdout
    )
    build = job(folder).run()
    assert run("solve", "--status", folder).stdout.startswith(f"{folder} is finished: 4 tables in ")
    assert (build["repeated"], build["lost"], build["failures"]) == (0, 0, [])
    assert not (folder / "tasks").exists()


def test_a_status_names_what_was_lost_and_that_nobody_writes_it_any_more(tmp_path):
    (tmp_path / "tables").mkdir()
    journal = Journal(tmp_path / "tables")
    journal.open()
    task = job(tmp_path / "other").begin_task(job(tmp_path / "other").cut(job(tmp_path / "other").components[0]), 1)
    journal.outcome(task, Lost(4, "its machine is gone"))
    journal.news("lost", {"worker": 4, "pid": 77, "reason": "its machine is gone"})
    journal.write(at_once=True)
    status = tmp_path / "tables" / "tasks" / "status.json"
    told = run("solve", "--status", tmp_path / "tables").stdout
    assert "begin of shard 1: its machine is gone" in told
    assert "1 workers lost" in told
    assert "no news" not in told
    status.write_text(status.read_text().replace('"updated": 1', '"updated": -1'))
    assert "continue with --resume" in run("solve", "--status", tmp_path / "tables").stdout


def test_a_status_needs_a_job(tmp_path):
    assert "No job works in" in refusal("solve", "--status", tmp_path)
    SolvedFolder.create(tmp_path / "begun", game="graph", fingerprint="x")
    assert "by one process" in refusal("solve", "--status", tmp_path / "begun")
