# mypy: disable-error-code="import-untyped"
"""A kernel in memory: machine code that llvmlite loaded, called through ctypes without the interpreter's lock.

Neither Numba nor NumPy is needed. The object's functions return a status; one above 0 is the number of an error that
the manifest explains.
"""

import builtins
import ctypes
import hashlib
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from plywise.kernel.building.disk.cache import OBJECT_BYTES, mark_used, read_file
from plywise.kernel.building.disk.manifest import MOST_BYTES, DamagedError, KernelManifest
from plywise.rules import RulesError

MATHS = {"linux": "libm.so.6", "darwin": "libSystem.B.dylib", "win32": "ucrtbase"}
"""Where sqrt and log are."""

LOADING = threading.Lock()
"""LLVM is asked for one kernel at a time."""


class Kernel(ABC):
    """A game's compiled rules and a search for them; `layout` says where in a block everything is."""

    def __init__(self, manifest: KernelManifest) -> None:
        self.manifest = manifest
        self.layout = SimpleNamespace(**manifest.layout)

    def has(self, entry: str) -> bool:
        """Whether there is such an entry."""
        return entry in self.manifest.entries

    def call(self, entry: str, *numbers: int) -> Any:
        """Run an entry; the first number is a block's address. Errors of the rules are raised as they would be."""
        result: Any = ctypes.c_double() if self.manifest.entries[entry].returns == "float" else ctypes.c_int64()
        status = self.run(entry, result, numbers)
        if status:
            raise self.error(status)
        return result.value

    @abstractmethod
    def run(self, entry: str, result: Any, numbers: Sequence[int]) -> int:
        """Run an entry that writes what it returns into `result`; return its status, 0 where all is well."""

    def error(self, status: int) -> Exception:
        """Return what a status stands for."""
        name, text = self.manifest.errors.get(str(status), ("RulesError", f"The compiled rules failed ({status})."))
        kind = getattr(builtins, name, None)
        if isinstance(kind, type) and issubclass(kind, Exception):
            return kind(text) if text else kind()
        return RulesError(text)


class NativeKernel(Kernel):
    """A kernel of machine code in this process."""

    def __init__(self, manifest: KernelManifest, object_code: bytes) -> None:
        super().__init__(manifest)
        self._engine = _load(manifest, object_code)
        self._functions: dict[str, Callable[..., int]] = {}
        for name, entry in manifest.entries.items():
            kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, *(ctypes.c_int64,) * entry.numbers)
            self._functions[name] = kind(self._engine.get_function_address(f"run_{name}"))

    def run(self, entry: str, result: Any, numbers: Sequence[int]) -> int:
        """Run an entry without the interpreter's lock."""
        return self._functions[entry](ctypes.byref(result), *numbers)


def read_kernel(folder: Path, key: str, processor: dict[str, str]) -> NativeKernel:
    """Load a kernel from disk; raises FileNotFoundError where there is none, DamagedError where it can't be trusted."""
    kernel = NativeKernel(*read_object(folder, key, processor))
    mark_used(folder / f"{key}.json")
    return kernel


def read_object(folder: Path, key: str, processor: dict[str, str]) -> tuple[KernelManifest, bytes]:
    """Return a kernel's manifest and its code, for this processor or for WebAssembly; raises as `read_kernel` does."""
    path = folder / f"{key}.json"
    manifest = KernelManifest.from_json(read_file(path, MOST_BYTES))
    if manifest.processor != processor:
        raise DamagedError("it was made for another processor")
    try:
        code = read_file(path.with_suffix(".o"), OBJECT_BYTES)
    except FileNotFoundError:
        raise DamagedError("its object file is missing") from None
    if len(code) != manifest.object_size or hashlib.sha256(code).hexdigest() != manifest.object_sha256:
        raise DamagedError("its object file's checksum differs")
    return manifest, code


WASM_FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
"""What every browser since 2023 has."""

WASM = {"name": "wasm32", "features": WASM_FEATURES}
"""The processor of WebAssembly kernels."""


def wasm_key(key: str) -> str:
    """Return the name of the files of the same kernel as WebAssembly."""
    return f"{key}-wasm32"


def processor() -> dict[str, str]:
    """Return the processor of this machine, in the words of LLVM."""
    import llvmlite.binding as llvm

    return {"name": llvm.get_host_cpu_name(), "features": llvm.get_host_cpu_features().flatten()}


def _address(name: str) -> int:
    """Return where a function of the C library is, which the process need not have loaded for all."""
    try:
        function = getattr(ctypes.CDLL(MATHS.get(sys.platform)), name)
    except (OSError, AttributeError):
        raise DamagedError(f"it calls {name}, which isn't there") from None
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def _load(manifest: KernelManifest, object_code: bytes) -> Any:
    """Return an engine that holds the object's code, ready to run."""
    import llvmlite.binding as llvm

    with LOADING:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        for name in manifest.needs:
            if not llvm.address_of_symbol(name):
                llvm.add_symbol(name, _address(name))
        machine = llvm.Target.from_default_triple().create_target_machine(jit=True, codemodel="jitdefault")
        empty = llvm.parse_assembly(f'target triple = "{llvm.get_process_triple()}"')
        engine = llvm.create_mcjit_compiler(empty, machine)
        engine.add_object_file(llvm.ObjectFileRef.from_data(object_code))
        engine.finalize_object()
        return engine
