"""Commands for who learns or teaches: explanations, trees, the gallery, and the grading of a student's search."""

from plywise.cli.commands.teach.explain import explain as explain_command
from plywise.cli.commands.teach.gallery import gallery as gallery_command
from plywise.cli.commands.teach.grade import grade as grade_command
from plywise.cli.commands.teach.tree import tree as tree_command

__all__ = ["explain_command", "gallery_command", "grade_command", "tree_command"]
