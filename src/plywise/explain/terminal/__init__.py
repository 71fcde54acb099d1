"""Boards, trees and bars in the terminal."""

from plywise.explain.terminal.bars import draw_ratios
from plywise.explain.terminal.board import draw_board
from plywise.explain.terminal.histogram import draw_histogram
from plywise.explain.terminal.tree import draw_tree

__all__ = [
    "draw_board",
    "draw_histogram",
    "draw_ratios",
    "draw_tree",
]
