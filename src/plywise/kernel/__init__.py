"""The compiled twins: lowering of rules, specialisation, cache, alpha-beta. Numba is loaded when first needed."""

from plywise.kernel.compare import Difference, compare
from plywise.kernel.compiled import CompiledRules, compile_rules
from plywise.kernel.errors import CacheError, LoweringError
from plywise.kernel.fingerprint import rules_fingerprint
from plywise.kernel.lowering import lower
from plywise.kernel.program import Lowered
from plywise.kernel.searcher import Progress, Searcher
from plywise.kernel.switches import Switches

__all__ = [
    "CacheError",
    "CompiledRules",
    "Difference",
    "Lowered",
    "LoweringError",
    "Progress",
    "Searcher",
    "Switches",
    "compare",
    "compile_rules",
    "lower",
    "rules_fingerprint",
]
