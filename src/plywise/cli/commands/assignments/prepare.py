"""`plywise assignment new`, `check`, `hand-out` and `autograder`: all that comes before anyone hands something in."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from plywise.assignments import read_assignment, write_autograder, write_handout
from plywise.cli.screen import check_writable, console, tell_reason
from plywise.rules import PlywiseError

TEMPLATE = Path(__file__).with_name("new_assignment.toml.txt")
UNTRUSTED = (
    "Submissions run with your rights, and their guard is no wall: grade files that you don't trust inside a container."
)
"""What grading says when it starts."""
AssignmentFile = Annotated[Path, typer.Argument(metavar="FILE", help="The assignment, in TOML.")]


def new(file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, such as week1.toml.")]) -> None:
    """Write a commented assignment to start from."""
    if file.suffix != ".toml":
        raise PlywiseError(f"An assignment is a file that ends in .toml: call it {file.stem or 'week1'}.toml.")
    check_writable(file)
    try:
        with file.open("x", encoding="utf-8") as written:
            written.write(TEMPLATE.read_text(encoding="utf-8"))
    except FileExistsError:
        raise PlywiseError(f"{file} exists already: choose another name, or remove it first.") from None
    except OSError as error:
        raise PlywiseError(f"{file} can't be written ({tell_reason(error)}): choose another place.") from None
    console.print(f"Wrote {file}. Make it your own, then: plywise assignment check {file}", soft_wrap=True)


def check(file: AssignmentFile) -> None:
    """Read an assignment, make all its exercises, and show what it asks for."""
    found = read_assignment(file)
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("part", "algorithm", "exercises", "points", "seen by students"):
        table.add_column(heading, justify="right" if heading in ("exercises", "points") else "left")
    for part in found.parts:
        seen = "yes" if part.is_visible else part.visibility.replace("_", " ")
        table.add_row(part.title, part.algorithm, str(len(part.exercises) or "checks"), f"{part.points:g}", seen)
    console.print(Text(found.title, style="bold"))
    console.print(table)
    console.print(f"{found.max_score:g} points; students hand in {found.file}.")
    limits = f"{found.seconds:g} s for each exercise, {found.total_seconds:g} s for all, {found.memory_mb} MB"
    blocked = f"; it may not import {', '.join(found.blocked)}" if found.blocked else ""
    console.print(Text(f"{limits}{blocked}.", style="dim"))


def hand_out(
    file: AssignmentFile,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write.")] = Path("hand-out"),
) -> None:
    """Write a folder for students: instructions, a file to start from, and the parts that they may see."""
    for path in write_handout(read_assignment(file), out):
        console.print(f"Wrote {path}", soft_wrap=True)


def autograder(
    file: AssignmentFile,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The zip file to write.")] = Path("autograder.zip"),
    wheel: Annotated[
        Path | None,
        typer.Option("--wheel", metavar="FILE", help="Install Plywise from this wheel, not from the package index."),
    ] = None,
) -> None:
    """Write a zip file that Gradescope takes as an autograder."""
    check_writable(out)
    write_autograder(read_assignment(file), out, wheel)
    console.print(f"Wrote {out}: upload it to Gradescope as the assignment's autograder.", soft_wrap=True)
