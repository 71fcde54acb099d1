"""What can go wrong while a site is written."""

from plywise.rules import PlywiseError


class ExportError(PlywiseError):
    """A site can't be written: why, and what to do."""
