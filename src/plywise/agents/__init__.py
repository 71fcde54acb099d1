"""Whoever chooses an action within a limit: search, plain or compiled, and solved tables."""

from typing import TYPE_CHECKING

from plywise.agents.agent import Agent
from plywise.agents.algorithms import ALGORITHMS, Algorithm, choose_algorithm, find_algorithm
from plywise.agents.deciding import decide
from plywise.agents.engines import PlainEngineWarning
from plywise.agents.errors import EngineError
from plywise.agents.options import Engine, SearchOptions
from plywise.agents.question import Callbacks, OnDepth
from plywise.agents.table_play import decide_by_tables, open_tables
from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.agents.lookup import Tables

__all__ = [
    "ALGORITHMS",
    "Agent",
    "Algorithm",
    "Callbacks",
    "Engine",
    "EngineError",
    "OnDepth",
    "PlainEngineWarning",
    "SearchOptions",
    "Tables",
    "choose_algorithm",
    "decide",
    "decide_by_tables",
    "find_algorithm",
    "open_tables",
]

__getattr__ = lazy_names(__name__, {"lookup": ("Tables",)})  # it needs NumPy
