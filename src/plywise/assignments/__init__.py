"""A lecturer's file becomes a hand-out and an autograder; sheets of exercises; a whole class is graded."""

from typing import TYPE_CHECKING

from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.assignments.assignment import Assignment, AssignmentPart, read_assignment
    from plywise.assignments.checking import AssignmentError
    from plywise.assignments.folder import FolderProgress, GradedFolder, grade_folder
    from plywise.assignments.gradescope import write_autograder
    from plywise.assignments.handout import write_handout
    from plywise.assignments.marking import PartResult, SubmissionResult, grade_submission
    from plywise.assignments.submissions import Submission, file_in, find_submissions
    from plywise.assignments.tournaments import Tournament, hold_tournament

__all__ = [
    "Assignment",
    "AssignmentError",
    "AssignmentPart",
    "FolderProgress",
    "GradedFolder",
    "PartResult",
    "Submission",
    "SubmissionResult",
    "Tournament",
    "file_in",
    "find_submissions",
    "grade_folder",
    "grade_submission",
    "hold_tournament",
    "read_assignment",
    "write_autograder",
    "write_handout",
]

__getattr__ = lazy_names(  # each submission's process imports only what it needs
    __name__,
    {
        "assignment": ("Assignment", "AssignmentPart", "read_assignment"),
        "checking": ("AssignmentError",),
        "folder": ("FolderProgress", "GradedFolder", "grade_folder"),
        "gradescope": ("write_autograder",),
        "handout": ("write_handout",),
        "marking": ("PartResult", "SubmissionResult", "grade_submission"),
        "submissions": ("Submission", "file_in", "find_submissions"),
        "tournaments": ("Tournament", "hold_tournament"),
    },
)
