"""Solved tables and strategies: formats, reading, writing, probing."""

from plywise.knowledge.checker import Verdict, check_strategy
from plywise.knowledge.solved.errors import DamagedTableError, SolvedTableError
from plywise.knowledge.strategy import Strategy, StrategyError

__all__ = ["DamagedTableError", "SolvedTableError", "Strategy", "StrategyError", "Verdict", "check_strategy"]
