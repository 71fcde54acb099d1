"""The compiled twins: lowering of rules, specialisation, cache. Numba is loaded when rules are first compiled."""

from plywise.kernel.compare import Difference, compare
from plywise.kernel.compiled import CompiledRules, compile_rules
from plywise.kernel.errors import CacheError, LoweringError
from plywise.kernel.fingerprint import rules_fingerprint
from plywise.kernel.lowering import lower
from plywise.kernel.program import Lowered

__all__ = [
    "CacheError",
    "CompiledRules",
    "Difference",
    "Lowered",
    "LoweringError",
    "compare",
    "compile_rules",
    "lower",
    "rules_fingerprint",
]
