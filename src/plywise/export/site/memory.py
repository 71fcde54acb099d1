"""The memory of a Python that has started and imported Plywise: with it, an engine is ready in a third of the time.

Only a JavaScript engine can make it. Where Node is installed it is made here, once for each version, and kept in the
cache folder; elsewhere a page does without.
"""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from plywise.files import write_whole
from plywise.kernel.building import cache_folder

SCRIPT = Path(__file__).with_name("memory.mjs")
SECONDS = 300
GZIP = b"\x1f\x8b"


def find_memory(pyodide: Mapping[str, bytes], rooms: bytes) -> bytes | None:
    """Return the memory of a Python with these rooms, packed by gzip; None where it can't be made."""
    key = hashlib.sha256(SCRIPT.read_bytes())
    for content in (*(pyodide[name] for name in sorted(pyodide)), rooms):
        key.update(hashlib.sha256(content).digest())
    kept = cache_folder() / f"memory-{key.hexdigest()[:32]}.gz"
    if kept.is_file():
        return kept.read_bytes()
    made = _make(pyodide, rooms)
    if made is not None:
        for old in cache_folder().glob("memory-*.gz"):
            old.unlink(missing_ok=True)
        write_whole(kept, made)
    return made


def _make(pyodide: Mapping[str, bytes], rooms: bytes) -> bytes | None:
    node = shutil.which("node")
    if node is None:
        return None
    with tempfile.TemporaryDirectory(prefix="plywise-") as place:
        folder = Path(place)
        for name, content in {**pyodide, "rooms.zip": rooms}.items():
            (folder / name).write_bytes(content)
        shutil.copy(SCRIPT, folder / SCRIPT.name)
        made = folder / "memory.gz"
        try:
            subprocess.run([node, SCRIPT.name], cwd=folder, timeout=SECONDS, check=True, capture_output=True)
            content = made.read_bytes()
        except (OSError, subprocess.SubprocessError):
            return None
    return content if content.startswith(GZIP) else None
