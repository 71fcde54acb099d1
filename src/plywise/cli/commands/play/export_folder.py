"""What `plywise export --out` does: it writes a site, and reports its sizes."""

import gzip
from pathlib import Path

from plywise.cli.screen import console
from plywise.export import ExportedSite, export_site

ENGINE = ("pyodide/", "rooms.zip", "own.zip", "memory.gz")
PACKED = (".gz", ".zip")


def write_site(games: list[str], out: Path, pyodide: Path | None, is_plain: bool) -> None:
    """Write games as a folder of static files."""
    with console.status("loading the games") as status:
        site = export_site(games, out, pyodide=pyodide, is_plain=is_plain, on_step=status.update)
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
