"""Tasks in processes: answers as they come, errors as text, and a worker that dies is replaced."""

import os
import signal
import time
from functools import partial

import pytest

from plywise.executors import Done, Failed, InProcess, Lost, Task, WorkerProcesses
from plywise.rules import NoActionError, SearchError


class Counting:
    """A worker: it squares numbers, sleeps, fails or dies."""

    def __init__(self, start: str = "well") -> None:
        if start != "well":
            raise SearchError("There is nothing to begin with.")
        self.calls = 0

    def square(self, number: int) -> tuple[int, int]:
        self.calls += 1
        return number * number, os.getpid()

    def sleep(self, seconds: float) -> float:
        time.sleep(seconds)
        return seconds

    def fail(self, kind: str) -> None:
        if kind == "ours":
            raise NoActionError("nim", "A(1)")
        raise KeyError("planted")

    def die(self, marker: str) -> str:
        if not os.path.exists(marker):  # noqa: PTH110
            open(marker, "w").close()  # noqa: PTH123
            os.kill(os.getpid(), signal.SIGKILL)
        return "alive"


def task(work: str, number: int, *arguments: object) -> Task:
    return Task((work, number, 0), arguments)


@pytest.fixture
def crew():
    crew = WorkerProcesses(Counting, 2)
    yield crew
    crew.close()


def test_tasks_are_done_once_each_by_both_workers(crew):
    outcomes = list(crew.run_unordered(task("square", n, n) for n in range(50)))
    assert sorted((done.shard, outcome.answer[0]) for done, outcome in outcomes) == [(n, n * n) for n in range(50)]
    assert len({outcome.answer[1] for _, outcome in outcomes}) == 2
    assert os.getpid() not in {outcome.answer[1] for _, outcome in outcomes}
    assert list(crew.run_unordered([])) == []


def test_what_is_done_sooner_comes_sooner_and_tasks_are_taken_only_when_there_is_room(crew):
    taken = []

    def tasks():
        for number, seconds in enumerate([1.0, 0.01, 0.01, 0.01, 0.01, 0.01]):
            taken.append(number)
            yield task("sleep", number, seconds)

    outcomes = crew.run_unordered(tasks())
    first, _ = next(outcomes)
    assert first.shard != 0
    assert len(taken) <= 5
    assert [done.shard for done, _ in outcomes][-2:].count(0) == 1


def test_an_error_is_text_by_the_time_it_arrives(crew):
    (_, ours), (_, other) = sorted(
        crew.run_unordered([task("fail", 0, "ours"), task("fail", 1, "other")]), key=lambda pair: pair[0].shard
    )
    assert isinstance(ours, Failed)
    assert isinstance(ours.error, SearchError)
    assert str(ours.error).startswith("nim goes on in the state A(1)")
    assert isinstance(other, Failed)
    assert isinstance(other.error, RuntimeError)
    assert "KeyError: 'planted' (at test_processes.py:" in str(other.error)
    assert "Traceback" in other.trace


def test_a_worker_that_dies_is_replaced_and_loses_one_task(crew, tmp_path):
    tasks = [task("die", 0, str(tmp_path / "died")), *(task("square", n, n) for n in range(1, 9))]
    outcomes = dict(crew.run_unordered(tasks))
    assert {done.shard for done, outcome in outcomes.items() if isinstance(outcome, Lost)} == {0}
    assert sum(isinstance(outcome, Done) for outcome in outcomes.values()) == 8
    lost = outcomes[tasks[0]]
    assert isinstance(lost, Lost)
    assert lost.reason == "its process was ended by the signal SIGKILL"
    ((_, again),) = crew.run_unordered(tasks[:1])
    assert isinstance(again, Done)
    assert again.answer == "alive"


def test_a_worker_that_cannot_start_says_why():
    crew = WorkerProcesses(partial(Counting, "badly"), 1)
    with pytest.raises(SearchError, match=r"A worker can't start: There is nothing to begin with\."):
        list(crew.run_unordered([task("square", 0, 1)]))
    crew.close()


def test_no_worker_outlives_close():
    crew = WorkerProcesses(Counting, 2)
    outcomes = crew.run_unordered([task("sleep", n, 60.0) for n in range(4)] + [task("square", 4, 2)])
    processes = [worker.process for worker in crew.own_processes]
    time.sleep(0.1)
    crew.close()
    outcomes.close()  # type: ignore[attr-defined]
    assert not any(process.is_alive() for process in processes)


def test_in_this_process_tasks_are_done_in_order():
    outcomes = list(InProcess(Counting).run_unordered(task("square", n, n) for n in range(4)))
    assert [outcome.answer[0] for _, outcome in outcomes if isinstance(outcome, Done)] == [0, 1, 4, 9]
