"""From games to a folder of static files: index.html and assets, site.json, the engine, the games' own files.

| file | what it is |
|---|---|
| index.html, assets/ | the app, the same as `plywise serve` has it |
| site.json | the games with their first boards, which appear before Python has loaded |
| pyodide/, rooms.zip, own.zip, memory.gz | the engine: Python, Plywise, the user's files, and a memory to start from |
| kernels/, knowledge/ | compiled searches, and what was learned, where there are any |
| sw.js, manifest.webmanifest | so that it can be installed, and opened without a network |
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from plywise.export.errors import ExportError
from plywise.export.site.games import SiteGames, describe_games
from plywise.export.site.kernels import LEARNED, SiteKernels, find_learned, make_kernels
from plywise.export.site.memory import find_memory
from plywise.export.site.page import make_manifest, make_page, make_service_worker, read_app
from plywise.export.site.pyodide import find_pyodide
from plywise.export.site.rooms import PACKAGE, make_zip, own_files, plain_rooms
from plywise.files import parse_object, write_whole

FORMAT = "plywise-site-1"

BUILT = PACKAGE / "service" / "built"


@dataclass(frozen=True, slots=True)
class ExportedSite:
    """What was written: the sizes of files by name, whether the engine starts from a memory, which games are plain."""

    folder: Path
    title: str
    sizes: dict[str, int]
    has_memory: bool
    plain: dict[str, str]
    """Games that are searched plainly, and why."""

    @property
    def bytes(self) -> int:
        """How large all files are together."""
        return sum(self.sizes.values())


def export_site(
    games: Sequence[str],
    out: Path,
    *,
    pyodide: Path | None = None,
    is_plain: bool = False,
    on_step: Callable[[str], None] = lambda step: None,
    built: Path = BUILT,
) -> ExportedSite:
    """Write games as a site into a folder, which is empty, not there yet, or has an earlier export; raises ExportError.

    `pyodide` is a folder that has Pyodide; without it, it is looked for, and fetched where it isn't found. A plain site
    has no compiled searches. `on_step` hears what is done next.
    """
    earlier = _earlier_files(out)
    on_step("loading the games")
    found = describe_games(games)
    learned = find_learned(found.own_specs)
    kernels = SiteKernels() if is_plain else make_kernels(found.own_specs, learned, on_step)
    files = read_app(built) | kernels.files
    files |= {f"{LEARNED}/{file.name}": file.read_bytes() for file in learned.values()}
    on_step("finding Pyodide")
    python = find_pyodide(pyodide)
    rooms = plain_rooms()
    on_step("making the memory that the engine starts from")
    memory = find_memory(python, rooms)
    files |= {f"pyodide/{name}": content for name, content in python.items()}
    files["rooms.zip"] = rooms
    if found.files:
        files["own.zip"] = make_zip(own_files(found.files))
    if memory is not None:
        files["memory.gz"] = memory
    names = {game_id: f"{LEARNED}/{file.name}" for game_id, file in learned.items()}
    files |= _pages(files, found, kernels, names)
    on_step("writing the files")
    _write(out, files, earlier)
    sizes = {name: len(content) for name, content in files.items()}
    return ExportedSite(out, found.title, sizes, memory is not None, kernels.plain)


def _pages(
    files: dict[str, bytes], games: SiteGames, kernels: SiteKernels, learned: dict[str, str]
) -> dict[str, bytes]:
    """Return the files that depend on all others."""
    icon = next((name for name in files if name.endswith(".svg")), "")
    scripts = [name for name in files if name.startswith("assets/engine-")]
    pages = {
        "index.html": make_page(files["index.html"].decode("utf-8"), games.title, scripts).encode(),
        "manifest.webmanifest": make_manifest(games.title, icon).encode(),
    }
    told = {
        "format": FORMAT,
        "games": games.cards,
        "specs": games.specs,
        "firsts": games.firsts,
        "engine": {
            "pyodide": "pyodide/",
            "archives": [name for name in ("rooms.zip", "own.zip") if name in files],
            "memory": "memory.gz" if "memory.gz" in files else None,
            "kernels": kernels.names,
            "knowledge": learned,
        },
        "files": sorted({*files, *pages, "site.json", "sw.js"}),
    }
    pages["site.json"] = json.dumps(told, separators=(",", ":")).encode()
    pages["sw.js"] = make_service_worker({**files, **pages}).encode()
    return pages


def _earlier_files(out: Path) -> list[str]:
    """Return the files of an earlier export; refuses a folder that has anything else in it."""
    if not out.exists():
        return []
    if not out.is_dir():
        raise ExportError(f"{out} is a file: name a folder by --out.")
    if not any(out.iterdir()):
        return []
    try:
        told = parse_object((out / "site.json").read_bytes())
    except (OSError, ValueError):
        told = {}
    if told.get("format") != FORMAT:
        raise ExportError(f"{out} has files that are no earlier export: name an empty folder by --out.")
    return [name for name in told.get("files", []) if isinstance(name, str) and _is_inside(name)]


def _is_inside(name: str) -> bool:
    """Whether a name stays in its folder.

    >>> [_is_inside(name) for name in ("assets/a.js", "../a.js", "/a.js", "C:/a.js")]
    [True, False, False, False]
    """
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and ":" not in name and "\\" not in name


def _write(out: Path, files: dict[str, bytes], earlier: Sequence[str]) -> None:
    for name in earlier:
        if name not in files:
            (out / name).unlink(missing_ok=True)
    for name, content in files.items():
        write_whole(out / name, content)
