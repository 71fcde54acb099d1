"""A folder of submissions graded, several at once; what is done is kept, and the same call goes on where it stopped.

grades/results/anna.json      in Gradescope's form; a submission that has not changed since is not graded again
grades/grades.csv             a row for each student, a column for each part
"""

import csv
import io
import json
import multiprocessing
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from plywise.assignments.assignment import Assignment, parse_assignment
from plywise.assignments.marking import PartResult, SubmissionResult, digest_file, grade_submission
from plywise.assignments.submissions import Submission
from plywise.executors import Done, Failed, Task, WorkerProcesses, count_cores
from plywise.files import parse_object, read_text, write_whole

MOST_RESULT = 1 << 22
"""Bytes of a result that is read again."""


@dataclass(frozen=True)
class FolderProgress:
    """How far it is: how many are graded, of how many, and whose result came last."""

    done: int
    of: int
    name: str


OnGraded: TypeAlias = Callable[[FolderProgress], None]


@dataclass
class GradedFolder:
    """The results of a class so far, by name, as Gradescope's form has them."""

    assignment: Assignment
    names: Sequence[str]
    results: dict[str, dict[str, Any]] = field(default_factory=dict)
    kept: int = 0
    """How many were there before."""

    @property
    def is_complete(self) -> bool:
        """Whether everyone is graded."""
        return len(self.results) == len(self.names)

    def to_csv(self) -> str:
        """Return a table for a spreadsheet: the score of each student, and of each part."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        parts = [f"{part.title} ({part.algorithm})" for part in self.assignment.parts]
        writer.writerow(["student", "score", "max_score", *map(_cell, parts), "remark"])
        for name in self.names:
            found = self.results.get(name)
            if found is not None:
                scores = [found["score"], self.assignment.max_score, *(test["score"] for test in found["tests"])]
                writer.writerow(
                    [_cell(name), *(f"{score:g}" for score in scores), _cell(found["output"].replace("\n", " "))]
                )
        return text.getvalue()


def _cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def grade_folder(
    assignment: Assignment,
    submissions: Sequence[Submission],
    out: Path,
    *,
    workers: int | None = None,
    on_graded: OnGraded | None = None,
    graded: GradedFolder | None = None,
) -> GradedFolder:
    """Grade what a class handed in, and keep each result in the folder `out` as soon as it is there.

    When it is interrupted, what was graded so far is kept there and in `graded`; the same call goes on with the rest.
    """
    graded = graded or GradedFolder(assignment, [each.name for each in submissions])
    paths = _result_paths(submissions, out / "results")
    for each in submissions:
        known = _read_result(paths[each.name])
        if known is not None and known["extra_data"] == _identity(assignment, each.path):
            graded.results[each.name] = known
    graded.kept = len(graded.results)
    left = [each for each in submissions if each.name not in graded.results]
    try:
        for each, result in _grade_all(assignment, left, workers or count_cores()):
            graded.results[each.name] = result
            write_whole(paths[each.name], (json.dumps(result, indent=1) + "\n").encode())
            if on_graded is not None:
                on_graded(FolderProgress(len(graded.results), len(submissions), each.name))
    finally:
        write_whole(out / "grades.csv", graded.to_csv().encode())
    return graded


def _grade_all(
    assignment: Assignment, submissions: Sequence[Submission], workers: int
) -> Iterator[tuple[Submission, dict[str, Any]]]:
    """Grade submissions in processes, and yield results as they come."""
    if not submissions:
        return
    make_worker = partial(GradingWorker, assignment.text, assignment.folder)
    executor = WorkerProcesses(make_worker, min(workers, len(submissions)))
    tasks = [Task(("grade", number, 0), (str(each.path),)) for number, each in enumerate(submissions)]
    try:
        for task, outcome in executor.run_unordered(tasks):
            each = submissions[task.shard]
            if isinstance(outcome, Done):
                yield each, outcome.answer
            else:  # one submission, whatever it did, must not keep the others from being graded
                why = outcome.error if isinstance(outcome, Failed) else outcome.reason
                yield each, _lost(assignment, each.path, f"This file can't be graded: {why}.")
    finally:
        executor.close()


class GradingWorker:
    """Grades one submission after the other in a process of its own."""

    def __init__(self, text: str, folder: Path) -> None:
        multiprocessing.current_process().daemon = False  # each submission gets a process of its own
        self.assignment = parse_assignment(text, folder)

    def grade(self, path: str) -> dict[str, Any]:
        """Grade a file, and return the result in Gradescope's form."""
        return grade_submission(self.assignment, Path(path)).to_data()


def _lost(assignment: Assignment, path: Path, why: str) -> dict[str, Any]:
    """Return the result of a submission that ended its grader."""
    parts = [PartResult(part, 0, why) for part in assignment.parts]
    return SubmissionResult(assignment, parts, why, 0.0, digest_file(path)).to_data()


def _identity(assignment: Assignment, path: Path) -> dict[str, Any]:
    """Return what a result rests on."""
    return {"max_score": assignment.max_score, "assignment": assignment.digest, "submission": digest_file(path)}


def _result_paths(submissions: Sequence[Submission], folder: Path) -> Mapping[str, Path]:
    """Return a file for each result; names that differ only in unusual signs get numbers."""
    paths: dict[str, Path] = {}
    for each in submissions:
        plain = re.sub(r"[^\w.-]+", "_", each.name).lstrip(".") or "student"
        path, number = folder / f"{plain}.json", 2
        while path in paths.values():
            path, number = folder / f"{plain}-{number}.json", number + 1
        paths[each.name] = path
    return paths


def _read_result(path: Path) -> dict[str, Any] | None:
    """Return a result that was written before; None where there is none, or it is damaged."""
    try:
        found = parse_object(read_text(path, MOST_RESULT))
    except (OSError, ValueError):
        return None
    tests = found.get("tests")
    is_whole = (
        isinstance(found.get("score"), int | float)
        and isinstance(found.get("output"), str)
        and isinstance(found.get("extra_data"), dict)
        and isinstance(tests, list)
        and all(isinstance(test, dict) and isinstance(test.get("score"), int | float) for test in tests)
    )
    return found if is_whole else None
