"""What compiled rules call; the only home of Numba's extension interface."""

from plywise.kernel.native import runtime
from plywise.kernel.native.cells import Cells
from plywise.kernel.native.objects import ERRORS, link, object_file, write_objects
from plywise.kernel.native.portable import wasm_object

__all__ = ["ERRORS", "Cells", "link", "object_file", "runtime", "wasm_object", "write_objects"]
