"""Worker processes as the server sees them: each does a job at a time, and one that dies or overruns is replaced.

A job waits in a bounded queue for a free worker, and leaves it at once when it is stopped. Its time runs from when the
worker begins it; one that was asked to stop has a moment to do so. A worker that is late is ended, and whoever waits is
informed.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeAlias

from plywise.isolation import LONGEST_FRAME, kill_family, module_command, read_frame
from plywise.service.errors import CLOSED, LOST, NO_ANSWER, ServiceError
from plywise.service.messages import write_message

START_SECONDS = 60.0
"""For a new process to come up, on a machine that has other things to do."""

OnMessage: TypeAlias = Callable[[str, Any], None]
"""Called with what a worker reports on the way: a kind and data."""

CHECK_THE_RULES = "the rules may never end here, see `plywise check`"

_numbers = count(1)


@dataclass(eq=False)
class Job:
    """Something for a worker to do; `seconds` are how long it may take, `stop_seconds` how long after a stop.

    `fix` is what the client can do where it takes longer.
    """

    task: str
    arguments: dict[str, Any]
    seconds: float
    on_message: OnMessage = lambda kind, content: None
    stop_seconds: float = 1.0
    fix: str = CHECK_THE_RULES
    is_stopped: bool = field(default=False, init=False)
    has_begun: bool = field(default=False, init=False)
    number: int = field(default_factory=lambda: next(_numbers), init=False)
    worker: "WorkerProcess | None" = field(default=None, init=False)
    turn: "Turn | None" = field(default=None, init=False)

    def stop(self) -> None:
        """Let it end with the best answer it has; while it waits for a worker, that is none."""
        if self.is_stopped:
            return
        self.is_stopped = True
        if self.worker is not None:
            self.worker.interrupt(self)
        elif self.turn is not None and not self.turn.done():
            self.turn.set_result(None)


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
            raise ServiceError("worker-lost", CLOSED)

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
        """Do a job and return its result as JSON; raises ServiceError where there is none."""
        self.job = job
        try:
            await self.start()
            async with asyncio.timeout(START_SECONDS) as self._timeout:
                job.worker = self
                self._send("job", {"number": job.number, "task": job.task, "arguments": job.arguments})
                if job.is_stopped:
                    self.interrupt(job)
                return await self._listen(job)
        except TimeoutError:
            await self.end()
            raise _too_late(job) from None
        except (OSError, EOFError, ValueError):
            await self.end()
            raise ServiceError("worker-lost", CLOSED if self._is_closed else LOST) from None
        except asyncio.CancelledError:
            await self.end()
            raise
        finally:
            self.job = job.worker = self._timeout = None

    def interrupt(self, job: Job) -> None:
        """Ask the process to end a job, and allow it a moment for that."""
        self._send("stop", job.number)
        if job.has_begun:
            self._allow(job.stop_seconds)

    async def _listen(self, job: Job) -> str:
        assert self.process
        stdout = self.process.stdout  # by the end of which `end` may have taken the process away
        assert stdout
        while line := await stdout.readline():
            kind, content = read_frame(line)
            match kind:
                case "begun":
                    job.has_begun = True
                    self._allow(job.stop_seconds if job.is_stopped else job.seconds)
                case "done":
                    return content
                case "failed":
                    raise ServiceError(**json.loads(content))
                case _:
                    job.on_message(kind, json.loads(content))
        raise EOFError

    def _send(self, kind: str, content: Any) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.write(write_message(kind, content))

    def _allow(self, seconds: float) -> None:
        if self._timeout is not None and not self._timeout.expired():
            self._timeout.reschedule(asyncio.get_running_loop().time() + seconds)


Turn: TypeAlias = "asyncio.Future[WorkerProcess | None]"
"""A place in the queue: comes to a worker, or to None where there will be none."""


class Pool:
    """Some workers, and a bounded queue before them."""

    def __init__(self, size: int, queue: int, memory_mb: int, niceness: int = 0) -> None:
        self.workers = [WorkerProcess(memory_mb, niceness) for _ in range(size)]
        self.queue = queue
        self._idle = [*self.workers]
        self._turns: list[Turn] = []
        self._is_closed = False

    @property
    def is_idle(self) -> bool:
        """Whether no job is under way."""
        return len(self._idle) == len(self.workers)

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return sum(not turn.done() for turn in self._turns)

    async def start(self) -> None:
        """Start every worker's process, so that the first job finds it warm."""
        await asyncio.gather(*(worker.start() for worker in self.workers))

    async def close(self) -> None:
        """End every worker's process, and inform whoever waits."""
        self._is_closed = True
        for turn in self._turns:
            if not turn.done():
                turn.set_result(None)
        await asyncio.gather(*(worker.close() for worker in self.workers))

    async def renew(self) -> None:
        """Replace every worker's process by a fresh one, as soon as it has nothing to do."""
        for worker in self.workers:
            worker.is_stale = worker not in self._idle
        await asyncio.gather(*(worker.end() for worker in [*self._idle]))

    async def run(self, job: Job) -> str:
        """Let a worker do a job, and return its result as JSON; raises ServiceError where there is none."""
        worker = await self._take(job)
        try:
            return await worker.do(job)
        finally:
            try:
                if worker.is_stale:
                    worker.is_stale = False
                    await worker.end()
                if not worker.is_alive:
                    with contextlib.suppress(OSError, ServiceError):
                        await worker.start()
            finally:
                self._hand_on(worker)

    async def _take(self, job: Job) -> WorkerProcess:
        """Return a worker for a job when it is its turn; raises ServiceError where that never comes."""
        worker = None
        if not (self._is_closed or job.is_stopped):
            worker = self._idle.pop() if self._idle else await self._queue_up(job)
        if self._is_closed:
            raise ServiceError("worker-lost", CLOSED)
        if worker is None:
            raise ServiceError("limit", NO_ANSWER)
        return worker

    async def _queue_up(self, job: Job) -> WorkerProcess | None:
        if self.waiting >= self.queue:
            raise ServiceError("busy", "All workers are busy, and many requests wait already: ask again in a moment.")
        turn: Turn = asyncio.get_running_loop().create_future()
        job.turn = turn
        self._turns.append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            worker = None if turn.cancelled() else turn.result()
            if worker is not None:
                self._hand_on(worker)
            raise
        finally:
            self._turns.remove(turn)

    def _hand_on(self, worker: WorkerProcess) -> None:
        """Give a free worker to the job that has waited longest."""
        for turn in self._turns:
            if not turn.done():
                turn.set_result(worker)
                return
        self._idle.append(worker)


async def _wait_for(task: "asyncio.Task[Any]") -> None:
    """Wait until a task is done, however often the one that waits is cancelled."""
    while not task.done():
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait([task])


def _too_late(job: Job) -> ServiceError:
    if job.is_stopped:
        return ServiceError("limit", "The search did not stop when asked, so its worker was ended: ask again.")
    return ServiceError("limit", f"This took longer than {job.seconds:g} seconds, so its worker was ended: {job.fix}.")
