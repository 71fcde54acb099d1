"""A worker: a process that runs the rules of games for the server, one job after the other.

server                                          worker
job {"number": 7, "task": "analysis", ...} -->  begun, decision, ..., decision, done (or failed)
stop 7                                     -->  the job under way ends with its best answer
end of the stream                          -->  ends at once, whatever it is doing

Rules may hang, crash or eat memory: the server ends a worker that is late, and the system one that asks for too much.
"""

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, BinaryIO

from plywise.rules import PlywiseError
from plywise.service.errors import NO_ANSWER, ServiceError
from plywise.service.frames import read_frame, write_frame
from plywise.service.tasks import TASKS, tell_failure

NO_MEMORY = "The rules of this game took more memory than a worker may have: see `plywise check`."

DELICATE = frozenset({"importlib", "llvmlite", "numba", "numpy", "scipy"})
KNOCK_SECONDS = 0.02
"""Until a stop that came at a delicate moment is tried again."""


@dataclass
class Interrupts:
    """Turns a request to stop into a KeyboardInterrupt, but only inside the job that it is meant for."""

    job: int | None = None
    stopped: int | None = None
    is_held: bool = False

    def stop(self, number: int) -> None:
        """Stop a job, from another thread."""
        self.stopped = number
        self._knock()

    def _knock(self) -> None:
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        else:
            signal.raise_signal(signal.SIGINT)

    def ring(self, _: int = 0, frame: FrameType | None = None) -> None:
        """Interrupt the job under way if it was stopped; once, so that it can end in peace."""
        if self.job is None or self.stopped != self.job or self.is_held:
            return
        if _is_delicate(frame):
            threading.Timer(KNOCK_SECONDS, self._knock).start()
            return
        self.stopped = None
        raise KeyboardInterrupt

    @contextlib.contextmanager
    def within(self, number: int) -> Iterator[None]:
        """Do a job that may be interrupted."""
        self.job = number
        try:
            self.ring()
            yield
        finally:
            self.job = None

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Do something that must be done whole."""
        self.is_held = True
        try:
            yield
        finally:
            self.is_held = False
        self.ring()


def _is_delicate(frame: FrameType | None) -> bool:
    """Whether something is being imported or compiled: left half done, it would fail ever after."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] in DELICATE:
            return True
        frame = frame.f_back
    return False


@dataclass
class JobLoop:
    """The worker's side of the pipes: takes jobs in, and does one after the other."""

    incoming: BinaryIO
    outgoing: BinaryIO
    interrupts: Interrupts = field(default_factory=Interrupts)
    jobs: "queue.SimpleQueue[dict[str, Any]]" = field(default_factory=queue.SimpleQueue)

    def listen(self) -> None:
        """Take in what the server says, in a thread of its own; where it says no more, end."""
        for line in self.incoming:
            kind, content = read_frame(line)
            if kind == "job":
                self.jobs.put(json.loads(content))
            else:
                self.interrupts.stop(json.loads(content))
        os._exit(0)

    def tell(self, kind: str, content: Any) -> None:
        """Send a message to the server, whole."""
        self._send(write_frame(kind, content))

    def _send(self, frame: bytes) -> None:
        with self.interrupts.held():
            self.outgoing.write(frame)
            self.outgoing.flush()

    def work(self) -> None:
        """Do one job after the other."""
        while True:
            job = self.jobs.get()
            self.tell("begun", None)
            self._send(self._do(job))

    def _do(self, job: dict[str, Any]) -> bytes:
        """Do a job and return how it ended, as a message."""
        task: Callable[..., Any] = TASKS[job["task"]]
        try:
            with self.interrupts.within(job["number"]):
                return write_frame("done", task(self.tell, **job["arguments"]))
        except KeyboardInterrupt:
            failure = ServiceError("limit", NO_ANSWER)
        except MemoryError:
            failure = ServiceError("rules", NO_MEMORY)
        except BaseException as error:
            if os.environ.get("PLYWISE_DEBUG") and not isinstance(error, PlywiseError):
                traceback.print_exc()
            failure = tell_failure(error)
        return write_frame("failed", failure.to_data())


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes for the server alone: rules that print do so to stderr, and those that ask read nothing."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return incoming, outgoing


def _limit(megabytes: int) -> None:
    """Bound the address space, leave no core behind, and end with the server, where the system can do so."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = megabytes << 20
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


def main() -> None:
    """Be a worker: `python -m plywise.service.worker MEGABYTES NICENESS`."""
    megabytes, niceness = map(int, sys.argv[1:])
    jobs = JobLoop(*_take_pipes())
    signal.signal(signal.SIGINT, jobs.interrupts.ring)
    warnings.simplefilter("ignore")
    _limit(megabytes)
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=jobs.listen, daemon=True).start()
    jobs.work()


if __name__ == "__main__":
    main()
