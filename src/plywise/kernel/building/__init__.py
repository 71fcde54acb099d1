"""A program to a kernel on disk: compile, check, keep, load."""

from plywise.kernel.building.build import OnStep, load_module
from plywise.kernel.building.cache import warn_uncached
from plywise.kernel.building.compare import Difference, compare, same
from plywise.kernel.building.compile_events import compile_progress
from plywise.kernel.building.compiled import CompiledRules, compile_rules
from plywise.kernel.building.module import DEFAULT_MAX_ACTIONS, MAX_STATES, field_bits
from plywise.kernel.building.splice import BUDGET, GRANT, MAX_HISTORY, assemble, lay_out, payoff_figures

__all__ = [
    "BUDGET",
    "DEFAULT_MAX_ACTIONS",
    "GRANT",
    "MAX_HISTORY",
    "MAX_STATES",
    "CompiledRules",
    "Difference",
    "OnStep",
    "assemble",
    "compare",
    "compile_progress",
    "compile_rules",
    "field_bits",
    "lay_out",
    "load_module",
    "payoff_figures",
    "same",
    "warn_uncached",
]
