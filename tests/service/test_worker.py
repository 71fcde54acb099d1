"""A stop reaches the job it is meant for, once, and never in the middle of a message."""

import importlib
import io
import signal
import threading
import time

import pytest

from plywise.isolation import Interrupts
from plywise.service.worker.job_loop import JobLoop


@pytest.fixture
def interrupts():
    made = Interrupts()
    former = signal.signal(signal.SIGINT, made.ring)
    yield made
    signal.signal(signal.SIGINT, former)


def stop_from_a_thread(interrupts, number):
    thread = threading.Thread(target=interrupts.stop, args=(number,))
    thread.start()
    thread.join()
    time.sleep(0.01)


def test_it_interrupts_the_job_once(interrupts):
    with interrupts.within(7):
        with pytest.raises(KeyboardInterrupt):
            stop_from_a_thread(interrupts, 7)
        signal.raise_signal(signal.SIGINT)  # what ends the job is not interrupted again
    with interrupts.within(8):
        signal.raise_signal(signal.SIGINT)


class Narrow(io.BytesIO):
    """A pipe that takes a message in two pieces, between which the job is stopped."""

    interrupts: Interrupts

    def write(self, data):
        half = len(data) // 2
        super().write(data[:half])
        stop_from_a_thread(self.interrupts, 7)
        return super().write(data[half:])


def test_a_message_is_sent_whole(interrupts):
    pipe = Narrow()
    pipe.interrupts = interrupts
    jobs = JobLoop(io.BytesIO(), pipe, interrupts)
    with interrupts.within(7), pytest.raises(KeyboardInterrupt):
        jobs.tell("decision", {"value": 3})
    assert pipe.getvalue() == b'decision {"value": 3}\n'


def test_a_stop_that_comes_before_its_job_is_kept_for_it(interrupts):
    stop_from_a_thread(interrupts, 7)
    with pytest.raises(KeyboardInterrupt), interrupts.within(7):
        pass


def test_a_stop_that_comes_late_interrupts_nothing(interrupts):
    with interrupts.within(7):
        pass
    stop_from_a_thread(interrupts, 7)
    with interrupts.within(8):
        stop_from_a_thread(interrupts, 7)


SLOW_MODULE = """
import time
for _ in range(20):
    time.sleep(0.01)
is_whole = True
"""


def test_an_import_is_done_whole(interrupts, tmp_path, monkeypatch):
    (tmp_path / "slowly_imported.py").write_text(SLOW_MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    threading.Timer(0.05, interrupts.stop, (7,)).start()
    with interrupts.within(7):
        module = importlib.import_module("slowly_imported")
        with pytest.raises(KeyboardInterrupt):
            time.sleep(5)
    assert module.is_whole
