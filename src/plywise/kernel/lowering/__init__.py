"""Rules to a compilable program."""

from typing import TYPE_CHECKING

from plywise.kernel.lowering.constants import ConstantTable, leaves, shape, signed
from plywise.kernel.lowering.contract import OFFERING, offered_in
from plywise.kernel.lowering.errors import CacheError, LoweringError
from plywise.kernel.lowering.identity import source_identity
from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.kernel.lowering.identity import rules_fingerprint
    from plywise.kernel.lowering.lowering import Lowering, lower
    from plywise.kernel.lowering.program import Lowered, LoweredFunction, Mode, StateShape, is_cells
    from plywise.kernel.lowering.source import underlying
    from plywise.kernel.lowering.state_shapes import state_shape

__all__ = [
    "OFFERING",
    "CacheError",
    "ConstantTable",
    "Lowered",
    "LoweredFunction",
    "Lowering",
    "LoweringError",
    "Mode",
    "StateShape",
    "is_cells",
    "leaves",
    "lower",
    "offered_in",
    "rules_fingerprint",
    "shape",
    "signed",
    "source_identity",
    "state_shape",
    "underlying",
]

__getattr__ = lazy_names(
    __name__,
    {
        "identity": ("rules_fingerprint",),
        "lowering": (
            "Lowering",
            "lower",
        ),
        "program": (
            "Lowered",
            "LoweredFunction",
            "Mode",
            "StateShape",
            "is_cells",
        ),
        "source": ("underlying",),
        "state_shapes": ("state_shape",),
    },
)
