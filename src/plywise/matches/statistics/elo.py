"""A score with its error bar, in points and in Elo.

The unit is never one game: games that share an opening and its dice are correlated, and only groups of them (a pair
with sides swapped) are independent. Between two players a pair scores 0, 1/4, 1/2, 3/4 or 1: how often each came up is
the pentanomial. A mean over pairs needs no draw model, and its error bar no assumption about what happens inside them.

>>> found = estimate_score({0.25: 20, 0.5: 50, 0.75: 30})
>>> f"{found.score:.3f} [{found.low:.3f}, {found.high:.3f}], Elo {found.elo:+.0f}"
'0.525 [0.490, 0.560], Elo +17'
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from plywise.matches.statistics.student import t_probability, t_quantile

LEVEL = 0.95
"""How probable it is that an error bar covers the truth."""

NORMALISED = 800 / math.log(10)
"""Normalised Elo for each standard deviation of a game's result that the score is above one half."""


def expected_score(elo: float) -> float:
    """Return the score that a difference in Elo predicts, by the logistic curve.

    >>> expected_score(0), round(expected_score(200), 3)
    (0.5, 0.76)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the difference in Elo that predicts a score; infinite where all or nothing is won.

    >>> elo_of(0.5), elo_of(1), round(elo_of(0.76))
    (0.0, inf, 200)
    """
    if score <= 0 or score >= 1:
        return math.inf if score >= 1 else -math.inf
    return 400 * math.log10(score / (1 - score)) + 0.0


@dataclass(frozen=True, slots=True)
class ScoreEstimate:
    """A mean score per game, between 0 and 1, measured on some units; its 95% bar goes from `low` to `high`."""

    units: int
    score: float
    deviation: float
    """The standard deviation of one unit's score."""
    low: float
    high: float
    superiority: float
    """How probable it is that the true score is above one half (LOS)."""

    @property
    def elo(self) -> float:
        """The score as a difference in Elo."""
        return elo_of(self.score)

    @property
    def elo_range(self) -> tuple[float, float]:
        """The bar in Elo; infinite on a side where the score may be all or nothing."""
        return elo_of(self.low), elo_of(self.high)

    @property
    def elo_error(self) -> float:
        """Half the bar's length in Elo: the figure after ±."""
        low, high = self.elo_range
        return (high - low) / 2

    @property
    def is_significant(self) -> bool:
        """Whether the bar excludes an even score."""
        return self.low > 0.5 or self.high < 0.5

    def normalised_elo(self, games: int) -> float:
        """Return the score above one half in standard deviations of a game's result, as Elo, for units of some games.

        Unlike Elo it says how many games a test needs, whatever the share of draws.
        """
        spread = self.deviation * math.sqrt(games)
        return NORMALISED * (self.score - 0.5) / spread if spread else 0.0


def estimate_score(counts: Mapping[float, int]) -> ScoreEstimate:
    """Return the mean of the units' scores with its bar; `counts` says how many units had each score.

    Few units, or units that are all alike, don't prove certainty: Student's distribution widens the bar of few, and
    the spread counts as no smaller than half a unit lost and half a unit won would make it.
    """
    units = sum(counts.values())
    if units == 0:
        return ScoreEstimate(0, 0.5, 0.0, 0.0, 1.0, 0.5)
    score = sum(value * count for value, count in counts.items()) / units
    squares = sum((value - score) ** 2 * count for value, count in counts.items())
    if units == 1:
        return ScoreEstimate(1, score, 0.0, 0.0, 1.0, 0.5)
    least = (score**2 + (1 - score) ** 2) / 2
    error = math.sqrt(max(squares, least) / (units - 1) / units)
    bar = error * t_quantile((1 + LEVEL) / 2, units - 1)
    return ScoreEstimate(
        units,
        score,
        math.sqrt(squares / (units - 1)),
        max(0.0, score - bar),
        min(1.0, score + bar),
        t_probability((score - 0.5) / error, units - 1),
    )
