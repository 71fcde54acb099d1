"""Packages whose names are loaded when they are first used, so that importing one of them stays quick.

    __getattr__ = lazy_names(__name__, {"build": ("KernelKind", "load_kernel")})

stands for `from plywise.kernel.building.build import KernelKind, load_kernel`, done when either is asked for. Type
checkers read the real imports, under `if TYPE_CHECKING`.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy_names(package: str, names: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """Return a package's `__getattr__`; `names` lists, for each of its modules, the names that it offers.

    No name may be that of a module of the package: importing the module would put it in the name's place.
    """
    assert not names.keys() & {name for offered in names.values() for name in offered}
    homes = {name: module for module, offered in names.items() for name in offered}

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return load
