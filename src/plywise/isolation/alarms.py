"""Interrupts code that doesn't come back, where the system has a timer (not Windows, and only in the main thread).

It can't interrupt a loop inside C code: only the end of the whole process ends that. On a busy machine it rings later:
seconds in which the process waits for a processor don't count. Code that sleeps may get twice the time.
"""

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from plywise.isolation.clocks import FairClock

CLOSE = 0.001
"""Seconds by which an alarm may ring too early: clocks are not exact."""


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
        self._seconds = self._cpu = 0.0
        self._rest = 0.0
        self._clock: FairClock | None = None

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
            self._seconds, self._cpu, self._clock = seconds, time.process_time(), None
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
        left = self._left()
        if left <= CLOSE:
            raise self.error()
        signal.setitimer(signal.ITIMER_REAL, left, self._seconds)

    def _left(self) -> float:
        """Return how many seconds are left: at the first ring, those that the process didn't run.

        Whether it slept or waited for a processor is asked only from then on: asking before each piece of work would
        take longer than most of them.
        """
        if self._clock is None:
            self._clock = FairClock()
            self._rest = self._seconds - (time.process_time() - self._cpu)
        return self._rest - self._clock.seconds
