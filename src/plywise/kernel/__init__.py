"""The compiled twins: lowering of rules, specialisation, cache, alpha-beta. Numba is loaded when first needed."""

from plywise.kernel.building import CompiledRules, Difference, compare, compile_rules
from plywise.kernel.expectation import ExpectationSearcher
from plywise.kernel.lowering import CacheError, Lowered, LoweringError, lower, rules_fingerprint
from plywise.kernel.monte_carlo import Playouts, PlayoutSummary, TreeSearcher
from plywise.kernel.proof_number import ProofSearcher
from plywise.kernel.running import OnProgress, Progress
from plywise.kernel.searcher import Searcher, suits
from plywise.kernel.switches import Switches
from plywise.kernel.tuning import Tuning
from plywise.kernel.vectors import VectorSearcher

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
