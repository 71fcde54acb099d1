"""Tasks on processes of this machine: for work in plain Python, which holds its lock, and work that may crash.

parent                                    each child
sends tasks, a few ahead          ----->  does one after the other
hears of each as it is done       <-----  its answer, or what went wrong
starts another where one died             dies with its parent; Ctrl-C in the terminal is not for it
"""

import contextlib
import multiprocessing
import os
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from plywise.executors.tasks import Done, Failed, Lost, Outcome, Task, perform
from plywise.isolation import describe_exit, end_with_parent, kill_family, print_to_stderr
from plywise.rules import PlywiseError, SearchError

AHEAD = 2
"""Tasks that a worker has at once: it begins the next one before its answer has been read."""

FAREWELL = 2.0
"""Seconds in which a worker may let go of what it holds."""


def count_cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class WorkerProcesses:
    """As many processes as there are cores, or as are asked for; each makes a worker of its own.

    `make_worker` must be picklable. As with every spawned process, a script that uses this needs the guard
    `if __name__ == "__main__"`.
    """

    def __init__(self, make_worker: Callable[[], Any], workers: int | None = None) -> None:
        self.workers, self.make_worker = workers or count_cores(), make_worker
        self.own_processes = [_WorkerProcess(make_worker) for _ in range(self.workers)]

    def run_unordered(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome]]:
        """Do tasks that need no others, each by whichever worker is free; yield outcomes as they come."""
        waiting = iter(tasks)
        while True:
            for worker in self.own_processes:
                worker.fill(waiting)
            busy = {worker.pipe: number for number, worker in enumerate(self.own_processes) if worker.begun}
            if not busy:
                return
            for pipe in wait(list(busy)):
                yield from self._hear(busy[pipe])  # type: ignore[index]

    def _hear(self, number: int) -> Iterator[tuple[Task, Outcome]]:
        """Yield what a worker has to say: its answer, or that it died, and then what it hadn't begun is another's."""
        worker = self.own_processes[number]
        try:
            kind, content, seconds = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join(FAREWELL)
            reason = f"its process {describe_exit(worker.process.exitcode)}"
            worker.end(0)
            task, *later = worker.begun
            self.own_processes[number] = _WorkerProcess(self.make_worker)
            self.own_processes[number].fill(iter(later))
            yield task, Lost(number, reason)
            return
        if kind == "unable":
            raise SearchError(f"A worker can't start: {content[0]}")
        task = worker.begun.popleft()
        if kind == "done":
            yield task, Done(content, (), number, seconds)
        else:
            text, is_ours, trace = content
            yield task, Failed(number, SearchError(text) if is_ours else RuntimeError(text), trace)

    def close(self) -> None:
        """End all workers, whatever they are doing."""
        for worker in self.own_processes:
            worker.process.terminate()
        for worker in self.own_processes:
            worker.end(FAREWELL)
        self.own_processes.clear()


class _WorkerProcess:
    """A process, the pipe to it, and the tasks that it has."""

    def __init__(self, make_worker: Callable[[], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_be_worker, args=(make_worker, theirs), daemon=True)
        self.begun: deque[Task] = deque()
        self.process.start()
        theirs.close()

    def fill(self, waiting: Iterator[Task]) -> None:
        """Hand over tasks, as long as there are any, until it has enough."""
        while len(self.begun) < AHEAD:
            task = next(waiting, None)
            if task is None:
                return
            self.begun.append(task)
            with contextlib.suppress(OSError):  # a dead worker's end is heard of by its pipe
                self.pipe.send(task)

    def end(self, patience: float) -> None:
        """Wait for its end, and enforce it."""
        self.process.join(patience)
        if self.process.pid and hasattr(os, "killpg"):
            kill_family(self.process.pid)
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _be_worker(make_worker: Callable[[], Any], pipe: Connection) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    end_with_parent()
    print_to_stderr()
    try:
        worker = make_worker()
    except Exception as error:
        pipe.send(("unable", _described(error), 0.0))
        return
    with contextlib.suppress(EOFError, OSError):
        while True:
            task, began = pipe.recv(), time.process_time()
            try:
                (answer,) = perform(worker, task, ())
            except Exception as error:
                pipe.send(("failed", _described(error), 0.0))
            else:
                pipe.send(("done", answer, time.process_time() - began))


def _leave(*_: object) -> None:
    raise SystemExit  # what a task holds is released on the way out


def _described(error: Exception) -> tuple[str, bool, str]:
    """Return an error as text, whether it is one of ours, and its traceback: foreign classes can't be sent."""
    trace = "".join(traceback.format_exception(error))
    if isinstance(error, PlywiseError):
        return str(error), True, trace
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(frame.filename)}:{frame.lineno} in {frame.name}"  # noqa: PTH119
    return f"{type(error).__name__}: {error} (at {where})", False, trace
