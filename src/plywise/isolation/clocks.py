"""Time as a process has it: seconds in which it ran or slept, but not those in which others had the processor.

On a busy machine a short piece of work takes long. That must not look as if it had no end.
"""

import contextlib
import time
from pathlib import Path


class FairClock:
    """Counts the seconds of a process, this one unless another's number is given, from now on.

    Where the system doesn't say how long a process waits for a processor (Linux does), all seconds count.
    """

    def __init__(self, pid: int | None = None) -> None:
        self._source = Path(f"/proc/{pid or 'self'}/schedstat")
        self._started, self._waited = time.perf_counter(), 0.0
        self._waited_before = self._wait()

    @property
    def seconds(self) -> float:
        """The seconds that count."""
        self._waited = max(
            self._waited, self._wait() - self._waited_before
        )  # of a process that has ended, the last known
        return time.perf_counter() - self._started - self._waited

    def _wait(self) -> float:
        """Return how long the process's first thread has waited for a processor since it began."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            return int(self._source.read_text().split()[1]) / 1e9
        return 0.0
