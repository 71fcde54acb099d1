"""Compiling a search: the module is generated, its entry points compiled or read from disk, all before it is asked."""

from types import ModuleType

from plywise.kernel.build import OnStep, load_module
from plywise.kernel.cache import cache_folder, warn_uncached
from plywise.kernel.program import Lowered
from plywise.kernel.search_module import search_text
from plywise.kernel.steps import Steps
from plywise.kernel.switches import Switches

ENTRIES = {"run_search": 5}
"""The entry points a search calls, and how many numbers each takes."""


def compile_search(
    lowered: Lowered, switches: Switches, steps: Steps, keep: bool = True, on_step: OnStep | None = None
) -> ModuleType:
    """Return the module that searches a game, ready to run; a full or broken cache costs a sentence."""
    from numba import int64

    module = load_module(lowered, keep, search_text(lowered, switches, steps), on_step)
    try:
        for name, count in ENTRIES.items():
            entry = getattr(module, name)
            if not entry.signatures:
                entry.compile((int64,) * count)
    except Exception as error:  # unreadable files raise whatever unpickling them raises
        if not module.__dict__["ply_CACHE"]:
            raise
        warn_uncached(cache_folder(), error)
        return compile_search(lowered, switches, steps, keep=False, on_step=on_step)
    return module
