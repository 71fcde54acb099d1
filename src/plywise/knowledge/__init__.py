"""Books, solved tables, strategies: formats, reading, writing, probing."""

from plywise.knowledge.checker import Verdict, check_strategy
from plywise.knowledge.strategy import Strategy, StrategyError

__all__ = ["Strategy", "StrategyError", "Verdict", "check_strategy"]
