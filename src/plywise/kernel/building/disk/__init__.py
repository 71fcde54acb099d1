"""Kernels on disk and in memory: the folder, manifests, names, loading."""

from plywise.kernel.building.disk.cache import (
    KeptKernel,
    cache_folder,
    cache_megabytes,
    clear_cache,
    kept_kernels,
    open_folder,
    prune,
    remove_kernel,
    warn_uncached,
    write_file,
)
from plywise.kernel.building.disk.identity import build_identity, is_build_known, kernel_key
from plywise.kernel.building.disk.kernel import WASM, Kernel, processor, read_kernel, read_object, wasm_key
from plywise.kernel.building.disk.manifest import DamagedError, EntryPoint, KernelManifest
from plywise.kernel.building.disk.refusals import raise_refusal, refusal, written_refusal
from plywise.kernel.building.disk.wasm_kernel import WasmKernel

__all__ = [
    "WASM",
    "DamagedError",
    "EntryPoint",
    "KeptKernel",
    "Kernel",
    "KernelManifest",
    "WasmKernel",
    "build_identity",
    "cache_folder",
    "cache_megabytes",
    "clear_cache",
    "is_build_known",
    "kept_kernels",
    "kernel_key",
    "open_folder",
    "processor",
    "prune",
    "raise_refusal",
    "read_kernel",
    "read_object",
    "refusal",
    "remove_kernel",
    "warn_uncached",
    "wasm_key",
    "write_file",
    "written_refusal",
]
