"""What is checked, one function a check, in the order of the table."""

from plywise.doctor.checks.actions import unhashable_complaint
from plywise.doctor.checks.criteria import evaluation_correlation, evaluation_cost, evaluation_order
from plywise.doctor.checks.table import CHECKS, COMPILED, COMPILING, DECLARED, FURTHER, Check

__all__ = [
    "CHECKS",
    "COMPILED",
    "COMPILING",
    "DECLARED",
    "FURTHER",
    "Check",
    "evaluation_correlation",
    "evaluation_cost",
    "evaluation_order",
    "unhashable_complaint",
]
