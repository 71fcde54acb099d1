"""Keeps a student's file from letting Plywise answer in its place: it can import only rules and games.

Our other modules are taken out of `sys.modules`, so that importlib and a look into that table don't find them either,
and `plywise` itself offers the names of its rules and games alone. That keeps out shortcuts and honest mistakes; who
copies a search from somewhere has still copied it, and only a person can see that.

>>> import sys
>>> with without_our_answers():
...     from plywise import Game
...     print("plywise.grading.guard" in sys.modules)
...     from plywise import minimax
Traceback (most recent call last):
plywise.grading.guard.RefusedImportError: plywise.minimax would answer in your place: write the search yourself \
(plywise.rules and plywise.games may be imported).
>>> "plywise.grading.guard" in sys.modules
True
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import Any

ALLOWED = frozenset({"rules", "games", "bits", "files", "lazy", "parsing", "surroundings", "one_page", "isolation"})
"""What a student's file may import: rules and games, and what these stand on."""

OFFERING = ("plywise.rules", "plywise.games.catalog")
"""Whose names `plywise` itself still offers."""


class RefusedImportError(ImportError):
    """A student's file imports something that would answer in its place."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} would answer in your place: write the search yourself "
            "(plywise.rules and plywise.games may be imported)."
        )


class _Refusal(MetaPathFinder):
    """Finds nothing of ours but what is allowed."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        if fullname.startswith("plywise.") and not _is_allowed(fullname):
            raise RefusedImportError(fullname)


class _Offered(ModuleType):
    """The package with the names of rules and games only."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        for room in OFFERING:
            if hasattr(module := import_module(room), name):
                return getattr(module, name)
        if name not in ALLOWED:
            raise RefusedImportError(f"plywise.{name}")
        return import_module(f"plywise.{name}")


def _is_allowed(module: str) -> bool:
    return module.split(".")[1] in ALLOWED


@contextmanager
def without_our_answers() -> Iterator[None]:
    """Hide whatever of ours could answer in a student's place, until the block ends."""
    package, finder = sys.modules["plywise"], _Refusal()
    import_module(OFFERING[-1])
    hidden = {name: module for name, module in sys.modules.items() if name.startswith("plywise.")}
    hidden = {name: module for name, module in hidden.items() if not _is_allowed(name)}
    offered = _Offered("plywise", package.__doc__)
    offered.__path__, offered.__file__ = package.__path__, package.__file__
    for name in hidden:
        del sys.modules[name]
    sys.modules["plywise"] = offered
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        sys.modules.update(hidden)
        sys.modules["plywise"] = package
