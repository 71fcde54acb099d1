"""Seconds in which others have the processor are not counted against a process; those in which it sleeps are."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plywise.isolation import Alarm, FairClock

BURNERS = 3
CPU = 0.2
"""Seconds of work; beside the burners they take about four times as long."""

pytestmark = pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="the system doesn't tell")


@pytest.fixture
def crowd():
    """One processor, shared with others that never rest."""
    former = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(former)})
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BURNERS)]
    time.sleep(0.2)
    yield
    for burner in burners:
        burner.kill()
        burner.wait()
    os.sched_setaffinity(0, former)


def work():
    until = time.process_time() + CPU
    while time.process_time() < until:
        pass


def test_waiting_for_a_processor_does_not_count(crowd):
    clock, started = FairClock(), time.perf_counter()
    work()
    assert time.perf_counter() - started > 2 * CPU
    assert CPU * 0.8 < clock.seconds < 1.6 * CPU


def test_sleep_counts():
    clock = FairClock()
    time.sleep(0.2)
    assert clock.seconds > 0.15


def test_another_process_has_a_clock_too(crowd):
    program = f"import time; until = time.process_time() + {CPU}\nwhile time.process_time() < until: pass"
    started = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", program]) as child:
        clock = FairClock(child.pid)
        while child.poll() is None:
            last = clock.seconds
    assert time.perf_counter() - started > 2 * CPU
    assert last < 3 * CPU
    assert clock.seconds < time.perf_counter() - started - CPU  # what was known of it before it ended


def test_an_alarm_waits_while_others_have_the_processor(crowd):
    started = time.perf_counter()
    alarm = Alarm(TimeoutError)
    with alarm, alarm.within(2 * CPU):
        work()
    assert time.perf_counter() - started > 2 * CPU


def test_an_alarm_rings_for_work_and_for_sleep():
    for idle in (work, lambda: time.sleep(30)):
        alarm, started = Alarm(TimeoutError), time.perf_counter()
        with pytest.raises(TimeoutError), alarm, alarm.within(CPU / 2):
            idle()
        assert time.perf_counter() - started < 5


def test_an_alarm_rings_again():
    alarm = Alarm(TimeoutError)
    with alarm:
        alarm.set(0.05)
        for _ in range(3):
            with pytest.raises(TimeoutError):
                time.sleep(30)
        alarm.set(0)
