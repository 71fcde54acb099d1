"""States in which exactly one action keeps the value: proven, graded, and drawn from competent play."""

from plywise.report.puzzles.finding import find_puzzles
from plywise.report.puzzles.puzzle import Puzzle, PuzzleOptions

__all__ = ["Puzzle", "PuzzleOptions", "find_puzzles"]
