"""What is graded by checks: max^n, Monte Carlo tree search, evaluations, and games of students' own."""

from typing import TypeGuard

from plywise.grading.checks.check import CheckReport, GradedCheck, MarkedTree
from plywise.grading.checks.evaluations import EvaluationSubject
from plywise.grading.checks.own_games import OwnGameSubject
from plywise.grading.checks.simulations import SimulationSubject
from plywise.grading.checks.subject import UNTRIED, CheckedName, Subject, TaskAnswer
from plywise.grading.checks.vectors import VectorSubject

SUBJECTS: dict[CheckedName, Subject] = {
    "max-n": VectorSubject(),
    "monte-carlo-tree-search": SimulationSubject(),
    "evaluation": EvaluationSubject(),
    "game": OwnGameSubject(),
}
"""By name, in the order in which they are reported."""


def is_checked(name: str) -> TypeGuard[CheckedName]:
    """Whether work of this name is graded by checks.

    >>> is_checked("max-n"), is_checked("minimax")
    (True, False)
    """
    return name in SUBJECTS


__all__ = [
    "SUBJECTS",
    "UNTRIED",
    "CheckReport",
    "CheckedName",
    "GradedCheck",
    "MarkedTree",
    "Subject",
    "TaskAnswer",
    "is_checked",
]
