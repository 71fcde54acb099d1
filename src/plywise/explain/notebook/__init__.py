"""How a notebook shows games, states, records and decisions: as pictures and tables, never as scripts."""

from plywise.explain.notebook.board import draw_board_picture
from plywise.explain.notebook.bundles import bundle

__all__ = ["bundle", "draw_board_picture"]
