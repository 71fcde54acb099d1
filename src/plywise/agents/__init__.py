"""Whoever chooses an action within a budget: search, kernel, table, book, human, external engine."""

from plywise.agents.decide import Engine, decide
from plywise.agents.engines import PlainEngineWarning

__all__ = ["Engine", "PlainEngineWarning", "decide"]
