"""Whatever a game's rules do, the client is told, and the next one is served."""

import os
import signal
import sys
import time

import pytest

from plywise.tasks import LOST
from tests.service.talk import alive, until


@pytest.mark.parametrize(
    ("trap", "code", "words"),
    [
        ("loop", "limit", "longer than 1.5 seconds"),
        ("loop in C", "limit", "longer than 1.5 seconds"),
        ("loop deaf", "limit", "longer than 1.5 seconds"),
        ("crash", "worker-lost", LOST),
        ("exit", "worker-lost", LOST),
        ("quit", "rules", "The rules failed at traps.py:"),
        ("raise", "rules", "ZeroDivisionError"),
        ("eat", "rules", "more memory than a worker may have"),
        ("infinite", "rules", "JSON can't hold"),
        ("read", "rules", "EOFError"),
    ],
)
def test_a_trap_is_told_and_the_next_position_served(client, trap, code, words):
    response = client.position("traps:Traps", trap)
    assert (response.status_code, response.json()["code"]) == (422, code), response.text
    assert words in response.json()["message"]
    assert client.position("traps:Traps", "pass").status_code == 200


def test_what_rules_print_is_not_taken_for_an_answer(client):
    assert client.position("traps:Traps", "print").json()["is_over"]


def test_a_search_that_never_answers_is_ended(client):
    with client.talk() as talk:
        talk.analyse("traps:Lazy", seconds=0.1)
        told = talk.hear_all()[-1]
        assert (told["code"], "longer than 1.6 seconds" in told["message"]) == ("limit", True)
        talk.analyse("tic-tac-toe", number=2, seconds=0.5)
        assert talk.hear_all()[-1]["is_final"]


def test_a_search_that_does_not_stop_is_ended(client, files):
    (files / "looping").unlink(missing_ok=True)
    with client.talk() as talk:
        talk.analyse("traps:Lazy", seconds=20)
        until((files / "looping").exists)
        started = time.monotonic()
        talk.stop()
        told = talk.hear_all()[-1]
        assert time.monotonic() - started < 15  # of the 20 s that it was given
        assert (told["code"], "did not stop when asked" in told["message"]) == ("limit", True)
        talk.analyse("tic-tac-toe", number=2, seconds=0.5)
        assert talk.hear_all()[-1]["is_final"]


def test_a_search_that_does_not_stop_still_gives_the_best_it_told(client, files):
    (files / "looping").unlink(missing_ok=True)
    with client.talk() as talk:
        talk.analyse("traps:Deaf", seconds=20, algorithm="alpha-beta")
        told = talk.hear_decision()
        until((files / "looping").exists)
        talk.stop()
        assert talk.hear_all()[-1] == {**told, "is_final": True}


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_what_the_rules_started_ends_with_the_worker(client, files):
    assert client.position("traps:Traps", "loop with a child").json()["code"] == "limit"
    child = int((files / "child").read_text())
    until(lambda: not alive({child}), 5)


def test_a_search_goes_on_after_a_worker_was_killed_and_keeps_its_answer_after_a_second(client):
    with client.talk() as talk:
        talk.analyse("connect-four", seconds=40)
        first = talk.hear_decision()
        kill_the_busy_worker(client)
        best = talk.hear_decision()  # from a new worker
        assert best["decision"]["depth"] >= first["decision"]["depth"]
        kill_the_busy_worker(client)
        final = talk.hear_all()[-1]
        assert (final["type"], final["is_final"]) == ("decision", True)
        assert final["stopped_by"] == {"code": "worker-lost", "message": LOST}
        assert final["decision"]["depth"] >= best["decision"]["depth"]
        talk.analyse("to-ten", number=2, seconds=0.5)
        assert talk.hear_all()[-1]["stopped_by"] is None


def test_a_worker_killed_before_the_first_answer_is_replaced_and_the_client_told(client):
    with client.talk() as talk:
        talk.analyse("to-ten", seconds=20, algorithm="monte-carlo")
        killed = {kill_the_busy_worker(client), kill_the_busy_worker(client)}
        told = talk.hear_all()[-1]
        assert (told["type"], told["id"], told["code"], told["message"]) == ("error", 1, "worker-lost", LOST)
        talk.analyse("to-ten", number=2, seconds=0.5)
        assert talk.hear_all()[-1]["is_final"]
    assert len(killed) == 2
    assert client.jobs.search.workers[0].process.pid not in killed


def test_a_worker_that_died_while_idle_is_replaced_in_silence(client):
    worker = client.jobs.quick.workers[0]
    assert client.position("to-ten").status_code == 200
    os.kill(worker.process.pid, signal.SIGKILL)
    until(lambda: worker.process.returncode is not None)
    assert client.position("to-ten").status_code == 200


def test_a_client_that_leaves_ends_its_search(client):
    worker = client.jobs.search.workers[0]
    with client.talk() as talk:
        talk.analyse("connect-four", seconds=30)
        talk.hear_decision()
        pid = worker.process.pid
    until(lambda: client.jobs.search.is_idle)
    assert worker.process.pid == pid


def kill_the_busy_worker(client):
    """Kill the only worker once it has begun a job, and return its number as a process."""
    [worker] = client.jobs.search.workers
    until(lambda: worker.job is not None and worker.job.has_begun)
    job, pid = worker.job, worker.process.pid
    os.kill(pid, signal.SIGKILL)
    until(lambda: worker.job is not job)
    return pid
