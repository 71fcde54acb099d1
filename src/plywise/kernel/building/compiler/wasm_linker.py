"""Objects linked to WebAssembly modules by Zig, which comes as a package: `pip install plywise[export]`."""

import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from plywise.kernel.building.disk import cache_folder

LINK = ("build-lib", "-dynamic", "-fPIC", "-fstrip", "-O", "ReleaseFast", "-target", "wasm32-freestanding")
MOST_SECONDS = 300
"""The first time, Zig builds a small library of its own, for some ten seconds."""


class NoLinkerError(Exception):
    """WebAssembly can't be linked here."""


def link_wasm(code: bytes) -> bytes:
    """Return an object's code as a WebAssembly module whose memory is imported."""
    if find_spec("ziglang") is None:
        raise NoLinkerError("WebAssembly is linked by Zig, which isn't here: run `pip install plywise[export]`.")
    with tempfile.TemporaryDirectory(prefix="plywise-") as folder:
        (Path(folder) / "kernel.o").write_bytes(code)
        zig = [sys.executable, "-m", "ziglang", *LINK, "kernel.o", "--import-memory", "--name", "kernel"]
        kept = {f"ZIG_{which}_CACHE_DIR": str(cache_folder() / "zig") for which in ("GLOBAL", "LOCAL")}
        ended = subprocess.run(
            zig, cwd=folder, env=os.environ | kept, capture_output=True, text=True, check=False, timeout=MOST_SECONDS
        )
        linked = Path(folder) / "kernel.wasm"
        if ended.returncode or not linked.exists():
            said = next((line for line in ended.stderr.splitlines() if "error" in line), "it says nothing")
            raise NoLinkerError(f"Zig couldn't link the kernel ({said.strip()[:200]}).")
        return linked.read_bytes()
