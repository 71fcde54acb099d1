"""The workshop of solved tables: plans, enumerates, proves, writes, and verifies what was written."""

from typing import TYPE_CHECKING

from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.solve.components import Component, find_components
    from plywise.solve.dense import DenseJob, solve_tiers
    from plywise.solve.progress import OnProgress, SolveProgress
    from plywise.solve.solving import REACHABLE, Metric, is_by_tiers, solve_game

__all__ = [
    "REACHABLE",
    "Component",
    "DenseJob",
    "Metric",
    "OnProgress",
    "SolveProgress",
    "find_components",
    "is_by_tiers",
    "solve_game",
    "solve_tiers",
]

__getattr__ = lazy_names(
    __name__,
    {
        "components": ("Component", "find_components"),
        "dense": ("DenseJob", "solve_tiers"),
        "progress": ("OnProgress", "SolveProgress"),
        "solving": ("REACHABLE", "Metric", "is_by_tiers", "solve_game"),
    },
)
