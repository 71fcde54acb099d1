"""Workers that stay from one match to the next: starting them takes longer than many a short match."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from plywise.executors import InProcess, Outcome, Task, UnorderedExecutor, WorkerProcesses


class ManyMatchesWorker:
    """Plays games of one match after the other, in its own process."""

    def __init__(self) -> None:
        self.asked: Any = None
        self.worker: Any = None

    def play_for(self, make_worker: "partial[Any]", plan: Any) -> Any:
        """Play a game for the match whose worker that makes; it is made when its first game comes."""
        _, *terms = make_worker.args  # the game itself is the same in all of them
        if terms != self.asked:
            self.worker, self.asked = make_worker(), terms
        return self.worker.play(plan)


class KeptWorkers:
    """Starts workers when a match first needs them, and keeps them until it is closed."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.executor: UnorderedExecutor | None = None

    def hire(self, make_worker: Callable[[], Any]) -> UnorderedExecutor:
        """Return the workers, for one match."""
        if self.executor is None:
            many = InProcess if self.workers == 1 else partial(WorkerProcesses, workers=self.workers)
            self.executor = many(ManyMatchesWorker)
        return _Borrowed(self.executor, make_worker)

    def close(self) -> None:
        """Let the workers go."""
        executor, self.executor = self.executor, None
        if executor is not None:
            executor.close()


class _Borrowed:
    """The workers as one match has them."""

    def __init__(self, executor: UnorderedExecutor, make_worker: Callable[[], Any]) -> None:
        self.executor, self.make_worker, self.workers = executor, make_worker, executor.workers

    def run_unordered(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome]]:
        """Do the tasks of the match."""
        wrapped = (Task(("play_for", task.shard, 0), (self.make_worker, *task.arguments)) for task in tasks)
        return self.executor.run_unordered(wrapped)

    def close(self) -> None:
        """Leave the workers to the next match."""
