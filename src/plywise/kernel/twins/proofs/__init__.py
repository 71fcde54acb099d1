"""Compiled searches that prove: whether a player can force so much."""

from plywise.kernel.twins.proofs.df_pn import DfPnSearcher
from plywise.kernel.twins.proofs.df_pn_question import Checkpoints
from plywise.kernel.twins.proofs.proof_number import ProofSearcher
from plywise.kernel.twins.proofs.strategies import proven_strategy

__all__ = ["Checkpoints", "DfPnSearcher", "ProofSearcher", "proven_strategy"]
