"""Python's library and installed packages: known by name and version, because nobody's rules are written there.

Reading their code instead took half a second for a game that imports `copy`: every name in it was looked up in every
module that it leads to.
"""

import functools
import os
import sys
import types
from collections.abc import Container
from pathlib import Path

INSTALLED = {"site-packages", "dist-packages"}
LIBRARY = Path(os.__file__).parent
PYTHON = f"Python {sys.version}"


def known_by_version(value: type | types.FunctionType | types.ModuleType, own: Container[str] = ()) -> str:
    """Return what a class, a function or a module of a library is known by; "" for anything else.

    `own` are the packages of the rules themselves, which may be installed too. What a library has made for its caller
    isn't its own: a class that the library doesn't hold by its name, or a function that closes over something.
    """
    if isinstance(value, types.ModuleType):
        home, name = value.__name__, ""
    elif isinstance(value, types.FunctionType):
        home, name = value.__globals__.get("__name__", ""), value.__qualname__
        if value.__closure__:
            return ""
    else:
        home, name = value.__module__, value.__qualname__
    version = _version(home, own)
    if not version or (isinstance(value, type) and not _is_held(value)):
        return ""
    return f"{home}.{name} of {version}"


def _version(module: str, own: Container[str]) -> str:
    package, loaded = module.partition(".")[0], sys.modules.get(module)
    if module in sys.builtin_module_names:
        return PYTHON
    file = getattr(loaded, "__file__", None)
    if not isinstance(file, str) or package == "plywise":
        return ""
    path = Path(file)
    if INSTALLED.isdisjoint(path.parts):
        return PYTHON if LIBRARY in path.parents else ""
    root = getattr(sys.modules.get(package), "__file__", None) or file
    return "" if package in own else f"{_stamp(root)} {_stamp(file)}"


@functools.lru_cache(4096)
def _stamp(file: str) -> str:
    """Return when a file was installed, and its size: an upgrade writes all files of a package again."""
    try:
        found = Path(file).stat()
    except OSError:
        return ""
    return f"{found.st_mtime_ns} {found.st_size}"


def _is_held(kind: type) -> bool:
    found: object = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is kind
