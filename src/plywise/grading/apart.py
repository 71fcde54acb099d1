"""Lets a student's file do its exercises in a process of its own, which may hang or eat memory without harm here.

parent                                        child
starts it, listens until the deadline         limits its memory, loads the file, does exercise after exercise
        <--------- ("functions", ...), ("work", ...), ("work", ...), ...
"""

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any

from plywise.grading.calling import StudentError, check_call, takes_depth
from plywise.grading.exercises import Algorithm, exercises
from plywise.grading.student import NO_END, TooLongError, Work, attempt, find_functions, load_student

GRACE = 3.0
"""Seconds beyond its time that an exercise gets before its process is ended: time to start, or stuck in C code."""

MOST_ENDLESS = 3
"""So many exercises without end are enough."""


@dataclass
class Told:
    """What the child has told so far: which functions it found (and whether they take a depth), and their work."""

    takes_depth: dict[Algorithm, bool] = field(default_factory=dict)
    works: dict[tuple[Algorithm, int], Work] = field(default_factory=dict)
    doing: tuple[Algorithm, int] | None = None


def work_apart(path: Path, wanted: Algorithm | None, seconds: float = 5, memory_mb: int = 1024) -> Told:
    """Let a student's file do all exercises of the algorithms that it defines, or of the one wanted.

    Each exercise has so many seconds. As with every spawned process, a script that calls this needs the guard
    `if __name__ == "__main__"`.
    """
    if not path.is_file():
        raise StudentError(f"There is no file {path}.")
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    told = Told()
    with contextlib.closing(ours):
        child = context.Process(target=_work_here, args=(path, wanted, seconds, memory_mb, theirs), daemon=True)
        child.start()
        theirs.close()
        try:
            end = _listen(ours, told, seconds + GRACE)
        finally:
            child.kill()
            child.join()
    if end and told.doing is None:
        raise StudentError(f"{path.name} {end} while it was imported: let the file only define its functions.")
    if end and told.doing is not None:
        told.works[told.doing] = Work(error=f"{NO_END}: it {end}")
    return told


def _listen(pipe: Connection, told: Told, patience: float) -> str:
    """Take in what the child tells; return how it ended where that was not well."""
    while True:
        if not pipe.poll(patience):
            return "came to no end"
        try:
            kind, content = pipe.recv()
        except (EOFError, OSError):
            return "ended its whole program"
        match kind:
            case "refused":
                raise StudentError(content)
            case "functions":
                told.takes_depth = content
            case "doing":
                told.doing = content
            case "work":
                told.works[content[0]] = content[1]
            case "done":
                return ""


def _work_here(path: Path, wanted: Algorithm | None, seconds: float, memory_mb: int, pipe: Connection) -> None:
    """Be the child."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.dup2(2, 1)  # what students print must not get into the report
    _limit_memory(memory_mb)
    try:
        functions = find_functions(load_student(path))
        if wanted is not None:
            functions = {name: function for name, function in functions.items() if name == wanted}
        for name, function in functions.items():
            check_call(name, function)
    except StudentError as error:
        pipe.send(("refused", str(error)))
        return
    pipe.send(("functions", {name: takes_depth(function) for name, function in functions.items()}))
    for name, function in functions.items():
        _do_exercises(name, function, seconds, pipe)
    pipe.send(("done", None))


def _do_exercises(name: Algorithm, function: Callable[..., Any], seconds: float, pipe: Connection) -> None:
    """Do one exercise after the other and tell each; a function that comes to no end a few times is given up."""
    patience = MOST_ENDLESS
    for number, exercise in enumerate(exercises(name)):
        if patience and (exercise.depth is None or takes_depth(function)):
            pipe.send(("doing", (name, number)))
            with _alarm(seconds):
                work = attempt(function, exercise)
            pipe.send(("work", ((name, number), work)))
            patience -= work.error.startswith(NO_END)


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise TooLongError after so many seconds, where the system can."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooLongError(f"it was stopped after {seconds:g} seconds")

    former: Any = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)


def _limit_memory(megabytes: int) -> None:
    """Bound the address space, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))
