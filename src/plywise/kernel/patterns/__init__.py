"""Learned patterns in compiled code: the evaluation slot of a search, and self-play that learns."""

from plywise.kernel.patterns.recorded_play import RecordedGame, RecordedPlay
from plywise.kernel.patterns.rows import RowPlan
from plywise.kernel.patterns.self_play import ContestScore, LearningRates, SelfPlay, WeightTable, require_learnable
from plywise.kernel.patterns.shape import PatternShape, describe_shape
from plywise.kernel.patterns.text import rows_text
from plywise.kernel.patterns.weights import PatternWeights

__all__ = [
    "ContestScore",
    "LearningRates",
    "PatternShape",
    "PatternWeights",
    "RecordedGame",
    "RecordedPlay",
    "RowPlan",
    "SelfPlay",
    "WeightTable",
    "describe_shape",
    "require_learnable",
    "rows_text",
]
