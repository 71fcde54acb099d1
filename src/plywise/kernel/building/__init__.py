"""A program to a kernel on disk: compile, check, keep, load."""

from typing import TYPE_CHECKING

from plywise.kernel.building.budget import BUDGET, DEFAULT_MAX_ACTIONS, GRANT, MAX_HISTORY, MAX_STATES
from plywise.kernel.building.compiled import CompiledRules, field_bits
from plywise.kernel.building.find import NotReadyError, compile_rules, forget_kernels, load_kernel
from plywise.kernel.building.kernel import Kernel
from plywise.kernel.building.kind import KernelKind, OnStep
from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.kernel.building.build import compile_lowered
    from plywise.kernel.building.cache import KeptKernel, cache_folder, kept_kernels, remove_kernel, warn_uncached
    from plywise.kernel.building.child import CompileError
    from plywise.kernel.building.comparing import Difference, compare, same
    from plywise.kernel.building.splice import assemble, lay_out, payoff_figures

__all__ = [
    "BUDGET",
    "DEFAULT_MAX_ACTIONS",
    "GRANT",
    "MAX_HISTORY",
    "MAX_STATES",
    "CompileError",
    "CompiledRules",
    "Difference",
    "KeptKernel",
    "Kernel",
    "KernelKind",
    "NotReadyError",
    "OnStep",
    "assemble",
    "cache_folder",
    "compare",
    "compile_lowered",
    "compile_rules",
    "field_bits",
    "forget_kernels",
    "kept_kernels",
    "lay_out",
    "load_kernel",
    "payoff_figures",
    "remove_kernel",
    "same",
    "warn_uncached",
]

__getattr__ = lazy_names(
    __name__,
    {
        "build": ("compile_lowered",),
        "cache": (
            "KeptKernel",
            "cache_folder",
            "kept_kernels",
            "remove_kernel",
            "warn_uncached",
        ),
        "child": ("CompileError",),
        "comparing": (
            "Difference",
            "compare",
            "same",
        ),
        "splice": (
            "assemble",
            "lay_out",
            "payoff_figures",
        ),
    },
)
