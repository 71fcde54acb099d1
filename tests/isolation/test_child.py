"""Whatever a child does, its parent gets what it sent, learns how it ended, and nothing is left behind."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plywise.isolation import (
    Child,
    ChildEndedError,
    ResourceLimits,
    describe_exit,
    kill_family,
    read_last_words,
    start_program,
)

LIMITS = ResourceLimits(memory_mb=600)


def count(pipe, end):
    for number in range(end):
        pipe.send(number)


def sleep(pipe):
    pipe.send("asleep")
    time.sleep(60)


def crash(pipe):
    pipe.send("begun")
    ctypes.string_at(0)


def leave(pipe):
    os._exit(7)


def eat_memory(pipe):
    try:
        bytearray(900 << 20)
    except MemoryError:
        pipe.send("no memory")


def spin(pipe):
    while True:
        pass


def have_a_child(pipe):
    pipe.send(subprocess.Popen(["sleep", "60"]).pid)
    time.sleep(60)


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def wait_until_gone(pid):
    until = time.monotonic() + 5
    while is_running(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return not is_running(pid)


def test_what_it_sends_comes_in_order_and_then_its_end():
    with Child(count, 3, limits=LIMITS) as child:
        assert [child.receive(20) for _ in range(3)] == [0, 1, 2]
        with pytest.raises(ChildEndedError):
            child.receive(20)
        child.let_end()
        child.kill()
        assert describe_exit(child.exitcode) == "ended by itself with exit code 0"


def test_one_that_hangs_says_where_it_is():
    with Child(sleep, limits=LIMITS) as child:
        assert child.receive(20) == "asleep"
        with pytest.raises(TimeoutError):
            child.receive(child.clock.seconds + 0.5)
        child.ask_where()
        child.kill()
        assert read_last_words(child.last_words)[0].function == "sleep"
        assert describe_exit(child.exitcode) == "was ended by the signal SIGKILL"


def test_one_that_crashes_says_where_it_was():
    with Child(crash, limits=LIMITS) as child:
        assert child.receive(20) == "begun"
        with pytest.raises(ChildEndedError):
            child.receive(20)
        child.let_end()
        assert describe_exit(child.exitcode) == "was ended by the signal SIGSEGV"
        assert [frame.function for frame in read_last_words(child.last_words)][1] == "crash"


def test_one_that_leaves_is_described_by_its_exit_code():
    with Child(leave, limits=LIMITS) as child:
        with pytest.raises(ChildEndedError):
            child.receive(20)
        child.let_end()
        assert describe_exit(child.exitcode) == "ended by itself with exit code 7"


def test_memory_is_limited():
    with Child(eat_memory, limits=LIMITS) as child:
        assert child.receive(20) == "no memory"


def test_processor_time_is_limited():
    with Child(spin, limits=ResourceLimits(cpu_seconds=3)) as child:
        with pytest.raises(ChildEndedError):
            child.receive(60)
        child.let_end()
        assert describe_exit(child.exitcode) == "was ended by the signal SIGXCPU"


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_what_it_started_ends_with_it():
    with Child(have_a_child, limits=LIMITS) as child:
        pid = child.receive(20)
        assert is_running(pid)
    assert wait_until_gone(pid)


PROGRAM = """
import subprocess, sys
child = subprocess.Popen(["sleep", "60"])
print(child.pid, flush=True)
for line in sys.stdin:
    try:
        print(len(bytearray(int(line))), flush=True)
    except MemoryError:
        print("no memory", flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process from outside")
def test_a_program_is_spoken_with_limited_and_killed_with_what_it_started():
    with start_program([sys.executable, "-c", PROGRAM], LIMITS) as program:
        assert program.stdin
        assert program.stdout
        pid = int(program.stdout.readline())
        for size, answer in ((1000, b"1000\n"), (900 << 20, b"no memory\n")):
            program.stdin.write(f"{size}\n".encode())
            program.stdin.flush()
            assert program.stdout.readline() == answer
        assert is_running(pid)
        kill_family(program.pid)
        assert describe_exit(program.wait(10)) == f"was ended by the signal {signal.SIGKILL.name}"
    assert wait_until_gone(pid)
