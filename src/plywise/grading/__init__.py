"""Holds a student's own search against the reference, and shows the first place where they part."""

from plywise.grading.calling import StudentError
from plywise.grading.exercises import ALGORITHMS, Algorithm, Exercise, exercises
from plywise.grading.marks import Mark, Place
from plywise.grading.mistakes import Diagnosis, Mistake
from plywise.grading.report import Report, grade

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Diagnosis",
    "Exercise",
    "Mark",
    "Mistake",
    "Place",
    "Report",
    "StudentError",
    "exercises",
    "grade",
]
