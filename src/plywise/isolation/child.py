"""A function at work in a process of its own, which may hang, crash or eat memory without harm to this one.

parent                                   child
starts it, receives until it ends        limits itself, calls work(pipe, ...)
        <--------- whatever it sends --------- pipe.send(...)
SIGUSR1 where it hangs, then kill        writes down where it is, even inside C code
"""

import contextlib
import faulthandler
import multiprocessing
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from plywise.isolation.clocks import FairClock
from plywise.isolation.data import read_data
from plywise.isolation.deaths import keep_last_words
from plywise.isolation.limits import ResourceLimits, apply_limits, end_with_parent
from plywise.isolation.pipes import print_to_stderr
from plywise.isolation.programs import kill_family

LAST_WORDS = 5.0
"""Seconds that a process gets to write down where it is, or to end by itself: it may have to wait for a processor."""
MOST_BYTES = 1 << 27
"""Of one message, from a child that isn't trusted."""
PAUSE = 0.1
"""Seconds after which what it has written down is complete, if nothing was added in them."""


class ChildEndedError(Exception):
    """The child has ended, and will send no more."""


class Child:
    """Calls `work(pipe, *args)` in a new process, as long as this context lasts.

    Function and arguments must be picklable. As with every spawned process, a script that uses this needs the guard
    `if __name__ == "__main__"`. What the function prints goes to stderr, and Ctrl-C in the terminal is not for it. Its
    `clock` counts the child's seconds.
    """

    def __init__(self, work: Callable[..., None], *args: Any, limits: ResourceLimits, is_trusted: bool = True) -> None:
        self.is_trusted = is_trusted
        """Whether what it sends is the work of our code alone; else only data is read, and that with care."""
        self._folder = tempfile.TemporaryDirectory(prefix="plywise-")
        self.last_words = Path(self._folder.name) / "traceback"
        """Where the child writes at which lines it is; see `read_last_words`."""
        context = multiprocessing.get_context("spawn")
        self._pipe, self._theirs = context.Pipe(duplex=False)
        every = (work, args, limits, str(self.last_words), self._theirs)
        self._process = context.Process(target=_be_child, args=every, daemon=True)

    def __enter__(self) -> "Child":
        self._process.start()
        self._theirs.close()
        self.clock = FairClock(self._process.pid)
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._pipe.close()
        self._folder.cleanup()

    def receive(self, until: float) -> Any:
        """Return what the child sends next.

        Raises ChildEndedError at its end, and TimeoutError when its clock has reached `until`: seconds in which
        it waits for a processor don't count, so that a busy machine doesn't look like work without an end.
        """
        while not self._pipe.poll(max(0.0, until - self.clock.seconds)):
            if self.clock.seconds >= until:
                raise TimeoutError
        try:
            return self._pipe.recv() if self.is_trusted else self._receive_data()
        except (EOFError, OSError):
            raise ChildEndedError from None

    def _receive_data(self) -> Any:
        """Return a message of a child that may send anything: half a message without end, or no message at all."""
        timer = threading.Timer(LAST_WORDS, self._process.kill)
        timer.start()
        try:
            return read_data(self._pipe.recv_bytes(MOST_BYTES))
        except (EOFError, OSError):
            raise
        except Exception:
            raise ChildEndedError from None
        finally:
            timer.cancel()

    def let_end(self) -> None:
        """Let a child that has sent everything, or is dying, end by itself."""
        self._process.join(LAST_WORDS)

    def ask_where(self) -> None:
        """Let a child that hangs write down where it is."""
        if hasattr(signal, "SIGUSR1") and self._process.pid and self._process.is_alive():
            os.kill(self._process.pid, signal.SIGUSR1)
            end, told, before = time.monotonic() + LAST_WORDS, 0, -1
            while time.monotonic() < end and (told == 0 or told != before):
                time.sleep(PAUSE)
                before, told = told, self._words_told()

    def _words_told(self) -> int:
        return self.last_words.stat().st_size if self.last_words.exists() else 0

    def kill(self) -> None:
        """End the child, whatever it is doing, and all that it has started."""
        if self._process.pid:
            if hasattr(os, "killpg"):
                kill_family(self._process.pid)
            self._process.kill()
            self._process.join()

    @property
    def exitcode(self) -> int | None:
        """How the child ended, for `describe_exit`; None as long as it lives."""
        return self._process.exitcode


def _be_child(
    work: Callable[..., None], args: tuple[Any, ...], limits: ResourceLimits, words: str, pipe: Connection
) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    print_to_stderr()
    with Path(words).open("w") as file:
        keep_last_words(file)
        apply_limits(limits)
        work(pipe, *args)
        faulthandler.disable()
