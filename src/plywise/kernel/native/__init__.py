"""What compiled rules call; the only home of Numba's extension interface."""

from plywise.kernel.native.cells import Cells

__all__ = [
    "Cells",
]
