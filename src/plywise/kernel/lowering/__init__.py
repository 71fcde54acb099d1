"""Rules to a compilable program."""

from plywise.kernel.lowering.constants import Table, leaves, shape, signed
from plywise.kernel.lowering.errors import CacheError, LoweringError
from plywise.kernel.lowering.fingerprint import rules_fingerprint
from plywise.kernel.lowering.identity import source_identity
from plywise.kernel.lowering.lowering import OFFERING, Lowering, lower, offered_in
from plywise.kernel.lowering.program import Lowered, LoweredFunction, Mode, StateShape, is_cells
from plywise.kernel.lowering.source import underlying

__all__ = [
    "OFFERING",
    "CacheError",
    "Lowered",
    "LoweredFunction",
    "Lowering",
    "LoweringError",
    "Mode",
    "StateShape",
    "Table",
    "is_cells",
    "leaves",
    "lower",
    "offered_in",
    "rules_fingerprint",
    "shape",
    "signed",
    "source_identity",
    "underlying",
]
