"""Tables of games with chance: what each state is worth with best play, exactly or to a stated error."""

from plywise.solve.expected.job import solve_expected

__all__ = [
    "solve_expected",
]
