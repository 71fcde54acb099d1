"""Turns decisions and traces into words, trees and pictures."""

from plywise.explain.explaining import explain_state
from plywise.explain.explaining_hidden import StatedPolicy, explain_hidden, odds_in_words
from plywise.explain.explanation import Explanation
from plywise.explain.prose import tell_choice, tell_count, tell_outcome, tell_value, tell_worth, verdict
from plywise.explain.svg import Interval, Ladder, Pair, plot_intervals, plot_ladders, plot_ratios, tell_ratio
from plywise.explain.terminal import draw_board, draw_ratios, draw_tree
from plywise.explain.trace import TreeBranch, grow

__all__ = [
    "Explanation",
    "Interval",
    "Ladder",
    "Pair",
    "StatedPolicy",
    "TreeBranch",
    "draw_board",
    "draw_ratios",
    "draw_tree",
    "explain_hidden",
    "explain_state",
    "grow",
    "odds_in_words",
    "plot_intervals",
    "plot_ladders",
    "plot_ratios",
    "tell_choice",
    "tell_count",
    "tell_outcome",
    "tell_ratio",
    "tell_value",
    "tell_worth",
    "verdict",
]
