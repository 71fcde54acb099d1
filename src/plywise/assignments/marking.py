"""One submission graded: what each part earned, what is wrong, and all of it in the form that Gradescope reads.

The submission is copied into a folder of its own and runs there in a guarded process: neither the assignment nor what
others handed in lies beside it.
"""

import hashlib
import math
import random
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from plywise.assignments.assignment import Assignment, AssignmentPart, read_assignment
from plywise.grading import SUBJECTS, CheckReport, GradedAlgorithm, GradeReport, Mark, StudentError, grade, is_checked
from plywise.isolation import guard_process

LOADERS = ("importlib", "runpy", "imp")
"""Modules by which one that is blocked could be imported all the same."""
MOST_SHOWN = 3
"""How many failed exercises of a part are described."""
LARGEST_FILE = 1 << 20
"""Bytes of a submission."""


@dataclass(frozen=True)
class PartResult:
    """What a part earned, and what there is to say about it."""

    part: AssignmentPart
    score: float
    output: str

    @property
    def is_passed(self) -> bool:
        """Whether it earned all of its points."""
        return self.score >= self.part.points

    def to_data(self) -> dict[str, Any]:
        """Return it as one of Gradescope's tests."""
        return {
            "name": f"{self.part.title} ({self.part.algorithm})",
            "score": self.score,
            "max_score": self.part.points,
            "status": "passed" if self.is_passed else "failed",
            "output": self.output,
            "output_format": "text",
            "visibility": self.part.visibility,
        }


@dataclass(frozen=True)
class SubmissionResult:
    """What a submission earned; with what it was, so that nobody grades it twice.

    The score is the sum of its parts.
    """

    assignment: Assignment
    parts: Sequence[PartResult]
    output: str
    seconds: float
    digest: str

    @property
    def score(self) -> float:
        """All points that it earned."""
        return round(sum(each.score for each in self.parts), 4)

    def to_data(self) -> dict[str, Any]:
        """Return it as a results.json of Gradescope's; `extra_data` is ours."""
        return {
            "score": self.score,
            "execution_time": round(self.seconds, 2),
            "output": self.output,
            "output_format": "text",
            "visibility": "visible",
            "stdout_visibility": "hidden",
            "tests": [each.to_data() for each in self.parts],
            "extra_data": {
                "max_score": self.assignment.max_score,
                "assignment": self.assignment.digest,
                "submission": self.digest,
            },
        }


@dataclass
class _Findings:
    """The reports on a file's searches, or why there are none."""

    reports: dict[str, GradeReport] = field(default_factory=dict)
    checked: dict[str, CheckReport] = field(default_factory=dict)
    refused: str = ""


def digest_file(path: Path) -> str:
    """Return what tells one submission from another."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else "none"


def grade_submission(assignment: Assignment | Path, path: Path) -> SubmissionResult:
    """Grade a student's file by an assignment, or by the file that holds one; whatever it does is in the result.

    As with every spawned process, a script that calls this needs the guard `if __name__ == "__main__"`.
    """
    if isinstance(assignment, Path):
        assignment = read_assignment(assignment)
    began = time.perf_counter()
    given = {name: assignment.given(name) for name in assignment.algorithms}
    findings = _try_out(assignment, given, path)
    parts = [_mark_part(part, findings, assignment.weights) for part in assignment.parts]
    output = "Full marks." if all(each.is_passed for each in parts) else _tell_all(findings)
    return SubmissionResult(assignment, parts, output, time.perf_counter() - began, digest_file(path))


def _try_out(assignment: Assignment, given: Mapping[GradedAlgorithm, Sequence[Any]], path: Path) -> _Findings:
    """Let the file do all exercises in a guarded process."""
    try:
        with tempfile.TemporaryDirectory(prefix="plywise-") as folder:
            copied = Path(folder) / assignment.file
            _copy(path, copied)
            reports = grade(
                copied,
                seconds=assignment.seconds,
                given=GivenParts(assignment.text, assignment.folder, given),
                prepare=partial(
                    _prepare, (*assignment.blocked, *LOADERS) if assignment.blocked else (), assignment.seed
                ),
                total_seconds=assignment.total_seconds,
                memory_mb=assignment.memory_mb,
                asked=assignment.asked,
            )
    except StudentError as error:
        return _Findings(refused=str(error))
    except Exception as error:  # a submission can send anything: its result says so, and others are graded
        return _Findings(refused=f"This file can't be graded: {type(error).__name__}: {error}.")
    return _Findings(
        {report.algorithm: report for report in reports if isinstance(report, GradeReport)},
        {report.subject: report for report in reports if isinstance(report, CheckReport)},
    )


class GivenParts:
    """Returns an assignment's exercises, in any process: there it is read again, since games may not be picklable."""

    def __init__(self, text: str, folder: Path, known: Mapping[GradedAlgorithm, Sequence[Any]]) -> None:
        self.text, self.folder, self.known = text, folder, known

    def __call__(self, algorithm: GradedAlgorithm) -> Sequence[Any]:
        """Return the exercises for an algorithm."""
        return self.known.get(algorithm, ())

    def __getstate__(self) -> tuple[str, Path]:
        return self.text, self.folder

    def __setstate__(self, state: tuple[str, Path]) -> None:
        from plywise.assignments.assignment import parse_assignment

        assignment = parse_assignment(*state)
        self.__init__(*state, {name: assignment.given(name) for name in assignment.algorithms})  # type: ignore[misc]


def _prepare(blocked: Sequence[str], seed: int, path: Path) -> None:
    """Be ready for someone else's code, in the process in which it will run."""
    random.seed(seed)
    guard_process(path.parent, blocked)


def _copy(path: Path, to: Path) -> None:
    if path.is_symlink() or not path.is_file():
        raise StudentError(f"There is no file {path.name}: hand in a Python file.")
    if path.stat().st_size > LARGEST_FILE:
        raise StudentError(f"{path.name} is larger than {LARGEST_FILE >> 20} MB: hand in a Python file.")
    shutil.copyfile(path, to)


def _mark_part(part: AssignmentPart, findings: _Findings, weights: Mapping[str, float]) -> PartResult:
    """Say what a part earned: its share of points for the share of its exercises."""
    if is_checked(part.algorithm):
        return _mark_checks(part, findings, SUBJECTS[part.algorithm].written_as)
    report = findings.reports.get(part.algorithm)
    if report is None:
        name = part.algorithm.replace("-", "_")
        return PartResult(part, 0, findings.refused or f"There is no function {name}(game, state).")
    own = {id(exercise) for exercise in part.exercises}
    marks = [mark for mark in report.marks if id(mark.exercise) in own]
    earned = sum(_credit(mark, weights) for mark in marks)
    score = round(part.points * earned / len(part.exercises), 4)
    return PartResult(part, score, _tell_part(part, marks))


def _mark_checks(part: AssignmentPart, findings: _Findings, written_as: str) -> PartResult:
    """Say what a part earned that is graded by checks: its share of points for the share of its checks."""
    report = findings.checked.get(part.algorithm)
    if report is None:
        return PartResult(part, 0, findings.refused or f"There is no {written_as}.")
    failed = [check for check in report.checks if not check.is_passed]
    if not failed:
        return PartResult(part, part.points, f"All {len(report.checks)} checks hold.")
    lines = [f"{report.passed} of {len(report.checks)} checks hold."]
    lines += [f"{check.title}: {check.what} {check.fix}".strip() for check in failed[:MOST_SHOWN]]
    return PartResult(part, round(part.points * report.passed / len(report.checks), 4), "\n".join(lines))


def _credit(mark: Mark, weights: Mapping[str, float]) -> float:
    """Return which share of an exercise is right: all or nothing, unless its aspects have weights of their own."""
    if mark.is_passed:
        return 1
    right = {"value": mark.is_value_right, "move": mark.is_move_right, "leaves": mark.are_leaves_right}
    marked = {name: weights[name] for name, is_right in right.items() if is_right is not None}
    total = math.fsum(marked.values())
    return math.fsum(weight for name, weight in marked.items() if right[name]) / total if total else 0


def _tell_part(part: AssignmentPart, marks: Sequence[Mark]) -> str:
    """Say what is wrong, for the first few exercises."""
    failed = [mark for mark in marks if not mark.is_passed]
    left_out = len(part.exercises) - len(marks)
    if not failed and not left_out:
        return "Right." if len(marks) == 1 else f"All {len(marks)} exercises are right."
    lines = []
    if len(part.exercises) > 1:
        lines.append(f"{len(marks) - len(failed)} of {len(part.exercises)} exercises are right.")
    for mark in failed[:MOST_SHOWN]:
        place = mark.place
        where = "" if place is None else mark.line_to(place.state)
        there = (
            "" if place is None else f" Look at {f'the state after {where}' if where else 'the root'}: {place.what}."
        )
        lines.append(f"{mark.exercise.title}: {mark.tell()}{there}")
    if len(failed) > MOST_SHOWN:
        lines.append(f"... and {len(failed) - MOST_SHOWN} more.")
    if left_out:
        name = part.algorithm.replace("-", "_")
        lines.append(f"{name} takes no depth, which {left_out} exercise{'s' if left_out > 1 else ''} need: add it.")
    return "\n".join(lines)


def _tell_all(findings: _Findings) -> str:
    """Say about the whole submission why it wasn't graded, or what its mistakes look like."""
    if findings.refused:
        return findings.refused
    lines = []
    for report in findings.reports.values():
        found = report.diagnosis
        if found is not None:
            name = report.algorithm.replace("-", "_")
            lines.append(f"{name} looks like {found.mistake.name}: {found.mistake.what}. {found.mistake.fix}")
    for checked in findings.checked.values():
        mistake = checked.mistake
        if mistake is not None:
            lines.append(f"{checked.subject} looks like {mistake.name}: {mistake.what}. {mistake.fix}")
    return "\n".join(lines) or "It looks like none of the usual mistakes."
