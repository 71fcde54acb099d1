"""A word from any thread that a search should end."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Cancellation:
    """Ends the searches whose limit holds it, at once: each answers with what it has found so far.

    >>> from plywise.rules import Limit
    >>> stop = Cancellation()
    >>> limit = Limit(time=60, cancellation=stop)
    >>> stop.cancel()
    >>> limit.is_cancelled
    True
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stops: list[Callable[[], None]] = []
        self._is_cancelled = False

    @property
    def is_cancelled(self) -> bool:
        """Whether the word has been given; it can't be taken back."""
        return self._is_cancelled

    def cancel(self) -> None:
        """Give the word."""
        with self._lock:
            self._is_cancelled = True
            stops = tuple(self._stops)
        for stop in stops:
            stop()

    @contextmanager
    def stopping(self, stop: Callable[[], None]) -> Iterator[None]:
        """Have `stop` called when the word is given, or at once if it has been, as long as this context lasts."""
        with self._lock:
            self._stops.append(stop)
            is_late = self._is_cancelled
        try:
            if is_late:
                stop()
            yield
        finally:
            with self._lock:
                self._stops.remove(stop)
