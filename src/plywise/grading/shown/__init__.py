"""Shows a student's own recursion beside the reference, at the first step where they differ."""

from plywise.grading.shown.alone import search_beside
from plywise.grading.shown.beside import Beside, put_beside, put_mark_beside
from plywise.grading.shown.checked import grow_checked
from plywise.grading.shown.page import to_page

__all__ = ["Beside", "grow_checked", "put_beside", "put_mark_beside", "search_beside", "to_page"]
