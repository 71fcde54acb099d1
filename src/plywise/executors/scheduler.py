"""Gets tasks done, whatever is lost on the way."""

from collections import Counter, defaultdict, deque
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

from plywise.executors.tasks import Done, Executor, Failed, Key, Lost, OnOutcome, Outcome, Part, Task
from plywise.rules import PlywiseError, SearchError

TRIES = 3
"""How often a task may fail, or its worker be lost, before the job is given up."""


class OutputFiles(Protocol):
    """Where the files lie that tasks write."""

    def find(self, name: str) -> Any | None:
        """Return what is known of a file, with its `name`; None where it is missing or damaged."""

    def is_there(self, written: Any) -> bool:
        """Whether a file is there, and is what the task that wrote it reported."""


class TaskScheduler:
    """Gets tasks done; reports every outcome."""

    def __init__(self, executor: Executor, files: OutputFiles, on_outcome: OnOutcome | None = None) -> None:
        self.executor, self.files = executor, files
        self.on_outcome = on_outcome or (lambda task, outcome: None)

    def finish(self, tasks: Sequence[Task]) -> dict[Key, Any]:
        """Do tasks, and return what they answer."""
        return dict(self.answers(tasks))

    def written(self, tasks: Sequence[Task]) -> Iterator[Any]:
        """Do those of some tasks whose files are missing, and what they need; yield what each wrote, in order."""
        found = {task.key: self.files.find(task.file) for task in tasks if task.file is not None}
        made = self.answers([task for task in tasks if found.get(task.key) is None])
        for known in found.values():
            yield known or next(made)[1]

    def answers(self, tasks: Sequence[Task]) -> Iterator[tuple[Key, Any]]:
        """Do tasks, those that make parts only if another task needs them. Yield the other tasks' answers, in order.

        Each comes after those that it needs, as far as they aren't done.
        """
        open_tasks, tries = OpenTasks(tasks), Counter[Key]()
        waiting = deque(task.key for task in tasks if not task.parts)
        while waiting:
            undone: set[Key] = set()
            is_lost = False
            for task, outcome in self.executor.run(open_tasks.needed(waiting), open_tasks.part):
                if not undone.isdisjoint(task.needs):
                    undone.add(task.key)
                    continue
                checked = self.checked(task, outcome)
                self.on_outcome(task, checked)
                if isinstance(checked, Done):
                    open_tasks.close(task, checked)
                else:
                    undone.add(task.key)
                    tries[task.key] += 1
                    self.weigh(task, checked, tries[task.key])
                    is_lost |= isinstance(checked, Lost)
                while waiting and waiting[0] in open_tasks.done:
                    key = waiting.popleft()
                    yield key, open_tasks.done[key].answer
            if is_lost:
                open_tasks.forget_lost(self.executor.reachable())

    def checked(self, task: Task, outcome: Outcome) -> Outcome:
        """Return an outcome, or that it is lost where the file that it names isn't what it reports."""
        if task.file is None or not isinstance(outcome, Done):
            return outcome
        if outcome.answer.name == task.file and self.files.is_there(outcome.answer):
            return outcome
        return Lost(outcome.worker, f"{task.file} isn't what was written")

    def weigh(self, task: Task, outcome: Lost | Failed, tries: int) -> None:
        """Stop the job where another try would be useless."""
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


class OpenTasks:
    """Some tasks, what those that are done made, and who still needs it."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self.tasks = {task.key: task for task in tasks}
        self.done: dict[Key, Done] = {}
        self.users: dict[Key, list[Key]] = defaultdict(list)
        for task in tasks:
            for key in {key for key, _ in task.inputs}:
                self.users[key].append(task.key)

    def needed(self, wanted: Iterable[Key]) -> list[Task]:
        """Return the wanted tasks and all those they need, as far as they aren't done, in order."""
        waiting = [key for key in wanted if key not in self.done]
        found = {*waiting}
        while waiting:
            for key in self.tasks[waiting.pop()].needs:
                if key in self.tasks and key not in self.done and key not in found:
                    found.add(key)
                    waiting.append(key)
        return [task for key, task in self.tasks.items() if key in found]

    def part(self, part: Part) -> Any:
        """Return the handle of a part that was made."""
        key, number = part
        return self.done[key].parts[number]

    def close(self, task: Task, outcome: Done) -> None:
        """Mark a task as done, and release parts that nobody needs any more."""
        self.done[task.key] = outcome
        for key in {key for key, _ in task.inputs}:
            if all(user in self.done for user in self.users[key]):
                self.done[key] = replace(self.done[key], parts=())

    def forget_lost(self, reachable: Container[int]) -> None:
        """Mark parts as missing that lost workers made, or that were released; all other answers stay."""
        lost = [key for key, each in self.done.items() if each.parts and each.worker not in reachable]
        while lost:
            key = lost.pop()
            del self.done[key]
            lost += [need for need in self.tasks[key].needs if need in self.done and self.lacks_parts(need)]

    def lacks_parts(self, key: Key) -> bool:
        """Whether a task that is done made parts which were released."""
        return len(self.done[key].parts) < self.tasks[key].parts
