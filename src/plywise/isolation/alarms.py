"""Interrupts code that doesn't come back, where the system has a timer (not Windows, and only in the main thread).

It can't interrupt a loop inside C code: only the end of the whole process ends that.
"""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any


class Alarm:
    """Raises an error in the main thread when time is up, and again each time as much has passed.

    >>> alarm = Alarm(TimeoutError)
    >>> with alarm, alarm.within(0.01):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    TimeoutError
    """

    def __init__(self, error: Callable[[], BaseException]) -> None:
        self.error = error
        self.is_available = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self._former: Any = None

    def __enter__(self) -> "Alarm":
        if self.is_available:
            self._former = signal.signal(signal.SIGALRM, self._ring)
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_available:
            signal.signal(signal.SIGALRM, self._former)

    def set(self, seconds: float) -> None:
        """Begin to count; 0 stops it."""
        if self.is_available:
            signal.setitimer(signal.ITIMER_REAL, seconds, seconds)

    @contextlib.contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Give a piece of work this many seconds."""
        self.set(seconds)
        try:
            yield
        finally:
            self.set(0)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        raise self.error()
