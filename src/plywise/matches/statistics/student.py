"""Student's distribution: how far a mean of a few numbers may be from the truth, where their spread is a guess as well.

With the angle a = atan(x / sqrt(f)) its density is cos(a) ** (f - 1), up to a constant: smooth, on a short range.

>>> round(t_quantile(0.975, 1), 2), round(t_quantile(0.975, 10), 3), round(t_quantile(0.975, 9999), 3)
(12.71, 2.228, 1.96)
"""

import math
from functools import lru_cache
from statistics import NormalDist

NORMAL = 5000
"""Degrees of freedom from which on it is the normal distribution, to four digits."""

STEPS = 200
"""Of Simpson's rule, an even number."""


@lru_cache(maxsize=4096)
def t_probability(x: float, freedom: int) -> float:
    """Return how probable a value of at most x is, with some degrees of freedom.

    >>> t_probability(0.0, 3), round(t_probability(1.0, 1), 9)
    (0.5, 0.75)
    """
    if freedom >= NORMAL:
        return NormalDist().cdf(x)
    angle = math.atan(x / math.sqrt(freedom))
    step = angle / STEPS
    weights = (1 if at in (0, STEPS) else 4 if at % 2 else 2 for at in range(STEPS + 1))
    area = sum(weight * math.cos(at * step) ** (freedom - 1) for at, weight in enumerate(weights)) * step / 3
    whole = math.sqrt(math.pi) * math.exp(math.lgamma(freedom / 2) - math.lgamma((freedom + 1) / 2))
    return min(1.0, max(0.0, 0.5 + area / whole))


@lru_cache(maxsize=4096)
def t_quantile(probability: float, freedom: int) -> float:
    """Return the x that a value stays below with this probability, at least 0.5."""
    if freedom >= NORMAL:
        return NormalDist().inv_cdf(probability)
    low, high = 0.0, 1.0
    while t_probability(high, freedom) < probability:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if t_probability(middle, freedom) < probability else (low, middle)
    return (low + high) / 2
