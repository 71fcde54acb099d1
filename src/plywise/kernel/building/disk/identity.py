"""What a kernel is named by: the rules it was made from, what was asked for, and what compiled it.

The build's own part covers Plywise's sources that end up in compiled code, without their docstrings and comments, the
versions of Python, Numba and llvmlite, and the processor. Reading the sources takes a third of a second, so the result
is kept beside the kernels, with the sizes and times of the files it was read from.
"""

import contextlib
import hashlib
import json
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from plywise.files import parse_object
from plywise.kernel.building.disk.cache import read_file, write_file
from plywise.kernel.building.disk.manifest import DamagedError
from plywise.parsing import parse

KERNEL = Path(__file__).parents[2]
KEPT = "sources.json"


def kernel_key(rules: str, build: str, asked: Any) -> str:
    """Return the name of a kernel's files: `rules` and `build` are identities, `asked` says which search."""
    return hashlib.sha256(json.dumps([rules, build, asked]).encode()).hexdigest()[:32]


def build_identity(folder: Path | None, processor: dict[str, str]) -> str:
    """Return a hash of what compiles rules here; `folder` may hold what the sources said last time."""
    parts = [_sources(folder), list(sys.version_info[:2]), _versions(), processor]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def is_build_known(folder: Path) -> bool:
    """Whether the sources needn't be read: this folder says what is in them, or this process has read them."""
    return folder in _read or _kept(folder / KEPT).get("signature") == _signature()


_read: set[Path | None] = set()
"""Folders for which the sources have been read."""


@cache
def _files() -> list[Path]:
    package = KERNEL.parent
    values = [package / "rules" / "values" / f"{name}.py" for name in ("tolerance", "logarithm")]
    return [*sorted(KERNEL.rglob("*.py")), package / "bits.py", *values]


@cache
def _signature() -> str:
    """Return a hash of the sources' sizes and times."""
    stats = [(str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in _files()]
    return hashlib.sha256(json.dumps(stats).encode()).hexdigest()


@cache
def _sources(folder: Path | None) -> str:
    """Return the hash of Plywise's own sources, read again only where a file has changed."""
    kept = _kept(folder / KEPT) if folder else {}
    if kept.get("signature") == _signature():
        return str(kept["identity"])
    identity = hashlib.sha256("\n".join(map(_meaning, _files())).encode()).hexdigest()
    if folder:
        with contextlib.suppress(OSError):
            write_file(folder / KEPT, json.dumps({"signature": _signature(), "identity": identity}).encode())
    _read.add(folder)
    return identity


def _kept(path: Path) -> dict[str, Any]:
    try:
        said = parse_object(read_file(path, 1 << 16))
    except (OSError, ValueError, DamagedError):
        return {}
    return said if {"signature", "identity"} <= said.keys() else {}


def _meaning(file: Path) -> str:
    """Return a file's syntax tree without docstrings: two files that compile to the same have the same."""
    import ast  # not needed where the sources are as they were

    tree = parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [line for line in body if not _is_text(line)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_text(line: Any) -> bool:
    import ast

    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str)


@cache
def _versions() -> list[str]:
    """Return the versions of what compiles, read off their folders: importing Numba takes half a second."""
    found = []
    for name in ("numba", "llvmlite", "numpy"):
        spec = find_spec(name)
        places = list(spec.submodule_search_locations or ()) if spec else []
        beside = Path(places[0]).parent if places else Path()
        found += sorted(path.name for path in beside.glob(f"{name}-*.dist-info")) or [name]
    return found
