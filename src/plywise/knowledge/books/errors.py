"""What is wrong with an opening book, or with using it for a game."""

from plywise.rules import PlywiseError


class BookError(PlywiseError):
    """An opening book is damaged, or made for other rules."""
