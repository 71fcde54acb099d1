"""A report as one HTML page, with plots."""

from plywise.report.page.page import draw_page

__all__ = ["draw_page"]
