"""What rules that run only plainly do in a second, and what that costs."""

from typing import NamedTuple

COMPILED_PLY = 1e-6
"""Seconds that compiled rules take for a ply, as far as one figure can say it."""
TWICE = 2.0
"""A smaller factor isn't worth a word."""


class PlainSpeed(NamedTuple):
    """What plain rules do in a second of the processor."""

    games: float
    plies: float

    def tell(self) -> str:
        """Say what it costs that these rules run only plainly; nothing where it costs little."""
        factor = 1 / (COMPILED_PLY * self.plies)
        if factor < TWICE:
            return ""
        return (
            f" They play {_rounded(self.games)} random games a CPU second here; compiled rules, which usually take "
            f"about a microsecond a ply, would play about {_rounded(self.games * factor)}: {_rounded(factor)} times "
            "as many."
        )


def _rounded(number: float) -> str:
    """Write a figure with two digits: 0.38, 3.8, 38, 380, 38,000.

    >>> _rounded(38.4), _rounded(384567), _rounded(0.384)
    ('38', '380,000', '0.38')
    """
    return f"{float(f'{number:.2g}'):,.10g}"
