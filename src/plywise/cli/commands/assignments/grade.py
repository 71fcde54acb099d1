"""`plywise assignment grade`: one submission, or all that a class handed in."""

import json as json_module
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from plywise.assignments import (
    Assignment,
    FolderProgress,
    GradedFolder,
    Submission,
    SubmissionResult,
    file_in,
    find_submissions,
    grade_folder,
    grade_submission,
    read_assignment,
)
from plywise.cli.commands.assignments.prepare import UNTRUSTED, AssignmentFile
from plywise.cli.screen import (
    Json,
    ProgressForm,
    ProgressOption,
    check_writable,
    console,
    print_json,
    show_progress,
    stderr,
    tell_warning,
)
from plywise.files import write_whole
from plywise.rules import PlywiseError


def grade(
    file: AssignmentFile,
    submissions: Annotated[
        Path,
        typer.Argument(metavar="SUBMISSIONS", help="A student's file, or a folder with a file or folder for each."),
    ],
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Of a folder: where results and grades.csv are written.")
    ] = Path("grades"),
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="How many are graded at once; by default, one a core.")
    ] = None,
    gradescope: Annotated[
        Path | None,
        typer.Option(
            "--gradescope", metavar="FILE", help="Write one submission's results in Gradescope's form to this file."
        ),
    ] = None,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Grade what students handed in; each submission runs in a process of its own.

    That process has your rights, and its guard stops accidents, not attacks: grade files that you don't trust inside a
    container. Results are kept in the folder of --out: the same command continues where it was stopped, and grades
    again only what has changed.
    """
    assignment = read_assignment(file)
    tell_warning(UNTRUSTED)
    if gradescope is not None or not submissions.is_dir():
        _grade_one(assignment, submissions, gradescope, json)
        return
    graded = _grade_all(assignment, find_submissions(submissions, assignment.file), out, workers)
    if json:
        print_json(lambda: {"assignment": assignment.title, "results": graded.results})
    else:
        console.print(_draw_class(graded))
        console.print(
            f"\nThe grades are in {out / 'grades.csv'}, and each result in {out / 'results'}.", soft_wrap=True
        )
    if not graded.is_complete:
        stderr.print(f"Stopped. Continue with: plywise {shlex.join(sys.argv[1:])}", soft_wrap=True)
        raise typer.Exit(130)


def _grade_one(assignment: Assignment, path: Path, gradescope: Path | None, json: bool) -> None:
    """Grade one submission, a file or a folder that holds it."""
    if not path.exists():
        raise PlywiseError(f"There is no file {path}: name a student's file, or a folder of them.")
    if gradescope is not None:
        check_writable(gradescope)
    with stderr.status("grading ..."):
        result = grade_submission(assignment, file_in(path, assignment.file) if path.is_dir() else path)
    data = result.to_data()
    if gradescope is not None:
        write_whole(gradescope, (json_module.dumps(data, indent=1) + "\n").encode())
    if json:
        print_json(lambda: data)
    else:
        console.print(draw_result(result))
    if gradescope is None and result.score < assignment.max_score:
        raise typer.Exit(1)


def draw_result(result: SubmissionResult) -> RenderableType:
    """Draw what each part earned, and what is wrong."""
    parts: list[RenderableType] = []
    for each in result.parts:
        sign = Text("✔ ", style="green") if each.is_passed else Text("✘ ", style="red")
        name = f"{each.part.title} ({each.part.algorithm})"
        parts.append(Text.assemble(sign, (name, "bold"), f"  {each.score:g} of {each.part.points:g}"))
        if not each.is_passed:
            parts.append(Padding(Text(each.output), (0, 0, 0, 4), expand=False))
    if result.score < result.assignment.max_score:
        parts += [Text(), Text(result.output)]
    return Group(*parts, Text(), Text(f"{result.score:g} of {result.assignment.max_score:g} points", style="bold"))


def _grade_all(assignment: Assignment, submissions: list[Submission], out: Path, workers: int | None) -> GradedFolder:
    """Grade a class, showing how far it is; Ctrl-C leaves what is there."""
    graded = GradedFolder(assignment, [each.name for each in submissions])
    with show_progress() as screen:
        screen.show(f"{len(submissions)} submissions", 0, len(submissions))

        def show(progress: FolderProgress) -> None:
            screen.show(f"{progress.done} of {progress.of}: {progress.name}", progress.done, progress.of)

        try:
            grade_folder(assignment, submissions, out, workers=workers, on_graded=show, graded=graded)
        except KeyboardInterrupt:
            if not graded.results:
                raise
    return graded


def _draw_class(graded: GradedFolder) -> Table:
    """Draw a row for each student."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("student", "points", "remark"):
        table.add_column(heading, justify="right" if heading == "points" else "left")
    for name in graded.names:
        found = graded.results.get(name)
        if found is not None:
            is_full = found["score"] >= graded.assignment.max_score
            remark = "full marks" if is_full else found["output"].split("\n")[0]
            table.add_row(name, f"{found['score']:g} of {graded.assignment.max_score:g}", remark)
    return table
