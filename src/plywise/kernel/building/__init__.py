"""A program to a kernel on disk: compile, check, keep, load."""

from plywise.kernel.building.build import (
    KernelKind,
    NotReadyError,
    compile_lowered,
    compile_rules,
    forget_kernels,
    load_kernel,
)
from plywise.kernel.building.cache import (
    KeptKernel,
    cache_folder,
    kept_kernels,
    remove_kernel,
    warn_uncached,
)
from plywise.kernel.building.child import CompileError, OnStep
from plywise.kernel.building.compare import Difference, compare, same
from plywise.kernel.building.compiled import CompiledRules
from plywise.kernel.building.kernel import Kernel
from plywise.kernel.building.module import DEFAULT_MAX_ACTIONS, MAX_STATES, field_bits
from plywise.kernel.building.splice import BUDGET, GRANT, MAX_HISTORY, assemble, lay_out, payoff_figures

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
