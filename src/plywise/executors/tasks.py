"""Tasks, and who does them.

A worker is an object with a method for each kind of task; what it keeps in memory from one to the next only saves time.
A task is pure: it reads files and parts that other tasks made, and makes one file or parts for others. So any of them
may be done again, by any worker, with the same outcome. A task counts as done by what it returned, not by being ready.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

Key: TypeAlias = tuple[str, int, int]
"""What a task does, for which shard, and in which pass."""

Part: TypeAlias = tuple[Key, int]
"""One of the parts that a task makes."""


@dataclass(frozen=True, slots=True)
class Task:
    """A worker's method to call, with plain arguments and with parts that other tasks made."""

    key: Key
    arguments: tuple[Any, ...]
    inputs: tuple[Part, ...] = ()
    after: tuple[Key, ...] = ()
    """Tasks that come before it: it reads their files, or what it makes isn't needed until they are done."""
    parts: int = 0
    """How many parts it makes for others; if any, it is done only when they are needed."""
    file: str | None = None
    """The file that it must write; its answer then says what was written."""
    about: str = ""
    """The table and pass it belongs to, for readers of the log."""

    @property
    def work(self) -> str:
        """The worker's method."""
        return self.key[0]

    @property
    def shard(self) -> int:
        """Whose worker does it."""
        return self.key[1]

    @property
    def needs(self) -> set[Key]:
        """The tasks that must be done before it."""
        return {key for key, _ in self.inputs} | {*self.after}


@dataclass(frozen=True, slots=True)
class Done:
    """What a task returned, and its processor seconds; `parts` are handles that only the executor understands."""

    answer: Any
    parts: tuple[Any, ...]
    worker: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Lost:
    """The worker, or the parts that it needed, are gone: worth another try."""

    worker: int
    reason: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The task itself raised an error."""

    worker: int
    error: BaseException
    trace: str = ""


Outcome: TypeAlias = Done | Lost | Failed


class Executor(Protocol):
    """Who does tasks. Every shard has a worker, and another one if that one is lost."""

    workers: int

    def run(self, tasks: Sequence[Task], parts: Callable[[Part], Any]) -> Iterator[tuple[Task, Outcome]]:
        """Do tasks at once, and yield their outcomes in order.

        Their inputs are found by `parts`, except those that earlier tasks of the same call make. A task that needs one
        which wasn't done there isn't done either, and has no outcome.
        """

    def reachable(self) -> Container[int]:
        """Return the workers, of now or of before, whose parts are still there."""

    def close(self) -> None:
        """Release all workers."""


class UnorderedExecutor(Protocol):
    """Who does tasks that need no others."""

    workers: int

    def run_unordered(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome]]:
        """Do tasks, each by whichever worker is free, and yield their outcomes as they come.

        Tasks are taken when a worker has room for them. Whoever stops listening leaves the rest undone.
        """

    def close(self) -> None:
        """Release all workers."""


class TaskRow:
    """What tasks of one call of `run` make for those after them, and which of them weren't done."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self.keys = {task.key for task in tasks}
        self.made: dict[Key, Sequence[Any]] = {}
        self.undone: set[Key] = set()

    def part(self, part: Part, parts: Callable[[Part], Any]) -> Any:
        """Return a part's handle: of this row, or of what was there before."""
        key, number = part
        return self.made[key][number] if key in self.keys else parts(part)

    def leaves_out(self, task: Task) -> bool:
        """Whether a task isn't done because one that it needs wasn't; then it counts as undone itself."""
        if self.undone.isdisjoint(task.needs):
            return False
        self.undone.add(task.key)
        return True


OnOutcome: TypeAlias = Callable[[Task, Outcome], None]


def perform(worker: Any, task: Task, inputs: Sequence[Any]) -> list[Any]:
    """Do a task; return its answer and then its parts."""
    made = getattr(worker, task.work)(*task.arguments, *inputs)
    answer, parts = made if task.parts else (made, ())
    assert len(parts) == task.parts
    return [answer, *parts]
