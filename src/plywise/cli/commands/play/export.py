"""`plywise export`: games as files that need no server."""

from pathlib import Path
from typing import Annotated

import typer

from plywise.cli.commands.play.export_file import write_kernel, write_single
from plywise.cli.screen import complete_game
from plywise.rules import PlywiseError


def export(
    games: Annotated[
        list[str],
        typer.Argument(metavar="GAME", help="Names from `plywise games`, or files.", autocompletion=complete_game),
    ],
    kernel: Annotated[
        Path | None,
        typer.Option("--kernel", metavar="FILE", help="Write one game's engine for JavaScript, as WebAssembly."),
    ] = None,
    single: Annotated[
        Path | None, typer.Option("--single", metavar="FILE", help="Write one game as one HTML file to open from disk.")
    ] = None,
) -> None:
    """Write games as files that need no server."""
    if kernel is None and single is None:
        raise PlywiseError("Say what to write: --kernel FILE.wasm or --single FILE.html.")
    if kernel is not None:
        write_kernel(games, kernel)
    if single is not None:
        write_single(games, single)
