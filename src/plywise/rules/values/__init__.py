"""What values are compared by: one line for utilities and estimates, what learned sums mean, tolerance, logarithm."""

from plywise.rules.values.learned_values import (
    LEARNED_UNIT,
    MOST_ROLLS,
    MOST_SUM,
    SUM_UNIT,
    Reading,
    estimate_scale,
    estimates_of,
    expected_lead,
    holder_of,
    sum_behind,
)
from plywise.rules.values.logarithm import natural_log
from plywise.rules.values.ranking import distinguishes, ranked_choices
from plywise.rules.values.scale import Scale
from plywise.rules.values.tolerance import RELATIVE_TOLERANCE, TOLERANCE, is_whole

__all__ = [
    "LEARNED_UNIT",
    "MOST_ROLLS",
    "MOST_SUM",
    "RELATIVE_TOLERANCE",
    "SUM_UNIT",
    "TOLERANCE",
    "Reading",
    "Scale",
    "distinguishes",
    "estimate_scale",
    "estimates_of",
    "expected_lead",
    "holder_of",
    "is_whole",
    "natural_log",
    "ranked_choices",
    "sum_behind",
]
