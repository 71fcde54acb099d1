"""Whoever chooses an action within a budget: search, kernel, table, book, human, external engine."""

from plywise.agents.decide import decide

__all__ = ["decide"]
