"""Simulated pairs of games between players of known strength: openings favour one side, and so pairs are correlated."""

import math
import random
from collections import defaultdict
from itertools import product

from plywise.matches.statistics import expected_score

DRAWS = 200.0
"""By how much Elo a player must be better to win as often as to draw."""


def chances(elo: float) -> tuple[float, float, float]:
    """Return how probable a loss, a draw and a win are (Rao and Kupper's model)."""
    win, loss = expected_score(elo - DRAWS), expected_score(-elo - DRAWS)
    return loss, 1 - win - loss, win


def pair_chances(elo: float, biases: tuple[float, ...] = (-300.0, 0.0, 300.0)) -> dict[float, float]:
    """Return how probable each score of a pair is, where the opening favours one side by one of these, at random."""
    found: defaultdict[float, float] = defaultdict(float)
    for bias in biases:
        first, second = chances(elo + bias), chances(elo - bias)
        for one, two in product(range(3), repeat=2):
            found[(one + two) / 4] += first[one] * second[two] / len(biases)
    return dict(found)


def mean(shares: dict[float, float]) -> float:
    return sum(score * share for score, share in shares.items())


def strength_for(score: float) -> float:
    """Return the strength in this model whose pairs score this on average."""
    low, high = -2000.0, 2000.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if mean(pair_chances(middle)) < score else (low, middle)
    return low


def draw_pairs(shares: dict[float, float], count: int, seed: int) -> list[float]:
    chooser = random.Random(seed)
    return chooser.choices(list(shares), list(shares.values()), k=count)


def true_elo(shares: dict[float, float]) -> float:
    score = mean(shares)
    return 400 * math.log10(score / (1 - score))
