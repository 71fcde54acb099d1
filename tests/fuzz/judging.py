"""What may come of an input: it is read, or refused by an error of Plywise's own, soon and in little memory."""

import resource
import time
import traceback
from collections.abc import Callable
from typing import NamedTuple

from plywise.rules import PlywiseError

SECONDS, MEGABYTES = 2.0, 200


class Judgement(NamedTuple):
    """Why an input was refused, and what is wrong with that or with reading it, if anything."""

    refusal: str | None = None
    fault: str = ""
    place: str = ""
    """Where the error arose: one fault there is enough to know."""


def judge(read: Callable[[bytes], object], data: bytes) -> Judgement:
    """Read an input, and say what came of it."""
    began, before = time.process_time(), memory()
    found = _read(read, data)
    seconds, megabytes = time.process_time() - began, memory() - before
    if not found.fault and seconds > SECONDS:
        return found._replace(fault=f"It takes {seconds:.1f} s.", place=f"time {found.place}")
    if not found.fault and megabytes > MEGABYTES:
        return found._replace(fault=f"It takes {megabytes:.0f} MB.", place=f"memory {found.place}")
    return found


def memory() -> float:
    """Return the most megabytes that this process has used so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _read(read: Callable[[bytes], object], data: bytes) -> Judgement:
    try:
        read(data)
    except PlywiseError as error:
        return Judgement(str(error), place=_place(error))
    except Exception as error:
        return Judgement(None, f"{type(error).__name__}: {str(error)[:200]}", _place(error))
    return Judgement()


def _place(error: Exception) -> str:
    """Return the error's name and the innermost function of Plywise that it passed."""
    ours = [frame for frame in traceback.extract_tb(error.__traceback__) if "/plywise/" in frame.filename]
    inner = ours[-1] if ours else None
    where = f"{inner.filename.rpartition('/plywise/')[2]}:{inner.lineno} {inner.name}" if inner else "tests/fuzz"
    return f"{type(error).__name__} {where}"
