"""The compiled twins of the algorithms: lowering of rules, kernels on disk, searches, passes over tables."""

from typing import TYPE_CHECKING

from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.kernel.alpha_beta import Searcher, Switches, Tuning, suits
    from plywise.kernel.building import CompiledRules, CompileError, Difference, OnCompile, compare, compile_rules
    from plywise.kernel.lowering import CacheError, Lowered, LoweringError, lower, rules_fingerprint
    from plywise.kernel.network import (
        NetworkRates,
        NetworkSelfPlay,
        NetworkTable,
        TurnSearcher,
        require_network,
    )
    from plywise.kernel.patterns import (
        ContestScore,
        LearningRates,
        PatternWeights,
        RecordedGame,
        RecordedPlay,
        SelfPlay,
        WeightTable,
        require_learnable,
    )
    from plywise.kernel.running import OnProgress, Progress
    from plywise.kernel.twins import (
        Checkpoints,
        DfPnSearcher,
        ExpectationSearcher,
        Playouts,
        PlayoutSummary,
        ProofSearcher,
        TreeSearcher,
        VectorSearcher,
        proven_strategy,
    )

__all__ = [
    "CacheError",
    "Checkpoints",
    "CompileError",
    "CompiledRules",
    "ContestScore",
    "DfPnSearcher",
    "Difference",
    "ExpectationSearcher",
    "LearningRates",
    "Lowered",
    "LoweringError",
    "NetworkRates",
    "NetworkSelfPlay",
    "NetworkTable",
    "OnCompile",
    "OnProgress",
    "PatternWeights",
    "PlayoutSummary",
    "Playouts",
    "Progress",
    "ProofSearcher",
    "RecordedGame",
    "RecordedPlay",
    "Searcher",
    "SelfPlay",
    "Switches",
    "TreeSearcher",
    "Tuning",
    "TurnSearcher",
    "VectorSearcher",
    "WeightTable",
    "compare",
    "compile_rules",
    "lower",
    "proven_strategy",
    "require_learnable",
    "require_network",
    "rules_fingerprint",
    "suits",
]

__getattr__ = lazy_names(
    __name__,
    {
        "alpha_beta": (
            "Searcher",
            "Switches",
            "Tuning",
            "suits",
        ),
        "building": (
            "CompileError",
            "CompiledRules",
            "Difference",
            "OnCompile",
            "compare",
            "compile_rules",
        ),
        "lowering": (
            "CacheError",
            "Lowered",
            "LoweringError",
            "lower",
            "rules_fingerprint",
        ),
        "network": (
            "NetworkRates",
            "NetworkSelfPlay",
            "NetworkTable",
            "TurnSearcher",
            "require_network",
        ),
        "patterns": (
            "ContestScore",
            "LearningRates",
            "PatternWeights",
            "RecordedGame",
            "RecordedPlay",
            "SelfPlay",
            "WeightTable",
            "require_learnable",
        ),
        "running": (
            "OnProgress",
            "Progress",
        ),
        "twins": (
            "Checkpoints",
            "DfPnSearcher",
            "ExpectationSearcher",
            "Playouts",
            "PlayoutSummary",
            "ProofSearcher",
            "TreeSearcher",
            "VectorSearcher",
            "proven_strategy",
        ),
    },
)
