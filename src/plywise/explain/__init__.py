"""Turns decisions and traces into words, trees and pictures."""

from plywise.explain.bars import draw_ratios
from plywise.explain.board import draw_board
from plywise.explain.explaining import explain_state
from plywise.explain.explanation import Explanation
from plywise.explain.plot import Pair, plot_ratios, tell_ratio
from plywise.explain.tree import Branch, draw_tree, grow
from plywise.explain.words import tell_choice, tell_outcome, tell_value, verdict

__all__ = [
    "Branch",
    "Explanation",
    "Pair",
    "draw_board",
    "draw_ratios",
    "draw_tree",
    "explain_state",
    "grow",
    "plot_ratios",
    "tell_choice",
    "tell_outcome",
    "tell_ratio",
    "tell_value",
    "verdict",
]
