"""What Python needs in the page: Plywise's plain rooms, the packages that they import, and the user's own files.

Each goes into a zip, always in the same order and with the same dates, so that equal files make equal zips.
"""

import importlib.util
import io
import sys
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from plywise.export.errors import ExportError
from plywise.knowledge.levels import ENDING

PACKAGE = Path(__file__).parents[2]
LEFT_OUT = frozenset(
    {
        "assignments",
        "calibration",
        "cli",
        "executors",
        "export",
        "grading",
        "lab",
        "learn",
        "matches",
        "service",
        "solve",
    }
)
"""Rooms that a page has no use for: workshops, commands, servers."""

PACKAGES = ("rich",)
"""Pure Python that the rooms import."""

KINDS = frozenset({".json", ".levels", ".py"})
BUILT = "explain/built/"
"""What explanations that are pages of their own have in them."""

OWN = "plywise_own"
"""The folder of the user's files, in the page."""

LONG_AGO = (1980, 1, 1, 0, 0, 0)


def plain_rooms() -> bytes:
    """Return a zip of Plywise, as far as it runs in a page, and of the packages that it needs there."""
    files = {f"plywise/{name}": path for name, path in _files(PACKAGE) if name.split("/")[0] not in LEFT_OUT}
    for package in PACKAGES:
        files |= {f"{package}/{name}": path for name, path in _files(_home(package)) if path.suffix == ".py"}
    return make_zip({name: path.read_bytes() for name, path in files.items()})


def own_files(paths: Iterable[Path]) -> dict[str, bytes]:
    """Return the user's files by their names in the page, with their levels, and modules that they have imported."""
    found: dict[str, bytes] = {}
    for path in paths:
        levels = path.with_suffix(ENDING)
        for each in (path, *_beside(path), *([levels] if levels.is_file() else [])):
            found[f"{OWN}/{each.name}"] = each.read_bytes()
    return found


def make_zip(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip that depends on nothing else.

    >>> make_zip({"b": b"2", "a": b"1"}) == make_zip({"a": b"1", "b": b"2"})
    True
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), files[name], zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def _files(folder: Path) -> list[tuple[str, Path]]:
    """Return the files of a package that are of use, by their names in it."""
    named = ((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*") if path.is_file())
    return [(name, path) for name, path in named if path.suffix in KINDS or name.startswith(BUILT)]


def _home(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ExportError(f"The package {package} is missing: run pip install {package}.")
    return Path(spec.origin).parent


def _beside(path: Path) -> list[Path]:
    """Return the modules in a file's folder that are imported by now; those of its folders stay out."""
    homes = (getattr(module, "__file__", None) for module in [*sys.modules.values()])
    folder = path.resolve().parent
    return sorted({Path(home) for home in homes if home and Path(home).parent == folder and home.endswith(".py")})
