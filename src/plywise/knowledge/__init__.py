"""Solved tables and strategies: formats, reading, writing, probing."""

from typing import TYPE_CHECKING

from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.knowledge.checker import Verdict, check_strategy
    from plywise.knowledge.solved import DamagedTableError, SolvedTableError
    from plywise.knowledge.strategy import Strategy, StrategyError

__all__ = ["DamagedTableError", "SolvedTableError", "Strategy", "StrategyError", "Verdict", "check_strategy"]

__getattr__ = lazy_names(  # learned knowledge is read at every start, tables are not
    __name__,
    {
        "checker": ("Verdict", "check_strategy"),
        "solved": ("DamagedTableError", "SolvedTableError"),
        "strategy": ("Strategy", "StrategyError"),
    },
)
