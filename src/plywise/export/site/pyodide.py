"""Pyodide, which is Python for web pages: from a folder, from a checkout's npm packages, or once from the npm registry.

What comes over the network is compared with a checksum that is written here before anything else is done with it.
"""

import base64
import hashlib
import io
import tarfile
import urllib.error
import urllib.request
from pathlib import Path

from plywise.export.errors import ExportError
from plywise.export.site.rooms import PACKAGE
from plywise.files import write_whole
from plywise.kernel.building import cache_folder

VERSION = "314.0.7"
ADDRESS = f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""What a page needs of it."""

MOST_BYTES = 32 << 20
"""Of the whole package, and of any file in it."""
SECONDS = 60


def find_pyodide(folder: Path | None = None) -> dict[str, bytes]:
    """Return Pyodide's files by name; raises ExportError where there is none."""
    if folder is not None:
        return _read(folder)
    npm = PACKAGE.parents[1] / "web" / "node_modules" / "pyodide"
    kept = cache_folder() / f"pyodide-{VERSION}"
    for place in (npm, kept):
        if all((place / name).is_file() for name in FILES) and _is_version(place):
            return _read(place)
    found = unpack(_fetch())
    for name, content in found.items():
        write_whole(kept / name, content)
    return found


def _is_version(folder: Path) -> bool:
    """Whether a folder has the very version; one that we have unpacked has nothing that says so, nor need it."""
    about = folder / "package.json"
    return not about.is_file() or f'"version": "{VERSION}"' in about.read_text("utf-8", "replace")


def _read(folder: Path) -> dict[str, bytes]:
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise ExportError(f"{folder} has no {missing[0]}: name the folder of Pyodide {VERSION} by --pyodide.")
    if not _is_version(folder):
        raise ExportError(f"{folder} has another version of Pyodide: name one with {VERSION} by --pyodide.")
    return {name: (folder / name).read_bytes() for name in FILES}


def _fetch() -> bytes:
    try:
        with urllib.request.urlopen(ADDRESS, timeout=SECONDS) as response:
            packed: bytes = response.read(MOST_BYTES + 1)
    except (OSError, urllib.error.URLError) as error:
        raise ExportError(
            f"Pyodide can't be fetched from {ADDRESS} ({error}): unpack it yourself, and name its folder by --pyodide."
        ) from None
    return packed


def unpack(packed: bytes, sha512: str = SHA512) -> dict[str, bytes]:
    """Return the files that a page needs from the package as npm has it; refuses another package."""
    if len(packed) > MOST_BYTES or base64.b64encode(hashlib.sha512(packed).digest()).decode("ascii") != sha512:
        raise ExportError(f"What {ADDRESS} answers is not Pyodide {VERSION}: try again, or use --pyodide.")
    found = {}
    with tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as archive:
        for name in FILES:
            try:
                member = archive.getmember(f"package/{name}")
            except KeyError:
                raise ExportError(f"The package of Pyodide {VERSION} has no {name}: use --pyodide.") from None
            content = archive.extractfile(member) if member.isreg() and member.size <= MOST_BYTES else None
            if content is None:
                raise ExportError(f"{name} in the package of Pyodide {VERSION} is no file: use --pyodide.")
            found[name] = content.read()
    return found
