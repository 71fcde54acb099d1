"""`plywise publish`: makes a folder of solved tables one that a web page can probe, from any host of static files."""

from pathlib import Path
from typing import Annotated

import typer

from plywise.cli.screen import console
from plywise.knowledge.solved import publish
from plywise.rules import PlywiseError


def publish_tables(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that `plywise solve` wrote.")],
    pieces: Annotated[
        bool,
        typer.Option("--pieces", help="Also write every file in small ones, for hosts that ignore Range requests."),
    ] = False,
) -> None:
    """Make solved tables ready for a static web host.

    Adds what readers on the web need: then a probe takes three small requests.
    """
    try:
        done = publish(folder, pieces=pieces)
    except OSError as error:
        raise PlywiseError(f"{folder} can't be written to: {error.strerror}.") from error
    console.print(f"{folder}/front: {done.front + done.pages:,} bytes that say where everything is.")
    if pieces:
        console.print(f"{folder}/front/pieces: {done.pieces:,} files, {done.piece_bytes:,} bytes.")
    console.print("Copy the folder to any web host; `plywise probe ADDRESS STATE` and pages read it there.")
