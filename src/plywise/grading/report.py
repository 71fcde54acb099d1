"""A student's file graded: every exercise marked, the first failure shown, and what the mistake looks like."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plywise.grading.calling import StudentError
from plywise.grading.checks import SUBJECTS, UNTRIED, CheckedName, CheckReport
from plywise.grading.exercises import ALGORITHMS, Exercise, GivenExercises, GradedAlgorithm, exercises
from plywise.grading.isolated import ReportedWork, work_isolated
from plywise.grading.marks import Mark
from plywise.grading.mistakes import LEFT_OVER, NO_VALUE, SAME_STATE, Diagnosis, Mistake, diagnose, settled_by_source
from plywise.grading.student import Work


@dataclass(frozen=True)
class GradeReport:
    """One of a student's searches: its marks, how many exercises were left out, and the diagnosis."""

    algorithm: GradedAlgorithm
    marks: Sequence[Mark]
    left_out: int
    diagnosis: Diagnosis | None

    @property
    def passed(self) -> int:
        """How many exercises were passed."""
        return sum(mark.is_passed for mark in self.marks)

    @property
    def has_full_marks(self) -> bool:
        """Whether all exercises were passed that could be asked."""
        return self.passed == len(self.marks)

    @property
    def first_failure(self) -> Mark | None:
        """The first exercise that wasn't passed."""
        return next((mark for mark in self.marks if not mark.is_passed), None)

    def to_data(self) -> dict[str, Any]:
        """Return the report as data that JSON can hold."""
        first, found = self.first_failure, self.diagnosis
        return {
            "algorithm": self.algorithm,
            "passed": self.passed,
            "exercises": [
                {
                    "title": mark.exercise.title,
                    "passed": mark.is_passed,
                    "value": mark.is_value_right,
                    "move": mark.is_move_right,
                    "leaves": mark.are_leaves_right,
                    "what": "" if mark.is_passed else mark.tell(),
                }
                for mark in self.marks
            ],
            "left_out": self.left_out,
            "first_failure": None if first is None else _failure_data(first),
            "looks_like": None
            if found is None
            else {"mistake": found.mistake.name, "what": found.mistake.what, "fix": found.mistake.fix},
        }


def _failure_data(mark: Mark) -> dict[str, Any]:
    place = mark.place
    return {
        "title": mark.exercise.title,
        "what": mark.tell(),
        "state": None if place is None else mark.exercise.game.state_name(place.state),
        "line": None if place is None else mark.line_to(place.state),
        "there": "" if place is None else place.what,
    }


def grade(
    path: Path,
    algorithm: GradedAlgorithm | CheckedName | None = None,
    *,
    seconds: float = 5,
    given: GivenExercises = exercises,
    **isolation: Any,
) -> list[GradeReport | CheckReport]:
    """Grade what a student's file defines, or only one thing of it; each exercise has `seconds`.

    Other exercises than ours come from `given`; for `isolation` see `work_isolated`. Raises StudentError where the file
    can't be read or defines nothing that could be graded.
    """
    told = work_isolated(path, algorithm, seconds, given=given, **isolation)
    if not told.takes_depth and not told.references:
        raise StudentError(f"{path.name} defines nothing to grade: write {_tell_wanted(algorithm)}.")
    found = [
        report_works(name, told.takes_depth[name], told.works, given(name))
        for name in ALGORITHMS
        if name in told.takes_depth
    ]
    source = path.read_text(encoding="utf-8", errors="replace")
    searches = [replace(report, diagnosis=settled_by_source(report.diagnosis, source)) for report in found]
    return [*searches, *(_report_answers(name, told) for name in told.references)]


def _tell_wanted(algorithm: GradedAlgorithm | CheckedName | None) -> str:
    """Say what a file may define."""
    known: dict[str, str] = {name: f"a function {name.replace('-', '_')}(game, state)" for name in ALGORITHMS}
    known |= {name: subject.written_as for name, subject in SUBJECTS.items()}
    return known[algorithm] if algorithm else ", ".join(known.values()).replace(", class", ", or class")


def _report_answers(name: CheckedName, told: ReportedWork) -> CheckReport:
    """Mark what is graded by checks."""
    subject, reference = SUBJECTS[name], told.references[name]
    tasks = subject.tasks(reference)
    return subject.mark([told.answers.get((name, number), UNTRIED) for number in range(len(tasks))], reference)


def report_works(
    algorithm: GradedAlgorithm,
    takes_depth: bool,
    works: dict[tuple[GradedAlgorithm, int], Work],
    tasks: Sequence[Exercise] | None = None,
) -> GradeReport:
    """Mark what a search did with exercises; those with a depth are left out where it takes none."""
    tasks = exercises(algorithm) if tasks is None else tasks
    asked = [(number, task) for number, task in enumerate(tasks) if takes_depth or task.depth is None]
    untried = Work(error="not tried: too many before it came to no end")
    marks = [Mark(algorithm, task, works.get((algorithm, number), untried)) for number, task in asked]
    done = [(mark.exercise, mark.trace, mark.is_passed) for mark in marks]
    found = _seen(marks) or diagnose(algorithm, done)
    return GradeReport(algorithm, marks, len(tasks) - len(asked), found)


def _seen(marks: Sequence[Mark]) -> Diagnosis | None:
    """Return a mistake that was seen while the student's functions worked, if at least half of the failures have it."""
    failed = [mark.work for mark in marks if not mark.is_passed]
    counts: dict[str, tuple[Mistake, int]] = {
        "same state": (SAME_STATE, sum(work.same_state is not None for work in failed)),
        "no value": (NO_VALUE, sum(work.no_value is not None and bool(work.error) for work in failed)),
        "left over": (LEFT_OVER, sum(work.is_left_over for work in failed)),
    }
    mistake, alike = max(counts.values(), key=lambda each: each[1])
    is_found = alike and (mistake is LEFT_OVER or 2 * alike >= len(failed))
    return Diagnosis(mistake, alike, len(failed)) if is_found else None
