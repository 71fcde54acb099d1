"""How far floats may stray and still count as what the rules mean: six times 1/6 is not quite 1.

>>> is_whole(0.29 * 100), is_whole(1 / 3 * 10)
(True, False)
"""

TOLERANCE = 1e-9
"""For sums of probabilities and utilities, and for differences of values."""

RELATIVE_TOLERANCE = 1e-15
"""For large whole numbers that come out of a multiplication: relative to the number itself."""


def is_whole(number: float) -> bool:
    """Whether a number, such as a utility times `utility_scale`, is meant to be whole; an infinite one isn't asked."""
    return abs(number - round(number)) <= max(TOLERANCE, RELATIVE_TOLERANCE * abs(number))
