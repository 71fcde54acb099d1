"""Stops one of several jobs that a process does after each other, at a moment when it can be stopped."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType

DELICATE = frozenset({"importlib", "llvmlite", "numba", "numpy", "scipy"})
KNOCK_SECONDS = 0.02
"""Until a stop that came at a delicate moment is tried again."""


@dataclass
class Interrupts:
    """Turns a request to stop into a KeyboardInterrupt, but only inside the job that it is meant for.

    Its method `ring` must be the handler of SIGINT.
    """

    job: int | None = None
    stopped: int | None = None
    is_held: bool = False

    def stop(self, number: int) -> None:
        """Stop a job, from another thread."""
        self.stopped = number
        self._knock()

    def _knock(self) -> None:
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        else:
            signal.raise_signal(signal.SIGINT)

    def ring(self, _: int = 0, frame: FrameType | None = None) -> None:
        """Interrupt the job under way if it was stopped; once, so that it can end without being interrupted again."""
        if self.job is None or self.stopped != self.job or self.is_held:
            return
        if _is_delicate(frame):
            threading.Timer(KNOCK_SECONDS, self._knock).start()
            return
        self.stopped = None
        raise KeyboardInterrupt

    @contextlib.contextmanager
    def within(self, number: int) -> Iterator[None]:
        """Do a job that may be interrupted."""
        self.job = number
        try:
            self.ring()
            yield
        finally:
            self.job = None

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Do something that must not be interrupted."""
        self.is_held = True
        try:
            yield
        finally:
            self.is_held = False
        self.ring()


def _is_delicate(frame: FrameType | None) -> bool:
    """Whether something is being imported or compiled: left half done, it would fail from then on."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] in DELICATE:
            return True
        frame = frame.f_back
    return False
