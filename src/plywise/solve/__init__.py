"""The workshop of solved tables: plans, enumerates, proves, writes, and verifies what was written."""

from plywise.solve.components import Component, find_components
from plywise.solve.dense import DenseJob, solve
from plywise.solve.progress import OnProgress, SolveProgress

__all__ = ["Component", "DenseJob", "OnProgress", "SolveProgress", "find_components", "solve"]
