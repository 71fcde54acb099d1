# mypy: disable-error-code="no-untyped-call"
"""From lowered rules to a loaded module: named by what went into it, kept on disk, checked rule by rule once.

The *build fingerprint* hashes the lowered source, constants, this room's own sources and the versions of Python, Numba
and NumPy. File names and lines stay out: a notebook's cell is called differently in every session.
"""

import ast
import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from plywise.kernel.building.blame import check_rules
from plywise.kernel.building.cache import open_folder, warn_uncached, write_once
from plywise.kernel.building.module import RUNTIME, module_text
from plywise.kernel.lowering import Lowered, Table
from plywise.rules import RulesError

OnStep: TypeAlias = Callable[[int, int], None]
"""Told how compiling goes: so many steps done, of so many."""


def build_fingerprint(lowered: Lowered, text: str) -> str:
    """Return the name of what would be compiled."""
    import numba
    import numpy as np

    constants = {name: _identity(value) for name, value in lowered.constants.items()}
    parts = [text, repr(constants), sys.version, numba.__version__, np.__version__, _own_sources()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _identity(value: Any) -> str:
    return f"{value.__module__}.{value.__name__}" if callable(value) else repr(value)


@cache
def _own_sources() -> str:
    """What this room, and what it takes from below, say: so that an upgrade of Plywise compiles anew."""
    room, package = Path(__file__).parents[1], Path(__file__).parents[2]
    files = [*sorted(room.rglob("*.py")), package / "bits.py", package / "rules" / "tolerance.py"]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def load_module(lowered: Lowered, keep: bool = True, text: str = "") -> ModuleType:
    """Return the compiled module of a game, from disk where it has been compiled before.

    Entry points are compiled, or read from disk, when first called. `text` is the module's, where it does more than
    answer for the rules.
    """
    text = text or module_text(lowered)
    name = f"plywise_{type(lowered.game).__name__.lower()}_{build_fingerprint(lowered, text)}"
    if name in sys.modules and (keep or not sys.modules[name].__dict__["ply_CACHE"]):
        return sys.modules[name]
    folder = open_folder() if keep else None
    if folder is None:
        return _execute(name, text, lowered, None)
    path, checked = folder / f"{name}.py", folder / f"{name}.checked"
    try:
        write_once(path, text)
        module = _execute(name, text, lowered, path, check=not checked.exists())
        write_once(checked, "Every rule of this module compiled alone and returned what it should.\n")
    except OSError as error:
        warn_uncached(folder, error)
        return _execute(name, text, lowered, None)
    return module


def _execute(name: str, text: str, lowered: Lowered, path: Path | None, check: bool = True) -> ModuleType:
    """Run the module's text; Numba keeps what it compiles beside `path`, whatever NUMBA_CACHE_DIR says."""
    from numba.core import config as numba_config

    config: Any = numba_config
    module = ModuleType(name)
    module.__file__ = f"<{name}>" if path is None else str(path)
    module.__dict__.update(ply_CACHE=path is not None, ply_bind=lambda names: _bind(names, lowered))
    elsewhere, config.CACHE_DIR = config.CACHE_DIR, ""
    sys.modules[name] = module  # where Numba looks for the globals of what it reads from disk
    try:
        exec(compile(text, module.__file__, "exec"), module.__dict__)
        if check:
            check_rules(lowered, module.__dict__)
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        config.CACHE_DIR = elsewhere
    return module


def _bind(names: dict[str, Any], lowered: Lowered) -> None:
    """Put constants, helpers and the rules themselves into the module."""
    import numpy as np
    from numba import njit

    from plywise.kernel.native import runtime

    names.update({name: getattr(runtime, target) for name, target in RUNTIME.items()}, ply_RulesError=RulesError)
    for name, value in lowered.constants.items():
        names[name] = np.array(value.values, value.kind) if isinstance(value, Table) else value
    options: Any = {"boundscheck": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    for name, function in lowered.functions.items():
        exec(compile(ast.Module([function.node], []), function.file, "exec"), names)
        names[name] = njit(**options)(names[name])
    for rule, name in lowered.rules.items():
        names[f"rule_{rule}"] = names[name]
