"""A program to a kernel on disk: compile, check, keep, load."""

from typing import TYPE_CHECKING

from plywise.kernel.building.budget import BUDGET, DEFAULT_MAX_ACTIONS, GRANT, MAX_HISTORY, MAX_STATES
from plywise.kernel.building.carried import CAN_COMPILE, carry_kernel, noted_kinds
from plywise.kernel.building.compiled import CompiledRules, action_code, field_bits
from plywise.kernel.building.disk import Kernel, KernelManifest, WasmKernel
from plywise.kernel.building.find import build_portable, compile_rules, forget_kernels, load_kernel
from plywise.kernel.building.kind import CompileError, KernelKind, NotReadyError, OnCompile
from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.kernel.building.build import compile_lowered
    from plywise.kernel.building.comparing import Difference, compare, same
    from plywise.kernel.building.disk import (
        KeptKernel,
        cache_folder,
        cache_megabytes,
        clear_cache,
        kept_kernels,
        remove_kernel,
        warn_uncached,
    )
    from plywise.kernel.building.text import assemble, lay_out, payoff_figures

__all__ = [
    "BUDGET",
    "CAN_COMPILE",
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
    "KernelManifest",
    "NotReadyError",
    "OnCompile",
    "WasmKernel",
    "action_code",
    "assemble",
    "build_portable",
    "cache_folder",
    "cache_megabytes",
    "carry_kernel",
    "clear_cache",
    "compare",
    "compile_lowered",
    "compile_rules",
    "field_bits",
    "forget_kernels",
    "kept_kernels",
    "lay_out",
    "load_kernel",
    "noted_kinds",
    "payoff_figures",
    "remove_kernel",
    "same",
    "warn_uncached",
]

__getattr__ = lazy_names(
    __name__,
    {
        "build": ("compile_lowered",),
        "disk": (
            "KeptKernel",
            "cache_folder",
            "cache_megabytes",
            "clear_cache",
            "kept_kernels",
            "remove_kernel",
            "warn_uncached",
        ),
        "comparing": (
            "Difference",
            "compare",
            "same",
        ),
        "text": (
            "assemble",
            "lay_out",
            "payoff_figures",
        ),
    },
)
