"""Measuring: how many states a compiled search visits and how fast, and what each enhancement is worth."""

from plywise.lab.ablation import Ablation, AblationProgress, AblationRow
from plywise.lab.bench import BenchRow, bench, depth_within, signature
from plywise.lab.counting import count_lines, counter, perft
from plywise.lab.openings import random_openings
from plywise.lab.sample import TABLE_MB, StateSample, measure

__all__ = [
    "TABLE_MB",
    "Ablation",
    "AblationProgress",
    "AblationRow",
    "BenchRow",
    "StateSample",
    "bench",
    "count_lines",
    "counter",
    "depth_within",
    "measure",
    "perft",
    "random_openings",
    "signature",
]
