"""What is shown while tables are solved, and how Ctrl-C stops it: after the step under way, what is done kept."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.cli.screen import ProgressScreen, show_progress, stderr
from plywise.rules import PlywiseError

if TYPE_CHECKING:
    from plywise.solve import SolveProgress

GIB = 1 << 30


class StoppedError(PlywiseError):
    """Whoever watches wants it to stop."""


class SolveWatch:
    """Turns reports of a job into its progress, with its rate, the time left and the memory used."""

    def __init__(self, screen: ProgressScreen) -> None:
        self.screen, self.is_stopping = screen, threading.Event()
        self.names: tuple[str, ...] = ()
        self.began, self.before, self.decided, self.number = time.perf_counter(), -1, 0, 0

    def tell(self, progress: "SolveProgress") -> None:
        """Show how far a job is; ends it if Ctrl-C was typed."""
        if self.is_stopping.is_set():
            raise StoppedError("Stopped.")
        if self.before < 0:
            self.before, self.began = progress.slots_done, time.perf_counter()
        if progress.names != self.names:
            self.names, self.decided, self.number = progress.names, 0, 0
        passed = progress.passed
        if passed is None:
            return
        # In the first look, slots are those looked at so far; later each pass counts what it alone decided.
        if passed.number == 0 or passed.number != self.number:
            self.decided = passed.slots if self.number == 0 or passed.number == 0 else self.decided + passed.slots
            self.number = passed.number
        done = progress.slots_done + self.share(progress)
        seconds = max(time.perf_counter() - self.began, 1e-3)
        rate = (done - self.before) / seconds
        left = (progress.slots - done) / rate if rate > 0 and progress.slots and seconds > 2 else None
        doing, known = self.doing(progress), self.known(rate)
        self.screen.show(doing, done, progress.slots, left, unit="positions", known=known, is_open_ended=True)

    def share(self, progress: "SolveProgress") -> float:
        """Return how much of the slots under way is done: looking at all of them counts half, deciding them half."""
        passed = progress.passed
        if passed is None or not progress.slots:
            return 0
        return self.decided / 2 if passed.number == 0 else (passed.total + min(self.decided, passed.total)) / 2

    def doing(self, progress: "SolveProgress") -> str:
        """Say which tables are being solved."""
        number = progress.passed.number if progress.passed else 0
        name = " ".join(progress.names[:2]) + (" ..." if len(progress.names) > 2 else "")
        step = "first look" if number == 0 else f"ply {number}"
        part = f"{progress.done + 1}/{progress.components} " if progress.components > 1 else ""
        return f"{part}{name}, {step}"

    def known(self, rate: float) -> str:
        """Say how fast it is, and how much memory is used."""
        used = memory_used()
        return f"{tell_rate(rate)} positions a second" + (f", {used / GIB:.2f} GiB" if used else "")


@contextmanager
def watching(hint: str) -> Iterator[SolveWatch]:
    """Show a job's progress. Ctrl-C lets it stop where it can go on, and says how; a second one stops at once.

    Files are put in place whole, so that even the second loses nothing but the step under way.
    """
    with show_progress() as screen:
        watch = SolveWatch(screen)
        screen.show("preparing (rules are compiled once)")

        def stop(*_: Any) -> None:
            if watch.is_stopping.is_set():
                stderr.print(hint, soft_wrap=True)
                stderr.file.flush()
                os._exit(130)
            watch.is_stopping.set()
            stderr.print("Stopping after this step; Ctrl-C again stops at once.", style="dim", soft_wrap=True)

        in_main = threading.current_thread() is threading.main_thread()
        before = signal.signal(signal.SIGINT, stop) if in_main else None
        try:
            yield watch
        finally:
            if in_main:
                signal.signal(signal.SIGINT, before)


def memory_used() -> int:
    """Return the bytes of memory that this process holds, or 0 where the system doesn't say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        pass
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def tell_rate(rate: float) -> str:
    """Write a rate with as many digits as help.

    >>> tell_rate(2_345_678), tell_rate(12_345), tell_rate(12.3)
    ('2.35 million', '12 thousand', '12')
    """
    if rate >= 1e6:
        return f"{rate / 1e6:.2f} million"
    return f"{rate / 1e3:.0f} thousand" if rate >= 1e4 else f"{rate:,.0f}"
