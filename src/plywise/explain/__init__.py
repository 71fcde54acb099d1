"""Turns decisions and traces into words, trees and pictures."""

from plywise.explain.board import draw_board
from plywise.explain.tree import Branch, draw_tree, grow
from plywise.explain.words import tell_choice, tell_outcome, tell_value, verdict

__all__ = ["Branch", "draw_board", "draw_tree", "grow", "tell_choice", "tell_outcome", "tell_value", "verdict"]
