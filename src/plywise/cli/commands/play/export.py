"""`plywise export`: games as a folder of static files, which any web host can serve, or as one file."""

import gzip
from pathlib import Path
from typing import Annotated

import typer

from plywise.cli.commands.play.export_file import write_kernel, write_single
from plywise.cli.screen import complete_game, console
from plywise.export import ExportedSite, export_site
from plywise.rules import PlywiseError

ENGINE = ("pyodide/", "rooms.zip", "own.zip", "memory.gz")
PACKED = (".gz", ".zip")


def export(
    games: Annotated[
        list[str],
        typer.Argument(metavar="GAME", help="Names from `plywise games`, or files.", autocompletion=complete_game),
    ],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="The folder to write, empty or of an earlier export.")
    ] = None,
    single: Annotated[
        Path | None, typer.Option("--single", metavar="FILE", help="Write one game as one HTML file to open from disk.")
    ] = None,
    kernel: Annotated[
        Path | None,
        typer.Option("--kernel", metavar="FILE", help="Write one game's engine for JavaScript, as WebAssembly."),
    ] = None,
    pyodide: Annotated[
        Path | None,
        typer.Option("--pyodide", metavar="DIR", help="Pyodide, if not from npm or fetched once."),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Leave compiled searches out: nothing is compiled.")] = False,
) -> None:
    """Write games as a web site that needs no server: to play, analyse and explain them in the browser."""
    if kernel is not None:
        write_kernel(games, kernel)
    if single is not None:
        write_single(games, single)
    if out is None:
        if kernel is None and single is None:
            raise PlywiseError("Say what to write: --out DIR, --single FILE.html or --kernel FILE.wasm.")
        return
    with console.status("loading the games") as status:
        site = export_site(games, out, pyodide=pyodide, is_plain=plain, on_step=status.update)
    _report(site)


def _report(site: ExportedSite) -> None:
    engine = {name: size for name, size in site.sizes.items() if name.startswith(ENGINE)}
    app = sum(site.sizes.values()) - sum(engine.values())
    compressed = f"{_travelling(site) / 1e6:.1f} MB compressed"
    sizes = f"{site.bytes / 1e6:.1f} MB ({compressed}), of which the app is {app / 1e3:.0f} kB"
    console.print(f"{site.folder}: {len(site.sizes)} files, {sizes}.", soft_wrap=True)
    for game, reason in site.plain.items():
        console.print(f"{game} is searched plainly there, which is slow: {reason}", soft_wrap=True, highlight=False)
    if not site.has_memory:
        console.print(
            "Its engine takes seconds longer to start than it could: install Node 20 or newer, then export again.",
            soft_wrap=True,
        )
    console.print(f"Try it: python -m http.server --bind 127.0.0.1 --directory {site.folder}", soft_wrap=True)


def _travelling(site: ExportedSite) -> int:
    """Return how many bytes a visitor loads from a host that compresses."""
    total = 0
    for name, size in site.sizes.items():
        path = site.folder / name
        total += size if path.suffix in PACKED else len(gzip.compress(path.read_bytes(), 6))
    return total
