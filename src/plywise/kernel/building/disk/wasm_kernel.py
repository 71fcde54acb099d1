"""A kernel of WebAssembly in a page; it works on the memory of the Python beside it, so blocks are as anywhere else.

The page's JavaScript starts the module and hands over its function `call` (web/src/kernel).
"""

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from plywise.kernel.building.disk.kernel import Kernel
from plywise.kernel.building.disk.manifest import KernelManifest
from plywise.rules import SearchError

FAULTS = {
    -1: "The compiled search went deeper than the page's stack allows: give it a smaller depth.",
    -2: "The compiled code stopped at a fault in this page: run `plywise check` on the rules.",
}
"""What the JavaScript beside a kernel returns where WebAssembly itself stops."""


class WasmKernel(Kernel):
    """A kernel that the page's JavaScript has started; `call(entry, address of the result, *numbers)` runs it."""

    def __init__(self, manifest: KernelManifest, call: Callable[..., int]) -> None:
        super().__init__(manifest)
        self._call = call

    def run(self, entry: str, result: Any, numbers: Sequence[int]) -> int:
        """Run an entry in the page."""
        return int(self._call(f"run_{entry}", ctypes.addressof(result), *numbers))

    def error(self, status: int) -> Exception:
        """Return what a status stands for; WebAssembly's own faults are below 0."""
        return SearchError(FAULTS[status]) if status in FAULTS else super().error(status)
