"""The other compiled algorithms."""

from plywise.kernel.twins.df_pn import DfPnSearcher
from plywise.kernel.twins.df_pn_question import Checkpoints
from plywise.kernel.twins.driver import tree_driver
from plywise.kernel.twins.expectation import ExpectationSearcher
from plywise.kernel.twins.monte_carlo import TreeSearcher
from plywise.kernel.twins.playouts import Playouts, PlayoutSummary
from plywise.kernel.twins.proof_number import ProofSearcher
from plywise.kernel.twins.strategies import proven_strategy
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
