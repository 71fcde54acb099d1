"""What can go wrong with those who choose actions."""

from plywise.rules import PlywiseError


class EngineError(PlywiseError):
    """An engine can't go on: it hangs, died, floods its output, or plays what isn't legal."""
