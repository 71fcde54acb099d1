"""Games small enough to be solved: every state's value, and what it says of the rules."""

from plywise.report.solved.exact import (
    ExactCourse,
    ExactOpening,
    ExactReport,
    drawn_choices,
    follow_exactly,
    report_exactly,
)
from plywise.report.solved.plain import PlainSolution, solve_plainly
from plywise.report.solved.solution import SolvedAction, StateSolution, best_actions
from plywise.report.solved.tabled import TableSolution, solve_game_wholly

__all__ = [
    "ExactCourse",
    "ExactOpening",
    "ExactReport",
    "PlainSolution",
    "SolvedAction",
    "StateSolution",
    "TableSolution",
    "best_actions",
    "drawn_choices",
    "follow_exactly",
    "report_exactly",
    "solve_game_wholly",
    "solve_plainly",
]
