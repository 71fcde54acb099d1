"""Means and shares with their error bars, whether two of them differ, and how many games it takes to see it.

>>> found = estimate_share(18, 24)
>>> f"{found.value:.2f} [{found.low:.2f}, {found.high:.2f}] of {found.games} games"
'0.75 [0.55, 0.88] of 24 games'
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from plywise.matches.statistics.elo import LEVEL, ScoreEstimate, estimate_score
from plywise.matches.statistics.student import t_probability, t_quantile

POWER = 0.8
"""How often a difference should be seen where there is one."""
MOST_GAMES = 10**9
"""No more games than this are ever asked for."""


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """A mean of one figure a game, or a share of games; its 95% bar goes from `low` to `high`."""

    games: int
    value: float
    low: float
    high: float
    deviation: float
    """The standard deviation of one game's figure, as tests should take it: never quite 0."""

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / math.sqrt(self.games) if self.games else math.inf

    def to_data(self) -> dict[str, Any]:
        """Return the estimate as JSON holds it."""
        return {
            "value": round(self.value, 6),
            "low": round(self.low, 6),
            "high": round(self.high, 6),
            "games": self.games,
        }


def estimate_mean(values: Sequence[float], step: float = 1.0) -> MeanEstimate | None:
    """Return the mean of one figure a game; None without games.

    `step` is how far two games differ at least, if they do. Games that are all alike don't prove that all games are:
    the spread counts as no smaller than if half a game had been off by a step.

    >>> found = estimate_mean([7, 8, 9, 8])
    >>> found.value, round(found.low, 1), round(found.high, 1)
    (8.0, 6.7, 9.3)
    """
    games = len(values)
    if games < 2:
        return MeanEstimate(1, values[0], -math.inf, math.inf, step) if values else None
    mean = math.fsum(values) / games
    squares = max(math.fsum((value - mean) ** 2 for value in values), step * step / 2)
    deviation = math.sqrt(squares / (games - 1))
    bar = t_quantile((1 + LEVEL) / 2, games - 1) * deviation / math.sqrt(games)
    return MeanEstimate(games, mean, mean - bar, mean + bar, deviation)


def estimate_share(hits: int, games: int) -> MeanEstimate | None:
    """Return how large the share of games is in which something happens (Wilson's bar); None without games.

    >>> round(estimate_share(0, 100).high, 3)
    0.037
    """
    if not games:
        return None
    normal = NormalDist().inv_cdf((1 + LEVEL) / 2)
    share, square = hits / games, normal * normal
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = normal * math.sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    probable = (hits + 1) / (games + 2)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return MeanEstimate(games, share, min(low, share), max(high, share), math.sqrt(probable * (1 - probable)))


def estimate_points(points: Sequence[float]) -> MeanEstimate | None:
    """Return the mean score of games, or of other units, each between 0 and 1; None without any.

    >>> round(estimate_points([1.0] * 20).low, 2)
    0.92
    """
    if not points:
        return None
    counts: dict[float, int] = {}
    for each in points:
        counts[each] = counts.get(each, 0) + 1
    return mean_of_score(estimate_score(counts))


def mean_of_score(found: ScoreEstimate) -> MeanEstimate:
    """Return a score as a mean; its spread counts as no smaller than half a unit lost and half a unit won make it."""
    least = (found.score**2 + (1 - found.score) ** 2) / 2
    deviation = max(found.deviation, math.sqrt(least / max(1, found.units - 1)))
    return MeanEstimate(found.units, found.score, found.low, found.high, deviation)


@dataclass(frozen=True, slots=True)
class Contrast:
    """How two means differ: the second less the first, its 95% bar, and how probable so much is by chance alone."""

    value: float
    low: float
    high: float
    chance: float
    """How often as large a difference comes up where there is none (Welch's test, on both sides)."""
    games_needed: int
    """Games of each that would show a difference of this size, four times in five."""
    smallest_seen: float
    """The smallest difference that this number of games would show, four times in five."""


def contrast_means(first: MeanEstimate, second: MeanEstimate, tests: int = 1) -> Contrast:
    """Compare two means that were measured independently; what it takes to see them differ counts all `tests` made.

    >>> found = contrast_means(estimate_share(60, 100), estimate_share(80, 100))
    >>> f"{found.value:+.2f} [{found.low:+.2f}, {found.high:+.2f}], {found.chance:.3f}, {found.games_needed} games"
    '+0.20 [+0.07, +0.33], 0.002, 80 games'
    """
    value = second.value - first.value
    parts = [first.error**2, second.error**2]
    error = math.sqrt(sum(parts))
    freedom = _freedom(parts, [first.games, second.games])
    bar = error * t_quantile((1 + LEVEL) / 2, freedom)
    chance = 2 * t_probability(-abs(value) / error, freedom)
    spread = first.deviation**2 + second.deviation**2
    needed = games_to_see(value, spread, tests)
    return Contrast(value, value - bar, value + bar, chance, needed, error * _both_quantiles(tests))


def games_to_see(difference: float, variance: float, tests: int = 1) -> int:
    """Return how many games of each of two show a difference four times in five, by the variances of both, added up.

    Where several tests are made, each is allowed its part of the error rate.

    >>> games_to_see(0.1, 0.5), games_to_see(0.0, 0.5) == MOST_GAMES
    (393, True)
    """
    errors = _both_quantiles(tests)
    if abs(difference) * math.sqrt(MOST_GAMES) <= errors * math.sqrt(variance):
        return MOST_GAMES
    return max(2, math.ceil(variance * (errors / difference) ** 2))


def adjust_chances(chances: Sequence[float]) -> list[float]:
    """Return what each of several tests' chances comes to when all of them are made (Holm's correction).

    >>> [round(each, 2) for each in adjust_chances([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    adjusted, largest = [0.0] * len(chances), 0.0
    for place, number in enumerate(sorted(range(len(chances)), key=lambda each: chances[each])):
        largest = max(largest, min(1.0, (len(chances) - place) * chances[number]))
        adjusted[number] = largest
    return adjusted


def _freedom(parts: Sequence[float], games: Sequence[int]) -> int:
    """Return the degrees of freedom of a difference (Welch and Satterthwaite)."""
    below = sum(part**2 / max(1, count - 1) for part, count in zip(parts, games, strict=True))
    return max(1, int(sum(parts) ** 2 / below)) if below else 1


def _both_quantiles(tests: int) -> float:
    """Return how many standard errors a difference must have to be seen as often as POWER says."""
    normal = NormalDist()
    return normal.inv_cdf(1 - (1 - LEVEL) / (2 * tests)) + normal.inv_cdf(POWER)
