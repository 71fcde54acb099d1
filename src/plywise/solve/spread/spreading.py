"""How a job is spread over workers; and what is removed when it is done."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plywise.executors import Done, Executor, OnOutcome, Outcome, Task, TaskScheduler
from plywise.rules import Game
from plywise.solve.spread.files import TASKS, JobStorage, Journal, TaskFiles

SPREAD = 1 << 22
"""A component of fewer slots is solved by the driver alone: it takes seconds."""


@dataclass
class Spreading:
    """How a job is spread: over which workers, into how many shards, from which size, and who is informed."""

    executor: Executor
    shards: int = 0
    """0: as many as there are workers."""
    least: int = SPREAD
    journal: Journal | None = None
    on_outcome: OnOutcome | None = None
    bucket: str | None = None
    """The address of an object store where all files lie; None: they lie in the job's folder."""
    seconds: float = field(default=0.0, init=False)
    """Processor seconds of all tasks."""

    def storage(self, game: Game, folder: Path) -> JobStorage:
        """Return where the driver finds everything; fetches the manifest of work that was begun."""
        storage = JobStorage(lambda: game, self.bucket or folder)
        storage.get_manifest(folder)
        return storage

    def scheduler(self, files: TaskFiles) -> TaskScheduler:
        """Return who gets tasks done."""
        return TaskScheduler(self.executor, files, self.heard)

    def heard(self, task: Task, outcome: Outcome) -> None:
        """Add up what tasks took, and pass the news on."""
        if isinstance(outcome, Done):
            self.seconds += outcome.seconds
        if self.journal is not None:
            self.journal.outcome(task, outcome)
        if self.on_outcome is not None:
            self.on_outcome(task, outcome)

    def facts(self) -> dict[str, Any]:
        """Return what the record of the build says of it."""
        told = {"workers": self.executor.workers, "busy_seconds": round(self.seconds, 3)}
        return told | (self.journal.summary() if self.journal else {})

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Open the journal, and note in it why a job ends, if it does before it is done."""
        if self.journal is not None:
            self.journal.open()
        try:
            yield
        except BaseException as error:
            if self.journal is not None:
                self.journal.stop(error)
            raise


def clear(files: TaskFiles, folder: Path) -> None:
    """Remove all files of tasks, and what the driver noted beside them."""
    files.remove("")
    shutil.rmtree(folder / TASKS, ignore_errors=True)
