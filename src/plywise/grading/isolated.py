"""Lets a student's file do its exercises in a process of its own, which may hang or eat memory without harm here.

parent                                        child
starts it, listens until the deadline         limits its memory, loads the file, does exercise after exercise
        <--------- ("functions", ...), ("work", ...), ("work", ...), ...
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any

from plywise.grading.calling import StudentError, check_call, takes_depth
from plywise.grading.checks import SUBJECTS, CheckedName, TaskAnswer
from plywise.grading.exercises import ALGORITHMS, Exercise, GivenExercises, GradedAlgorithm, exercises
from plywise.grading.listening import TooLongError
from plywise.grading.marks import Mark
from plywise.grading.student import NO_END, Work, answer_task, attempt, find_functions, load_student
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
    references: dict[CheckedName, str] = field(default_factory=dict)
    """What else the file defines, which is graded by checks, and the game that each is for."""
    answers: dict[tuple[CheckedName, int], TaskAnswer] = field(default_factory=dict)
    doing: tuple[str, int] | None = None


def work_isolated(
    path: Path,
    wanted: GradedAlgorithm | CheckedName | None,
    seconds: float = 5,
    memory_mb: int = 1024,
    *,
    given: GivenExercises = exercises,
    prepare: Callable[[Path], None] | None = None,
    total_seconds: float = math.inf,
    asked: Mapping[CheckedName, str] | None = None,
) -> ReportedWork:
    """Let a student's file do all exercises of the algorithms that it defines, or of the one wanted.

    What is graded by checks can be `asked` for by name, with the game that each is to be for. Each exercise has this
    many seconds, and all of them `total_seconds`. `given` returns the exercises of an algorithm,
    and `prepare` is called in the process before the file is read; both must be picklable. As with every spawned
    process, a script that calls this needs the guard `if __name__ == "__main__"`.
    """
    if not path.is_file():
        raise StudentError(f"There is no file {path}.")
    reported = ReportedWork()
    limits = ResourceLimits(memory_mb=memory_mb)
    with Child(_work_here, path, wanted, seconds, given, prepare, asked, limits=limits, is_trusted=False) as child:
        end = _listen(child, reported, seconds + GRACE, total_seconds)
    if end and reported.doing is None:
        raise StudentError(f"{path.name} {end} while it was imported: let the file only define its functions.")
    if end and reported.doing is not None:
        _note_end(reported, reported.doing, f"{NO_END}: it {end}")
    return reported


def _note_end(reported: ReportedWork, doing: tuple[Any, int], error: str) -> None:
    """Take note of what the child was doing when it ended."""
    if doing[0] in SUBJECTS:
        reported.answers[doing] = TaskAnswer(error=error)
    else:
        reported.works[doing] = Work(error=error)


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
        if kind == "refused":
            raise StudentError(content)
        if kind == "done":
            return ""
        _take_in(reported, kind, content)


def _take_in(reported: ReportedWork, kind: str, content: Any) -> None:
    match kind:
        case "functions":
            reported.takes_depth = content
        case "references":
            reported.references = content
        case "doing":
            reported.doing = content
        case "work":
            reported.works[content[0]] = content[1]
        case "answer":
            reported.answers[content[0]] = content[1]


def _work_here(
    pipe: Connection,
    path: Path,
    wanted: GradedAlgorithm | CheckedName | None,
    seconds: float,
    given: GivenExercises,
    prepare: Callable[[Path], None] | None,
    asked: Mapping[CheckedName, str] | None,
) -> None:
    """Be the child."""
    try:
        tasks = {name: given(name) for name in ALGORITHMS}
        if prepare is not None:
            prepare(path)
        module = load_student(path)
        functions = {name: each for name, each in find_functions(module).items() if wanted in (None, name)}
        for name, function in functions.items():
            check_call(name, function)
        subjects = find_subjects(module, wanted, asked, bool(functions))
        pipe.send(("functions", {name: takes_depth(function) for name, function in functions.items()}))
        pipe.send(("references", {name: reference for name, (_, reference) in subjects.items()}))
        with Alarm(lambda: TooLongError(f"it was stopped after {seconds:g} seconds")) as alarm:
            for name, function in functions.items():
                _do_exercises(name, function, path, tasks[name], seconds, alarm, pipe)
            for subject, (found, reference) in subjects.items():
                _do_tasks(subject, found, reference, path, seconds, alarm, pipe)
    except StudentError as error:
        pipe.send(("refused", str(error)))
        return
    pipe.send(("done", None))


def find_subjects(
    module: ModuleType, wanted: str | None, asked: Mapping[CheckedName, str] | None, has_searches: bool
) -> dict[CheckedName, tuple[Any, str]]:
    """Return what a file defines that is graded by checks, with the game that each is for.

    Beside a search, a game or an evaluation is taken for a helper, unless it is asked for.
    """
    names = [name for name in SUBJECTS if (name in asked if asked is not None else wanted in (None, name))]
    found: dict[CheckedName, tuple[Any, str]] = {}
    for name in names:
        subject = SUBJECTS[name]
        if subject.may_be_helper and wanted is None and asked is None and (has_searches or found):
            continue
        work = subject.find(module)
        if work is not None:
            found[name] = (work, (asked or {}).get(name) or subject.reference_of(module))
    return found


def _do_tasks(
    name: CheckedName, found: Any, reference: str, path: Path, seconds: float, alarm: Alarm, pipe: Connection
) -> None:
    """Do what is graded by checks, task after task; one that comes to no end is the last."""
    subject = SUBJECTS[name]
    for number, task in enumerate(subject.tasks(reference)):
        pipe.send(("doing", (name, number)))
        with alarm.within(seconds):
            answer = answer_task(partial(subject.attempt, found, task), path, subject.is_search)
        pipe.send(("answer", ((name, number), answer)))
        if answer.error.startswith(NO_END):
            return


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
