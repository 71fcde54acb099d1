"""Tasks on threads: each tool in one task at a time, results in order, and an error leaves out what has not begun."""

import threading
import time

import pytest

from plywise.executors import TaskThreads


class Tool:
    def __init__(self) -> None:
        self.is_used = False


def test_a_tool_is_never_in_two_tasks_at_once():
    tools = [Tool() for _ in range(3)]
    threads_seen = set()

    def task(tool, item):
        assert not tool.is_used
        tool.is_used = True
        threads_seen.add(threading.get_ident())
        time.sleep(0.001)
        tool.is_used = False
        return -item

    with TaskThreads(tools) as threads:
        assert list(threads.run(task, range(100))) == [-item for item in range(100)]
    assert len(threads_seen) == 3


def test_an_error_is_raised_here_and_the_rest_left_out():
    begun = []

    def task(tool, item):
        begun.append(item)
        time.sleep(0.01)
        if item == 3:
            raise ValueError(item)

    with TaskThreads(range(2)) as threads, pytest.raises(ValueError, match="3"):
        list(threads.run(task, range(1000)))
    assert len(begun) < 200  # on a busy machine the other thread goes on for a while


def test_outside_of_its_context_it_needs_no_threads():
    threads = TaskThreads("ab")
    assert list(threads.run(lambda tool, item: (tool, item, threading.current_thread().name), [1])) == [
        ("a", 1, threading.main_thread().name)
    ]
