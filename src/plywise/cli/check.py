"""`plywise check`: the rules doctor's report."""


def check() -> None:
    """Placeholder."""
