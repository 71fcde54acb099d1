"""The workshop of solved tables: plans, enumerates, proves, writes, and verifies what was written."""

from plywise.solve.components import Component, find_components
from plywise.solve.job import Job, OnProgress, SolveProgress, solve

__all__ = ["Component", "Job", "OnProgress", "SolveProgress", "find_components", "solve"]
