"""Whoever chooses an action within a budget: search, kernel, table, book, human, external engine."""

from plywise.agents.algorithms import ALGORITHMS, Algorithm, choose_algorithm, find_algorithm
from plywise.agents.decide import Engine, decide
from plywise.agents.engines import PlainEngineWarning
from plywise.agents.table_play import decide_by_tables, open_tables

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Engine",
    "PlainEngineWarning",
    "choose_algorithm",
    "decide",
    "decide_by_tables",
    "find_algorithm",
    "open_tables",
]
