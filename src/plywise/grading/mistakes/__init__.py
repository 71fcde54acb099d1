"""The usual mistakes, the wrong searches that make them, and which of them a student's answers look like."""

from plywise.grading.mistakes.diagnosis import (
    Diagnosis,
    diagnose,
    is_alike,
    is_same,
    reference,
    settled_by_source,
    trace_of,
)
from plywise.grading.mistakes.mistakes import LEFT_OVER, NO_VALUE, SAME_STATE, Mistake, mistakes_of
from plywise.grading.mistakes.variants import Variant, VariantTrace

__all__ = [
    "LEFT_OVER",
    "NO_VALUE",
    "SAME_STATE",
    "Diagnosis",
    "Mistake",
    "Variant",
    "VariantTrace",
    "diagnose",
    "is_alike",
    "is_same",
    "mistakes_of",
    "reference",
    "settled_by_source",
    "trace_of",
]
