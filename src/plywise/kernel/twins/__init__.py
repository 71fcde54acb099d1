"""The other compiled algorithms."""

from plywise.kernel.twins.driver import tree_driver
from plywise.kernel.twins.expectation import ExpectationSearcher
from plywise.kernel.twins.monte_carlo import TreeSearcher
from plywise.kernel.twins.playouts import Playouts, PlayoutSummary
from plywise.kernel.twins.proofs import Checkpoints, DfPnSearcher, ProofSearcher, proven_strategy
from plywise.kernel.twins.vectors import VectorSearcher

__all__ = [
    "Checkpoints",
    "DfPnSearcher",
    "ExpectationSearcher",
    "PlayoutSummary",
    "Playouts",
    "ProofSearcher",
    "TreeSearcher",
    "VectorSearcher",
    "proven_strategy",
    "tree_driver",
]
