"""The stories of searches that grow a tree bit by bit: UCT by simulations, proof-number search by expansions."""

from plywise.explain.trace.growing.proofs import record_proof
from plywise.explain.trace.growing.simulations import record_uct

__all__ = ["record_proof", "record_uct"]
