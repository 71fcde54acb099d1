"""Worker processes as the server sees them: each does a job at a time, and one that dies or overruns is replaced.

A job waits in a bounded queue for a free worker. Its time runs from when the worker begins it; one that was told to
stop has a moment to do so. A worker that is late is ended, and whoever waits is told.
"""

import asyncio
import contextlib
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeAlias

from plywise.service.errors import LOST, ServiceError
from plywise.service.frames import LONGEST_FRAME, read_frame, write_frame

START_SECONDS = 60.0
"""For a new process to come up, on a machine that has other things to do."""

Hear: TypeAlias = Callable[[str, Any], None]
"""Told what a worker tells on the way: a kind and data."""

_numbers = count(1)


@dataclass(eq=False)
class Job:
    """Something for a worker to do; `seconds` are how long it may take, `stop_seconds` how long after a stop."""

    task: str
    arguments: dict[str, Any]
    seconds: float
    hear: Hear = lambda kind, content: None
    stop_seconds: float = 1.0
    is_stopped: bool = field(default=False, init=False)
    has_begun: bool = field(default=False, init=False)
    number: int = field(default_factory=lambda: next(_numbers), init=False)
    worker: "Worker | None" = field(default=None, init=False)

    def stop(self) -> None:
        """Let it end with the best answer it has."""
        if not self.is_stopped:
            self.is_stopped = True
            if self.worker is not None:
                self.worker.interrupt(self)


class Worker:
    """A process that does one job at a time, started when it is needed."""

    def __init__(self, memory_mb: int, niceness: int) -> None:
        self.arguments = (str(memory_mb), str(niceness))
        self.process: asyncio.subprocess.Process | None = None
        self.job: Job | None = None
        self._timeout: asyncio.Timeout | None = None

    @property
    def is_alive(self) -> bool:
        """Whether there is a process, as far as is known."""
        return self.process is not None and self.process.returncode is None

    async def start(self) -> None:
        """Start a process if there is none, in a session of its own: Ctrl-C in the terminal is not for it."""
        if self.is_alive:
            return
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # a file of the user's beside it must not pass for a module of Python's
            "-m",
            "plywise.service.worker",
            *self.arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_FRAME,
            start_new_session=True,
        )

    async def end(self) -> None:
        """End the process, whatever it is doing."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()

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
            raise ServiceError("worker-lost", LOST) from None
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
        assert self.process.stdout
        while line := await self.process.stdout.readline():
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
                    job.hear(kind, json.loads(content))
        raise EOFError

    def _send(self, kind: str, content: Any) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.write(write_frame(kind, content))

    def _allow(self, seconds: float) -> None:
        if self._timeout is not None and not self._timeout.expired():
            self._timeout.reschedule(asyncio.get_running_loop().time() + seconds)


class Pool:
    """So many workers, and a bounded queue before them."""

    def __init__(self, size: int, queue: int, memory_mb: int, niceness: int = 0) -> None:
        self.workers = [Worker(memory_mb, niceness) for _ in range(size)]
        self.queue = queue
        self.waiting = 0
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self.workers:
            self._idle.put_nowait(worker)
        self._is_closed = False

    @property
    def is_idle(self) -> bool:
        """Whether no job is under way."""
        return self._idle.qsize() == len(self.workers)

    async def start(self) -> None:
        """Start every worker's process, so that the first job finds it warm."""
        await asyncio.gather(*(worker.start() for worker in self.workers))

    async def close(self) -> None:
        """End every worker's process."""
        self._is_closed = True
        await asyncio.gather(*(worker.end() for worker in self.workers))

    async def run(self, job: Job) -> str:
        """Let a worker do a job, and return its result as JSON; raises ServiceError where there is none."""
        worker = await self._take()
        try:
            return await worker.do(job)
        finally:
            if not worker.is_alive and not self._is_closed:
                with contextlib.suppress(OSError):
                    await worker.start()
            self._idle.put_nowait(worker)

    async def _take(self) -> Worker:
        if self._idle.empty() and self.waiting >= self.queue:
            raise ServiceError("busy", "Everyone here is busy, and many wait already: ask again in a moment.")
        self.waiting += 1
        try:
            return await self._idle.get()
        finally:
            self.waiting -= 1


def _too_late(job: Job) -> ServiceError:
    if job.is_stopped:
        return ServiceError("limit", "The search did not stop when told, so its worker was ended: ask again.")
    sentence = f"This took longer than {job.seconds:g} seconds, so its worker was ended"
    return ServiceError("limit", f"{sentence}: the rules may not come to an end here, see `plywise check`.")
