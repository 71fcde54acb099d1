"""Dense tables: a slot for every index of a tier, solved by passes back from the ends."""

from plywise.solve.dense.job import DenseJob, solve_tiers
from plywise.solve.dense.passes import CLOSED, LOST, OPEN, ROOM, WON, ComponentWork, by_pass, due_in, known_tiers

__all__ = [
    "CLOSED",
    "LOST",
    "OPEN",
    "ROOM",
    "WON",
    "ComponentWork",
    "DenseJob",
    "by_pass",
    "due_in",
    "known_tiers",
    "solve_tiers",
]
