"""Compiled code at work in threads of its own, while the caller waits: it watches the clock, and Ctrl-C reaches it.

In a page there are no threads: the work is done where it is asked for, and ends by the deadline that it watches itself.
"""

import contextlib
import math
import os
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from plywise.rules import Cancellation, Limit, SearchError
from plywise.surroundings import IN_PAGE

TICK = 0.25
"""Seconds between two reports of progress."""

WRAP_UP = 0.002
"""Seconds before the time is up at which the work ends, so that there is an answer when it is; at most a twentieth."""

MACHINE_STACK = 64 << 20
"""Bytes of stack a thread may use for the deepest line of large boards; only what is used takes memory."""


HAS_THREADS = not IN_PAGE


def useful_threads(asked: int) -> int:
    """Return how many threads a search starts: twice the processors at most, since more only wait for each other."""
    if not 1 <= asked <= 256:
        raise SearchError(f"A search runs on 1 to 256 threads, not {asked}.")
    return min(asked, 2 * (os.cpu_count() or 1)) if HAS_THREADS else 1


class Stopped(Exception):  # noqa: N818 (not an error: the flag was raised, or the budget is spent)
    """The work was stopped before it was complete."""


class ThreadGroup:
    """Threads under way within a limit's time; `stop` raises whatever flags their code looks at."""

    def __init__(self, stop: Callable[[], None], limit: Limit) -> None:
        self.stop, self.cancellation = stop, limit.cancellation or Cancellation()
        seconds = limit.time
        self.started = time.perf_counter()
        ends_in = math.inf if seconds is None else seconds - min(WRAP_UP, seconds / 20)
        self.until = self.started + ends_in
        self.deadline = _clock() + int(ends_in * 1e9) if ends_in < math.inf and _clock() else 0
        """When compiled code stops by itself, in nanoseconds of its clock; 0 for never."""
        self._messages: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._hear: Callable[[Any], None] = self._messages.put

    @property
    def seconds(self) -> float:
        """How long the group has been at work."""
        return time.perf_counter() - self.started

    def tell(self, message: Any) -> None:
        """Hand something to the waiting caller, from a thread."""
        self._hear(message)

    def run(
        self,
        works: Sequence[Callable[[], None]],
        on_message: Callable[[Any], None] = lambda message: None,
        on_tick: Callable[[], None] | None = None,
    ) -> None:
        """Start each work in a thread and wait for all; the first error stops the others and is raised here.

        A work that raises Stopped has ended well. Where the time is up the flags are raised, and the wait goes on.
        """
        if not HAS_THREADS:
            self._run_here(works, on_message)
            return
        threads = [threading.Thread(target=self._work, args=(work,), daemon=True) for work in works]
        try:
            _start(threads)
            with self.cancellation.stopping(self.stop):
                self._wait(len(threads), on_message, on_tick)
        finally:
            self.stop()
            for thread in threads:
                if thread.ident is not None:
                    thread.join()

    def _run_here(self, works: Sequence[Callable[[], None]], on_message: Callable[[Any], None]) -> None:
        """Do each work in turn; what it tells is passed on at once."""
        self._hear = on_message
        with self.cancellation.stopping(self.stop):
            for work in works:
                with contextlib.suppress(Stopped):
                    work()

    def _wait(self, working: int, on_message: Callable[[Any], None], on_tick: Callable[[], None] | None) -> None:
        """Pass messages on until all threads have ended; raises the first error among them."""
        while working:
            message = self._next_message(on_tick)
            if isinstance(message, BaseException):
                raise message
            if message is None:
                working -= 1
            else:
                on_message(message)

    def run_until_interrupted(
        self, works: Sequence[Callable[[], None]], on_tick: Callable[[], None] | None, has_answer: Callable[[], bool]
    ) -> bool:
        """Run, and return whether Ctrl-C ended it; without an answer yet, that is raised on."""
        try:
            self.run(works, on_tick=on_tick)
        except KeyboardInterrupt:
            if not has_answer():
                raise
            return True
        return False

    def _work(self, work: Callable[[], None]) -> None:
        """Run one work; put an error, and None at the end, into the queue."""
        try:
            work()
        except Stopped:
            pass
        except BaseException as error:
            self.tell(error)
        self.tell(None)

    def _next_message(self, on_tick: Callable[[], None] | None) -> Any:
        while True:
            now = time.perf_counter()
            if now >= self.until:
                self.stop()
                self.until = math.inf
            rest = min(self.until - now, TICK if on_tick else math.inf)
            try:
                return self._messages.get(timeout=None if rest == math.inf else max(0.0, rest))
            except queue.Empty:
                if on_tick:
                    on_tick()


def _clock() -> int:
    """Return the time as compiled code reads it; 0 where it can't."""
    number = getattr(time, "CLOCK_MONOTONIC", None)
    return 0 if number is None else time.clock_gettime_ns(number)


def _start(threads: Sequence[threading.Thread]) -> None:
    usual = threading.stack_size(MACHINE_STACK)
    try:
        for thread in threads:
            thread.start()
    finally:
        threading.stack_size(usual)
