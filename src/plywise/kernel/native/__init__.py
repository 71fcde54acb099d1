"""What compiled rules call; the only home of Numba's extension interface."""

from plywise.kernel.native import runtime
from plywise.kernel.native.cells import Cells
from plywise.kernel.native.objects import ERRORS, link, write_objects

__all__ = ["ERRORS", "Cells", "link", "runtime", "write_objects"]
