"""The compiled twins: lowering of rules, specialisation, cache, alpha-beta. Numba is loaded when first needed."""

from plywise.kernel.alpha_beta import Searcher, Switches, Tuning, suits
from plywise.kernel.building import CompiledRules, Difference, compare, compile_rules
from plywise.kernel.lowering import CacheError, Lowered, LoweringError, lower, rules_fingerprint
from plywise.kernel.running import OnProgress, Progress
from plywise.kernel.twins import (
    ExpectationSearcher,
    Playouts,
    PlayoutSummary,
    ProofSearcher,
    TreeSearcher,
    VectorSearcher,
)

__all__ = [
    "CacheError",
    "CompiledRules",
    "Difference",
    "ExpectationSearcher",
    "Lowered",
    "LoweringError",
    "OnProgress",
    "PlayoutSummary",
    "Playouts",
    "Progress",
    "ProofSearcher",
    "Searcher",
    "Switches",
    "TreeSearcher",
    "Tuning",
    "VectorSearcher",
    "compare",
    "compile_rules",
    "lower",
    "rules_fingerprint",
    "suits",
]
