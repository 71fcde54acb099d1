"""Tasks done one after the other in this process."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any

from plywise.executors.tasks import Done, Failed, Outcome, Part, Task, TaskRow, perform


class InProcess:
    """Does tasks one after the other, right here: what the others are compared with."""

    def __init__(self, make_worker: Callable[[], Any], workers: int = 1) -> None:
        self.workers, self.make_worker = workers, make_worker
        self.own_workers = [make_worker() for _ in range(workers)]

    def run(self, tasks: Sequence[Task], parts: Callable[[Part], Any]) -> Iterator[tuple[Task, Outcome]]:
        """Do tasks in order."""
        row = TaskRow(tasks)
        for task in tasks:
            number = task.shard % self.workers
            if row.leaves_out(task):
                continue
            inputs = [row.part(part, parts) for part in task.inputs]
            try:
                answer, *made = perform(self.own_workers[number], task, inputs)
            except Exception as error:
                row.undone.add(task.key)
                yield task, Failed(number, error)
                continue
            row.made[task.key] = made
            yield task, Done(answer, tuple(made), number, 0.0)

    def run_unordered(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome]]:
        """Do tasks that need no others, in order."""
        for task in tasks:
            yield from self.run([task], lambda part: None)

    def reachable(self) -> Container[int]:
        """Return all workers: none can be lost here."""
        return range(self.workers)

    def close(self) -> None:
        """Forget what the workers hold."""
        self.own_workers.clear()
