"""Tasks on the threads of this process, for compiled code that releases Python's lock."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

Tool = TypeVar("Tool")
Item = TypeVar("Item")
Result = TypeVar("Result")


class TaskThreads(Generic[Tool]):
    """As many threads as there are tools, such as blocks of memory: a task has one of them to itself.

    Outside of its context there are no threads: tasks are done one after the other, with the first tool.

    >>> with TaskThreads("ab") as threads:
    ...     list(threads.run(lambda tool, n: n * n, range(5)))
    [0, 1, 4, 9, 16]
    """

    def __init__(self, tools: Sequence[Tool]) -> None:
        self.tools = list(tools)
        self._pool: ThreadPoolExecutor | None = None

    def __len__(self) -> int:
        return len(self.tools)

    def __enter__(self) -> "TaskThreads[Tool]":
        self._pool = ThreadPoolExecutor(len(self.tools))
        return self

    def __exit__(self, *_: object) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    def run(self, task: Callable[[Tool, Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Do a task on each item, in whichever thread is free; yield what they return, in order.

        An error is raised here; tasks that were not begun by then are left out.
        """
        if self._pool is None:
            return (task(self.tools[0], item) for item in items)
        free = list(self.tools)

        def work(item: Item) -> Result:
            tool = free.pop()
            try:
                return task(tool, item)
            finally:
                free.append(tool)

        return self._pool.map(work, items)
