"""`plywise export`: games as files that need no server."""

from pathlib import Path
from typing import Annotated

import typer

from plywise.cli.commands.play.export_file import write_kernel, write_single
from plywise.cli.commands.play.export_folder import write_site
from plywise.cli.screen import complete_game
from plywise.rules import PlywiseError


def export(
    games: Annotated[
        list[str],
        typer.Argument(metavar="GAME", help="Names from `plywise games`, or files.", autocompletion=complete_game),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="The folder of a site to write, empty or of an earlier export."),
    ] = None,
    pyodide: Annotated[
        Path | None,
        typer.Option("--pyodide", metavar="DIR", help="Pyodide for a site, if not from npm or fetched once."),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Leave a site's compiled searches out.")] = False,
    kernel: Annotated[
        Path | None,
        typer.Option("--kernel", metavar="FILE", help="Write one game's engine for JavaScript, as WebAssembly."),
    ] = None,
    single: Annotated[
        Path | None, typer.Option("--single", metavar="FILE", help="Write one game as one HTML file to open from disk.")
    ] = None,
) -> None:
    """Write games as web pages that need no server.

    Play, analyse and explain them in the browser.
    """
    if out is None and kernel is None and single is None:
        raise PlywiseError("Say what to write: a site by --out DIR, or one file by --single or --kernel.")
    if out is not None:
        write_site(games, out, pyodide, plain)
    if kernel is not None:
        write_kernel(games, kernel)
    if single is not None:
        write_single(games, single)
