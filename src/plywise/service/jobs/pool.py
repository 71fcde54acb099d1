"""Workers, and the line before them: a job waits for its turn, and leaves the line at once when it is stopped."""

import asyncio
import contextlib

from plywise.service.jobs.line import WaitingLine
from plywise.service.jobs.process import Job, Turn, WorkerProcess
from plywise.tasks import CLOSED, NO_ANSWER, TaskError

GLANCE_SECONDS = 0.1
"""Between two looks whether a job has had its turn."""


class Pool:
    """Some workers, and a line before them that holds `queue` jobs; a worker that dies or overruns is replaced."""

    def __init__(self, size: int, queue: int, memory_mb: int, niceness: int = 0) -> None:
        self.workers = [WorkerProcess(memory_mb, niceness) for _ in range(size)]
        self.queue = queue
        self._idle = [*self.workers]
        self._line = WaitingLine()
        self._is_closed = False

    @property
    def is_idle(self) -> bool:
        """Whether no job is under way."""
        return len(self._idle) == len(self.workers)

    @property
    def busy(self) -> int:
        """How many workers have a job."""
        return len(self.workers) - len(self._idle)

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return sum(job.is_waiting for job in self._line.order())

    async def start(self) -> None:
        """Start every worker's process, so that the first job finds it warm."""
        await asyncio.gather(*(worker.start() for worker in self.workers))

    async def close(self) -> None:
        """End every worker's process, and inform whoever waits."""
        self._is_closed = True
        for job in self._line.order():
            job.answer(None)
        await asyncio.gather(*(worker.close() for worker in self.workers))

    async def renew(self) -> None:
        """Replace every worker's process by a fresh one, as soon as it has nothing to do."""
        for worker in self.workers:
            worker.is_stale = worker not in self._idle
        await asyncio.gather(*(worker.end() for worker in [*self._idle]))

    async def run(self, job: Job) -> str:
        """Let a worker do a job, and return its result as JSON; raises TaskError where there is none."""
        worker = await self._take(job)
        watch = None if job.turn_seconds is None else asyncio.create_task(self._watch())
        try:
            return await worker.do(job)
        finally:
            if watch is not None:
                watch.cancel()
            try:
                if worker.is_stale:
                    worker.is_stale = False
                    await worker.end()
                if not worker.is_alive:
                    with contextlib.suppress(OSError, TaskError):
                        await worker.start()
            finally:
                self._hand_on(worker)

    async def _take(self, job: Job) -> WorkerProcess:
        """Return a worker for a job when it is its turn; raises TaskError where that never comes."""
        worker = None
        if not (self._is_closed or job.is_stopped):
            worker = self._idle.pop() if self._idle else await self._queue_up(job)
        if self._is_closed:
            raise TaskError("worker-lost", CLOSED)
        if worker is None:
            raise TaskError("limit", NO_ANSWER)
        return worker

    async def _queue_up(self, job: Job) -> WorkerProcess | None:
        if self.waiting >= self.queue:
            raise TaskError("busy", "All workers are busy, and many requests wait already: ask again in a moment.")
        turn: Turn = asyncio.get_running_loop().create_future()
        job.turn = turn
        turn.add_done_callback(lambda _: self._leave(job))
        self._line.join(job)
        self._tell_places()
        self._relieve()
        try:
            return await turn
        except asyncio.CancelledError:
            worker = None if turn.cancelled() else turn.result()
            if worker is not None:
                self._hand_on(worker)
            raise

    def _leave(self, job: Job) -> None:
        self._line.leave(job)
        self._tell_places()

    def _tell_places(self) -> None:
        for place, job in enumerate(self._line.order(), 1):
            job.tell_place(place)

    async def _watch(self) -> None:
        """See again and again whether a job has had its turn."""
        while True:
            await asyncio.sleep(GLANCE_SECONDS)
            self._relieve()

    def _relieve(self) -> None:
        """Stop jobs that have had their turn, as many as others wait for."""
        jobs = [worker.job for worker in self.workers if worker.job is not None]
        missing = self.waiting - sum(job.is_stopped for job in jobs)
        over = [job for job in jobs if job.is_turn_over and not job.is_stopped]
        for job in over[: max(0, missing)]:
            job.relieve()

    def _hand_on(self, worker: WorkerProcess) -> None:
        """Give a free worker to the job whose turn it is."""
        while (job := self._line.call()) is not None:
            if job.is_waiting:
                job.answer(worker)
                return
        self._idle.append(worker)
