"""Compares a student's own search with the reference, and shows the first place where they differ."""

from plywise.grading.calling import StudentError
from plywise.grading.checks import SUBJECTS, CheckedName, CheckReport, GradedCheck, is_checked
from plywise.grading.exercises import ALGORITHMS, Exercise, GivenExercises, GradedAlgorithm, exercises, is_graded
from plywise.grading.marks import FaultyState, Mark
from plywise.grading.mistakes import Diagnosis, Mistake
from plywise.grading.report import GradeReport, grade

__all__ = [
    "ALGORITHMS",
    "SUBJECTS",
    "CheckReport",
    "CheckedName",
    "Diagnosis",
    "Exercise",
    "FaultyState",
    "GivenExercises",
    "GradeReport",
    "GradedAlgorithm",
    "GradedCheck",
    "Mark",
    "Mistake",
    "StudentError",
    "exercises",
    "grade",
    "is_checked",
    "is_graded",
]
