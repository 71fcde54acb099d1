"""What a piece of work took: processor seconds, and the most memory that was asked for meanwhile."""

import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class MeasuredWork:
    """What was measured, once the work is done."""

    seconds: float = 0.0
    peak: int = 0


@contextmanager
def measured() -> Iterator[MeasuredWork]:
    """Measure what is done inside."""
    found = MeasuredWork()
    worked, is_first = time.process_time(), not tracemalloc.is_tracing()
    if is_first:
        tracemalloc.start()
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    try:
        yield found
    finally:
        found.peak = tracemalloc.get_traced_memory()[1] - before
        if is_first:
            tracemalloc.stop()
        found.seconds = time.process_time() - worked
