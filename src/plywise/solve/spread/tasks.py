"""Tasks, who does them, and what happens when one is lost.

A task is pure: it reads files and parts that other tasks made, and makes one file or parts for others. So any of them
may be done again, by anybody, and the outcome is the same. Done with by what it returned, never because it was ready.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from plywise.rules import PlywiseError, SearchError
from plywise.solve.spread.files import TaskFiles, Written

Key: TypeAlias = tuple[str, int]
"""What a task does, and for which shard."""

Part: TypeAlias = tuple[Key, int]
"""One of the parts that a task makes."""

TRIES = 3
"""How often a task is begun before the job is given up."""


@dataclass(frozen=True, slots=True)
class Task:
    """A keeper's method to call, with plain arguments and with parts that other tasks made."""

    key: Key
    arguments: tuple[Any, ...]
    inputs: tuple[Part, ...] = ()
    parts: int = 0
    """How many parts it makes for others."""
    file: str | None = None
    """The file that it must write; its answer then says what was written."""
    about: str = ""
    """Of which table and pass it is, for those who read the log."""

    @property
    def work(self) -> str:
        """The keeper's method."""
        return self.key[0]

    @property
    def shard(self) -> int:
        """Whose keeper does it."""
        return self.key[1]


@dataclass(frozen=True, slots=True)
class Done:
    """What a task returned, and its processor seconds; `parts` are handles that only the executor understands."""

    answer: Any
    parts: tuple[Any, ...]
    worker: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Lost:
    """The worker, or the parts that it needed, are gone: nobody's fault, and worth another try."""

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

        Their inputs are told by `parts`, but for what tasks make that come before them in the same row. A task whose
        inputs got lost there isn't done, and has no outcome.
        """

    def reachable(self) -> Container[int]:
        """Return the workers, of now or of before, whose parts are still there."""

    def close(self) -> None:
        """Let all workers go."""


class Row:
    """What tasks of one call of `run` make for those after them."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self.keys = {task.key for task in tasks}
        self.made: dict[Key, Sequence[Any]] = {}

    def part(self, part: Part, parts: Callable[[Part], Any]) -> Any:
        """Return a part's handle: of this row, or of what was there before."""
        key, number = part
        return self.made[key][number] if key in self.keys else parts(part)

    def lacks_inputs(self, task: Task) -> bool:
        """Whether a task before this one, which it needs, wasn't done."""
        return any(key in self.keys and key not in self.made for key, _ in task.inputs)


OnOutcome: TypeAlias = Callable[[Task, Outcome], None]


class InProcess:
    """Does tasks one after the other, right here: what the others are compared with."""

    def __init__(self, make_keeper: Callable[[], Any], workers: int = 1) -> None:
        self.workers, self.make_keeper = workers, make_keeper
        self.keepers = [make_keeper() for _ in range(workers)]

    def run(self, tasks: Sequence[Task], parts: Callable[[Part], Any]) -> Iterator[tuple[Task, Outcome]]:
        """Do tasks in order."""
        row = Row(tasks)
        for task in tasks:
            worker = task.shard % self.workers
            if row.lacks_inputs(task):
                continue
            inputs = [row.part(part, parts) for part in task.inputs]
            try:
                answer, *made = perform(self.keepers[worker], task, inputs)
            except Exception as error:
                yield task, Failed(worker, error)
                continue
            row.made[task.key] = made
            yield task, Done(answer, tuple(made), worker, 0.0)

    def reachable(self) -> Container[int]:
        """Return all workers: nobody gets lost here."""
        return range(self.workers)

    def close(self) -> None:
        """Forget what the keepers hold."""
        self.keepers.clear()


def perform(keeper: Any, task: Task, inputs: Sequence[Any]) -> list[Any]:
    """Do a task; return its answer and then its parts."""
    made = getattr(keeper, task.work)(*task.arguments, *inputs)
    answer, parts = made if task.parts else (made, ())
    assert len(parts) == task.parts
    return [answer, *parts]


class Crew:
    """Gets tasks done, whatever is lost on the way; tells of every outcome."""

    def __init__(self, executor: Executor, files: TaskFiles, on_outcome: OnOutcome | None = None) -> None:
        self.executor, self.files = executor, files
        self.on_outcome = on_outcome or (lambda task, outcome: None)

    def finish(self, wanted: Sequence[Task], helping: Iterable[Task] = ()) -> dict[Key, Any]:
        """Do the wanted tasks, and of those that help whatever they need; return what the wanted ones answer."""
        tasks = {task.key: task for task in (*helping, *wanted)}
        goals = [task.key for task in wanted]
        done: dict[Key, Done] = {}
        tries: Counter[Key] = Counter()
        while missing := [key for key in goals if key not in done]:
            ready = [tasks[key] for key in _needed(tasks, missing, done)]
            is_lost = False
            for task, outcome in self.executor.run(ready, lambda part: done[part[0]].parts[part[1]]):
                tries[task.key] += 1
                checked = self.checked(task, outcome)
                self.on_outcome(task, checked)
                if isinstance(checked, Done):
                    done[task.key] = checked
                else:
                    self.weigh(task, checked, tries[task.key])
                    is_lost |= isinstance(checked, Lost)
            if is_lost:
                self.forget_lost(done)
        return {key: done[key].answer for key in goals}

    def finish_missing(self, wanted: Sequence[Task], helping: Iterable[Task] = ()) -> list[Written]:
        """Do those of some tasks whose files are missing; return what all of them wrote."""
        found = {task.key: self.files.find(task.file or "") for task in wanted}
        made = self.finish([task for task in wanted if found[task.key] is None], helping)
        return [found[task.key] or made[task.key] for task in wanted]

    def checked(self, task: Task, outcome: Outcome) -> Outcome:
        """Return an outcome, as lost where the file that it tells of isn't what it says."""
        if task.file is None or not isinstance(outcome, Done):
            return outcome
        if outcome.answer.name == task.file and self.files.is_there(outcome.answer):
            return outcome
        return Lost(outcome.worker, f"{task.file} isn't there as it was written")

    def weigh(self, task: Task, outcome: Lost | Failed, tries: int) -> None:
        """Stop the job where another try is of no use."""
        where = f"{task.work} of shard {task.shard}"
        if isinstance(outcome, Lost):
            if tries >= TRIES:
                raise SearchError(f"{tries} workers were lost at the task '{where}': {outcome.reason}.")
        elif isinstance(outcome.error, PlywiseError):
            raise outcome.error
        elif tries >= TRIES:
            raise SearchError(
                f"The task '{where}' failed {tries} times: {type(outcome.error).__name__}: {outcome.error}."
            ) from outcome.error

    def forget_lost(self, done: dict[Key, Done]) -> None:
        """Take back what lost workers made for others; the answers of tasks that made files stand."""
        reachable = self.executor.reachable()
        for key in [key for key, each in done.items() if each.parts and each.worker not in reachable]:
            del done[key]


def _needed(tasks: Mapping[Key, Task], wanted: Sequence[Key], done: Mapping[Key, Done]) -> list[Key]:
    """Return the wanted tasks and all those they need, as far as they aren't done, in the order of `tasks`."""
    found, waiting = set(wanted), list(wanted)
    while waiting:
        for key, _ in tasks[waiting.pop()].inputs:
            if key not in done and key not in found:
                found.add(key)
                waiting.append(key)
    return [key for key in tasks if key in found]
