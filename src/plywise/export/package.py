"""The JavaScript package and other files of the front end's build, as they travel with Plywise."""

from importlib.resources import files
from pathlib import Path

from plywise.export.errors import ExportError
from plywise.files import write_whole

PACKAGE = ("plywise.js", "plywise.d.ts")


def export_package(folder: Path) -> list[Path]:
    """Write the JavaScript package into a folder: one module, and its types."""
    paths = [folder / name for name in PACKAGE]
    for path in paths:
        write_whole(path, built_file(path.name).encode())
    return paths


def built_file(name: str) -> str:
    """Return a file of the front end's build."""
    place = files("plywise.export") / "built" / name
    if not place.is_file():
        raise ExportError(f"{name} isn't built: run `npm run build` in web/, or install Plywise from a package.")
    return place.read_text(encoding="utf-8")
