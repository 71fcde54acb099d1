"""The searches of a file that was graded, for tests that mark no other work."""

from pathlib import Path

from plywise.grading import GradeReport, grade


def grade_searches(file: Path, seconds: float = 5) -> list[GradeReport]:
    """Grade a file that defines searches on game trees and nothing else."""
    reports = grade(file, seconds=seconds)
    searches = [report for report in reports if isinstance(report, GradeReport)]
    assert len(searches) == len(reports)
    return searches
