"""The options of commands that prove: how much memory, and where a long proof is kept.

>>> read_memory("1GB"), read_memory("512MB"), read_memory("64")
(1024.0, 512.0, 64.0)
"""

import re
from pathlib import Path
from typing import Annotated

import typer

from plywise.kernel import Checkpoints, Progress
from plywise.rules import PlywiseError

SIZES = {"": 1.0, "KB": 1 / 1024, "MB": 1.0, "GB": 1024.0}
WRITTEN = re.compile(r"(\d{1,9}(?:\.\d{1,6})?) ?(KB|MB|GB|)", re.IGNORECASE)


def read_memory(text: str) -> float:
    """Return how many MB a size such as 512MB or 1.5GB is."""
    found = WRITTEN.fullmatch(text.strip())
    if found is None:
        raise PlywiseError(f"'{text}' is no size: write a number with MB or GB, such as 512MB.")
    return float(found[1]) * SIZES[found[2].upper()]


def read_size(text: str) -> float:
    """Return MB for the command line, which refuses what can't be read."""
    try:
        return read_memory(text)
    except PlywiseError as error:
        raise typer.BadParameter(str(error)) from None


Memory = Annotated[
    float | None,
    typer.Option(
        "--memory", metavar="SIZE", parser=read_size, help="Memory for the search's table or tree, such as 512MB."
    ),
]
CheckpointFile = Annotated[
    Path | None,
    typer.Option(
        "--checkpoint",
        metavar="FILE",
        help="Keep the table of a long proof by df-pn here, at the end and every ten minutes.",
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue the proof that --checkpoint names.")]


def tell_proof(progress: Progress) -> str:
    """Say in one line how a proof under way stands."""
    proof, disproof = progress.numbers or (1, 1)
    rate = progress.nodes / progress.seconds if progress.seconds else 0
    return (
        f"proof number {proof:,}, disproof number {disproof:,}, table {progress.filled:.0%} full: "
        f"{progress.nodes:,} states in {progress.seconds:.0f} s ({rate:,.0f} a second) ... Ctrl-C stops"
    )


def checkpoints_for(path: Path | None, resume: bool, algorithm: str | None) -> Checkpoints | None:
    """Return where a proof is kept; refuses what is not for one."""
    if path is None:
        if resume:
            raise PlywiseError("--resume continues from a checkpoint: name its file with --checkpoint.")
        return None
    if algorithm != "df-pn":
        raise PlywiseError("--checkpoint is for proofs by df-pn: add --algorithm df-pn, or leave it out.")
    if resume and not path.exists():
        raise PlywiseError(f"There is no checkpoint {path} yet: leave out --resume to begin.")
    if path.exists() and not resume:
        raise PlywiseError(f"{path} exists already: continue it with --resume, or name another file.")
    return Checkpoints(path, resume)
