"""The line before the workers: clients take turns, so that one who asks for much makes nobody else wait for all of it.

asked:  a1 a2 a3 b1 c1      served:  a1 b1 c1 a2 a3
"""

from collections.abc import Hashable
from itertools import zip_longest

from plywise.service.jobs.process import Job


class WaitingLine:
    """Jobs that wait, those of each client in a queue of its own; in each round, every client has one job done."""

    def __init__(self) -> None:
        self._queues: dict[Hashable, list[Job]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    def join(self, job: Job) -> None:
        """Let a job wait."""
        self._queues.setdefault(job.client, []).append(job)

    def leave(self, job: Job) -> None:
        """Let a job wait no longer; its client's others keep their place."""
        queue = self._queues.get(job.client, [])
        if job in queue:
            queue.remove(job)
            if not queue:
                del self._queues[job.client]

    def call(self) -> Job | None:
        """Return the job whose turn it is, if any waits; its client's others go behind all other clients'."""
        if not self._queues:
            return None
        client, queue = next(iter(self._queues.items()))
        del self._queues[client]
        job = queue.pop(0)
        if queue:
            self._queues[client] = queue
        return job

    def order(self) -> list[Job]:
        """Return the jobs in the order in which they would be called."""
        rounds = zip_longest(*self._queues.values())
        return [job for each in rounds for job in each if job is not None]
