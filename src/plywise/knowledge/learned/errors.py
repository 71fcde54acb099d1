"""What is wrong with a file of knowledge, or with using it for a game."""

from plywise.rules import PlywiseError


class KnowledgeError(PlywiseError):
    """Learned knowledge is damaged, or made for other rules."""
