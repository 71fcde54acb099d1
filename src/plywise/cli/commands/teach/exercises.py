"""`plywise exercises`: sheets of random trees with blanks, and their solutions."""

from pathlib import Path
from typing import Annotated

import typer

from plywise.assignments.sheets import SheetOptions, make_sheet, write_sheet
from plywise.cli.screen import Seed, console, stderr, tell_reason
from plywise.grading import GradedAlgorithm
from plywise.rules import PlywiseError

MOST_LEAVES = 81
"""More wouldn't be legible on a page."""


def exercises(
    algorithm: Annotated[
        GradedAlgorithm, typer.Option("--algorithm", help="What is to be done with the trees.")
    ] = "alpha-beta",
    count: Annotated[int, typer.Option("--count", min=1, max=50, help="How many trees.")] = 4,
    branching: Annotated[int, typer.Option("--branching", min=2, max=5, help="How many branches a node has.")] = 3,
    depth: Annotated[int, typer.Option("--depth", min=1, max=5, help="How many plies the trees have.")] = 2,
    title: Annotated[str, typer.Option("--title", help="What stands above the sheet.")] = "",
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write.")] = Path("exercises"),
    pdf: Annotated[bool, typer.Option("--pdf", help="Print the sheets as PDF too, by Chromium or Chrome.")] = False,
    seed: Seed = 0,
) -> None:
    """Make sheets of random trees with blanks, and their solutions.

    Sheets and solutions are SVG and HTML; with --pdf, PDF too.
    """
    if branching**depth > MOST_LEAVES:
        raise PlywiseError(f"{branching**depth} leaves don't fit on a page: take fewer branches or plies.")
    sheet = make_sheet(SheetOptions(algorithm, count, branching, depth, seed, title))
    try:
        with stderr.status("writing ..."):
            pages = write_sheet(sheet, out, pdf=pdf)
    except OSError as error:
        raise PlywiseError(f"{out} can't be written ({tell_reason(error)}): name another folder.") from None
    for page in pages:
        console.print(f"Wrote {page}", soft_wrap=True)
