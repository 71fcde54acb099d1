"""Whoever chooses an action within a budget: search, kernel, table, book, human, external engine."""

from plywise.agents.algorithms import ALGORITHMS, Algorithm, choose_algorithm, find_algorithm
from plywise.agents.decide import Engine, decide
from plywise.agents.engines import PlainEngineWarning

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Engine",
    "PlainEngineWarning",
    "choose_algorithm",
    "decide",
    "find_algorithm",
]
