"""A worker process as the server sees it, and the jobs it does, one at a time.

A job's time runs from when the worker begins it; one that was asked to stop has a moment to do so. A worker that is
late is ended, and whoever waits is informed.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeAlias

from plywise.isolation import LONGEST_FRAME, kill_family, module_command, read_frame
from plywise.service.messages import write_message
from plywise.tasks import CLOSED, LOST, TaskError

START_SECONDS = 60.0
"""For a new process to come up, on a machine that has other things to do."""

LOADING_SECONDS = 3.0
"""For a worker to load a game and a compiled search before a turn begins to count."""

RELIEF_SECONDS = 5.0
"""For a search to end where others wait: nobody has asked it to hurry."""

OnMessage: TypeAlias = Callable[[str, Any], None]
"""Called with what a worker reports on the way, or the pool while a job waits: a kind and data."""

CHECK_THE_RULES = "the rules may never end here, see `plywise check`"

_numbers = count(1)


@dataclass(eq=False)
class Job:
    """Something for a worker to do; `seconds` are how long it may take, `stop_seconds` how long after a stop.

    `fix` is what the client can do where it takes longer. A job with `turn_seconds` has its worker for at least so
    long; then it is stopped where others wait, and whoever asked for it may ask for the rest.
    """

    task: str
    arguments: dict[str, Any]
    seconds: float
    on_message: OnMessage = lambda kind, content: None
    stop_seconds: float = 1.0
    fix: str = CHECK_THE_RULES
    client: Hashable = None
    """Who asks: in the line, clients take turns."""
    turn_seconds: float | None = None
    is_stopped: bool = field(default=False, init=False)
    is_relieved: bool = field(default=False, init=False)
    """Whether it was stopped because others wait."""
    spent: float = field(default=0.0, init=False)
    """Seconds for which it had a worker, in the end."""
    place: int = field(default=0, init=False)
    """In the line; 1 is next, 0 is whoever doesn't wait."""
    number: int = field(default_factory=lambda: next(_numbers), init=False)
    worker: "WorkerProcess | None" = field(default=None, init=False)
    turn: "Turn | None" = field(default=None, init=False)
    _begun_at: float | None = field(default=None, init=False)
    _is_heard: bool = field(default=False, init=False)

    @property
    def has_begun(self) -> bool:
        """Whether a worker has begun it."""
        return self._begun_at is not None

    @property
    def is_turn_over(self) -> bool:
        """Whether it has had its turn, and others may have the worker."""
        if self.turn_seconds is None or self._begun_at is None:
            return False
        loading = 0 if self._is_heard else LOADING_SECONDS
        return time.monotonic() - self._begun_at >= self.turn_seconds + loading

    @property
    def is_waiting(self) -> bool:
        """Whether it stands in the line."""
        return self.turn is not None and not self.turn.done()

    def answer(self, worker: "WorkerProcess | None") -> None:
        """End its waiting, with a worker or without."""
        if self.turn is not None and not self.turn.done():
            self.turn.set_result(worker)
            if worker is not None:
                self.tell_place(0)

    def begin(self) -> None:
        """Note that a worker has begun it."""
        self._begun_at = time.monotonic()

    def hear(self, kind: str, content: Any) -> None:
        """Pass on what the worker reports."""
        self._is_heard = True
        self.on_message(kind, content)

    def finish(self) -> None:
        """Note that no worker does it any more."""
        self.worker = None
        if self._begun_at is not None:
            self.spent = time.monotonic() - self._begun_at

    def tell_place(self, place: int) -> None:
        """Report where it stands in the line, if that has changed."""
        if place != self.place:
            self.place = place
            self.on_message("waiting", {"place": place})

    def relieve(self) -> None:
        """Let it end with the best answer it has, since others wait."""
        if not self.is_stopped:
            self.is_stopped = self.is_relieved = True
            if self.worker is not None:
                self.worker.interrupt(self, RELIEF_SECONDS)

    def stop(self) -> None:
        """Let it end with the best answer it has; while it waits for a worker, that is none."""
        if self.is_stopped and not self.is_relieved:
            return
        self.is_stopped, self.is_relieved = True, False
        if self.worker is not None:
            self.worker.interrupt(self, self.stop_seconds)
        else:
            self.answer(None)


class WorkerProcess:
    """A process that does one job at a time, started when it is needed, until it is closed."""

    def __init__(self, memory_mb: int, niceness: int) -> None:
        self.arguments = (str(memory_mb), str(niceness))
        self.process: asyncio.subprocess.Process | None = None
        self.job: Job | None = None
        self._timeout: asyncio.Timeout | None = None
        self._is_closed = False
        self.is_stale = False
        """Whether it is to be replaced after what it is doing."""

    @property
    def is_alive(self) -> bool:
        """Whether there is a process, as far as is known."""
        return self.process is not None and self.process.returncode is None

    async def start(self) -> None:
        """Start a process if there is none, in a session of its own: Ctrl-C in the terminal is not for it."""
        if self.is_alive:
            return
        if not self._is_closed:
            await self._spawn()
        if self._is_closed:  # before, or while the process was started
            await self.end()
            raise TaskError("worker-lost", CLOSED)

    async def _spawn(self) -> None:
        """Start a process, whole even if that is cancelled: half started, it could be neither ended nor waited for."""
        starting = asyncio.create_task(
            asyncio.create_subprocess_exec(
                *module_command("plywise.service.worker.job_loop", *self.arguments),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_FRAME,
                start_new_session=True,
            )
        )
        try:
            self.process = await asyncio.shield(starting)
        except asyncio.CancelledError:
            await _wait_for(starting)
            if not starting.cancelled() and starting.exception() is None:
                self.process = starting.result()
            if self._is_closed:
                await self.end()
            raise

    async def end(self) -> None:
        """End the process, whatever it is doing, and those that the rules of a game have started from it."""
        process, self.process = self.process, None
        if process is None:
            return
        kill_family(process.pid)
        await process.wait()

    async def close(self) -> None:
        """End the process, and start no other."""
        self._is_closed = True
        await self.end()

    async def do(self, job: Job) -> str:
        """Do a job and return its result as JSON; raises TaskError where there is none."""
        self.job = job
        try:
            await self.start()
            async with asyncio.timeout(START_SECONDS) as self._timeout:
                job.worker = self
                self._send("job", {"number": job.number, "task": job.task, "arguments": job.arguments})
                if job.is_stopped:
                    self.interrupt(job, job.stop_seconds)
                return await self._listen(job)
        except TimeoutError:
            await self.end()
            raise _too_late(job) from None
        except (OSError, EOFError, ValueError):
            await self.end()
            raise TaskError("worker-lost", CLOSED if self._is_closed else LOST) from None
        except asyncio.CancelledError:
            await self.end()
            raise
        finally:
            job.finish()
            self.job = self._timeout = None

    def interrupt(self, job: Job, seconds: float) -> None:
        """Ask the process to end a job, and allow it a moment for that."""
        self._send("stop", job.number)
        if job.has_begun:
            self._allow(seconds)

    async def _listen(self, job: Job) -> str:
        assert self.process
        stdout = self.process.stdout  # by the end of which `end` may have taken the process away
        assert stdout
        while line := await stdout.readline():
            kind, content = read_frame(line)
            match kind:
                case "begun":
                    job.begin()
                    self._allow(job.stop_seconds if job.is_stopped else job.seconds)
                case "done":
                    return content
                case "failed":
                    raise TaskError(**json.loads(content))
                case _:
                    job.hear(kind, json.loads(content))
        raise EOFError

    def _send(self, kind: str, content: Any) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.write(write_message(kind, content))

    def _allow(self, seconds: float) -> None:
        if self._timeout is not None and not self._timeout.expired():
            self._timeout.reschedule(asyncio.get_running_loop().time() + seconds)


Turn: TypeAlias = "asyncio.Future[WorkerProcess | None]"
"""A place in the line: comes to a worker, or to None where there will be none."""


async def _wait_for(task: "asyncio.Task[Any]") -> None:
    """Wait until a task is done, however often the one that waits is cancelled."""
    while not task.done():
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait([task])


def _too_late(job: Job) -> TaskError:
    if job.is_stopped:
        return TaskError("limit", "The search did not stop when asked, so its worker was ended: ask again.")
    return TaskError("limit", f"This took longer than {job.seconds:g} seconds, so its worker was ended: {job.fix}.")
