"""Lets a student's file do its exercises in a process of its own, which may hang or eat memory without harm here.

parent                                        child
starts it, listens until the deadline         limits its memory, loads the file, does exercise after exercise
        <--------- ("functions", ...), ("work", ...), ("work", ...), ...
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from plywise.grading.calling import StudentError, check_call, takes_depth
from plywise.grading.exercises import ALGORITHMS, Exercise, GivenExercises, GradedAlgorithm, exercises
from plywise.grading.listening import TooLongError
from plywise.grading.marks import Mark
from plywise.grading.student import NO_END, Work, attempt, find_functions, load_student
from plywise.isolation import Alarm, Child, ChildEndedError, ResourceLimits

GRACE = 3.0
"""Seconds beyond its time that an exercise gets before its process is ended, to start, or if stuck in C code."""

MOST_ENDLESS = 3
"""How many exercises without end are enough."""

MOST_REPEATED = 3
"""How many exercises with a wrong value are done once more, to see whether those before them are to blame."""


@dataclass
class ReportedWork:
    """What the child has reported so far: which functions it found (and whether they take a depth), and their work."""

    takes_depth: dict[GradedAlgorithm, bool] = field(default_factory=dict)
    works: dict[tuple[GradedAlgorithm, int], Work] = field(default_factory=dict)
    doing: tuple[GradedAlgorithm, int] | None = None


def work_isolated(
    path: Path,
    wanted: GradedAlgorithm | None,
    seconds: float = 5,
    memory_mb: int = 1024,
    *,
    given: GivenExercises = exercises,
    prepare: Callable[[Path], None] | None = None,
    total_seconds: float = math.inf,
) -> ReportedWork:
    """Let a student's file do all exercises of the algorithms that it defines, or of the one wanted.

    Each exercise has this many seconds, and all of them `total_seconds`. `given` returns the exercises of an algorithm,
    and `prepare` is called in the process before the file is read; both must be picklable. As with every spawned
    process, a script that calls this needs the guard `if __name__ == "__main__"`.
    """
    if not path.is_file():
        raise StudentError(f"There is no file {path}.")
    reported = ReportedWork()
    limits = ResourceLimits(memory_mb=memory_mb)
    with Child(_work_here, path, wanted, seconds, given, prepare, limits=limits, is_trusted=False) as child:
        end = _listen(child, reported, seconds + GRACE, total_seconds)
    if end and reported.doing is None:
        raise StudentError(f"{path.name} {end} while it was imported: let the file only define its functions.")
    if end and reported.doing is not None:
        reported.works[reported.doing] = Work(error=f"{NO_END}: it {end}")
    return reported


def _listen(child: Child, reported: ReportedWork, patience: float, total: float) -> str:
    """Take in what the child reports; return how it ended where that was not well.

    Between two reports it has this many seconds of its own.
    """
    heard = 0.0
    while True:
        try:
            kind, content = child.receive(min(heard + patience, total))
        except TimeoutError:
            return "came to no end"
        except ChildEndedError:
            return "ended its whole program"
        heard = child.clock.seconds
        match kind:
            case "refused":
                raise StudentError(content)
            case "functions":
                reported.takes_depth = content
            case "doing":
                reported.doing = content
            case "work":
                reported.works[content[0]] = content[1]
            case "done":
                return ""


def _work_here(
    pipe: Connection,
    path: Path,
    wanted: GradedAlgorithm | None,
    seconds: float,
    given: GivenExercises,
    prepare: Callable[[Path], None] | None,
) -> None:
    """Be the child."""
    try:
        tasks = {name: given(name) for name in ALGORITHMS}
        if prepare is not None:
            prepare(path)
        functions = find_functions(load_student(path))
        if wanted is not None:
            functions = {name: function for name, function in functions.items() if name == wanted}
        for name, function in functions.items():
            check_call(name, function)
    except StudentError as error:
        pipe.send(("refused", str(error)))
        return
    pipe.send(("functions", {name: takes_depth(function) for name, function in functions.items()}))
    try:
        with Alarm(lambda: TooLongError(f"it was stopped after {seconds:g} seconds")) as alarm:
            for name, function in functions.items():
                _do_exercises(name, function, path, tasks[name], seconds, alarm, pipe)
    except StudentError as error:
        pipe.send(("refused", str(error)))
        return
    pipe.send(("done", None))


def _do_exercises(
    name: GradedAlgorithm,
    function: Callable[..., Any],
    path: Path,
    tasks: Sequence[Exercise],
    seconds: float,
    alarm: Alarm,
    pipe: Connection,
) -> None:
    """Do one exercise after the other and report each; a function that comes to no end a few times is given up."""
    patience, doubts = MOST_ENDLESS, MOST_REPEATED
    for number, exercise in enumerate(tasks):
        if patience and (exercise.depth is None or takes_depth(function)):
            pipe.send(("doing", (name, number)))
            with alarm.within(seconds):
                work = attempt(function, exercise)
                if doubts and number and not work.error and not Mark(name, exercise, work).is_value_right:
                    doubts -= 1
                    work.is_left_over = _is_right_alone(name, path, exercise)
            pipe.send(("work", ((name, number), work)))
            patience -= work.error.startswith(NO_END)


def _is_right_alone(name: GradedAlgorithm, path: Path, exercise: Exercise) -> bool:
    """Whether an exercise is answered correctly where nothing was done before: the file is loaded once more."""
    work = attempt(find_functions(load_student(path))[name], exercise)
    return Mark(name, exercise, work).is_value_right
