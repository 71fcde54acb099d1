"""Sheets of random trees with blanks to fill in, and their solutions: as SVG, HTML and PDF."""

from plywise.assignments.sheets.drawing import draw_tree_with_blanks
from plywise.assignments.sheets.filled import FilledNode, fill_in
from plywise.assignments.sheets.pages import write_page
from plywise.assignments.sheets.printing import PrintError, find_browser, print_pdf
from plywise.assignments.sheets.sheet import Sheet, SheetOptions, make_sheet, write_sheet

__all__ = [
    "FilledNode",
    "PrintError",
    "Sheet",
    "SheetOptions",
    "draw_tree_with_blanks",
    "fill_in",
    "find_browser",
    "make_sheet",
    "print_pdf",
    "write_page",
    "write_sheet",
]
