"""A sequential test: play until it is clear which of two differences in Elo fits better, and no longer.

The generalised sequential probability ratio test, as Fishtest runs it (Van den Bergh, 2019). Under each hypothesis the
shares of the units' scores are those that fit the results best among all whose mean is the hypothesis's score:

    p_i = f_i / (1 + x (v_i - s))       f_i the share seen of value v_i, s the mean, x such that the p_i add up to 1

The logarithm of the ratio of both likelihoods (LLR) walks up or down, until it leaves the bounds that the error rates
give (Wald). Nothing is assumed about draws, or about how the games of a pair depend on each other.

>>> test = SequentialTest.parse("elo0=0,elo1=5")
>>> f"{test.lower:.2f} {test.upper:.2f} {test.llr({0.25: 200, 0.5: 500, 0.75: 300}):.2f}"
'-2.94 2.94 4.94'
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from plywise.matches.statistics.elo import expected_score
from plywise.rules import PlywiseError

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)
RARE = 1e-3
"""How often a score counts that hasn't come up yet, so that none is impossible."""


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Whether a difference in Elo is rather `elo1` than `elo0`, with the error rates `alpha` and `beta`.

    `alpha` is how often elo1 is accepted though elo0 is true, `beta` how often the other way round.
    """

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise PlywiseError(f"A test needs elo0 below elo1, not {self.elo0:g} and {self.elo1:g}.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise PlywiseError(f"Error rates are between 0 and 0.5, not {self.alpha:g} and {self.beta:g}.")

    @classmethod
    def parse(cls, text: str) -> "SequentialTest":
        """Read a test such as `elo0=0,elo1=5`, with `alpha` and `beta` where they aren't 0.05."""
        given: dict[str, float] = {}
        for part in text.split(","):
            name, _, figure = part.strip().partition("=")
            try:
                number = float(figure)
            except ValueError:
                number = math.nan
            if name not in cls.__dataclass_fields__ or name in given or not math.isfinite(number):
                raise PlywiseError(f"'{part.strip()}' is no part of a test: write it as elo0=0,elo1=5.")
            given[name] = number
        return cls(**given)

    def __str__(self) -> str:
        return f"elo0={self.elo0:g},elo1={self.elo1:g},alpha={self.alpha:g},beta={self.beta:g}"

    @property
    def lower(self) -> float:
        """The LLR at which elo0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Mapping[float, int]) -> float:
        """Return how much better elo1 fits than elo0, as the logarithm of a ratio; `counts` as in `estimate_score`."""
        return likelihood_ratio(counts, expected_score(self.elo0), expected_score(self.elo1))

    def verdict(self, llr: float) -> str:
        """Return which hypothesis is accepted at an LLR, "elo0" or "elo1"; nothing while the test goes on."""
        return "elo1" if llr >= self.upper else "elo0" if llr <= self.lower else ""


def likelihood_ratio(counts: Mapping[float, int], score0: float, score1: float) -> float:
    """Return the logarithm of the ratio of likelihoods of two means; 0 where nothing was played."""
    if not sum(counts.values()):
        return 0.0
    seen = {value: counts.get(value, 0) or RARE for value in sorted({*PENTANOMIAL, *counts})}
    total = sum(seen.values())
    shares = [(value, count / total) for value, count in seen.items()]
    tilt0, tilt1 = (_tilt(shares, score) for score in (score0, score1))
    return total * sum(
        share * (math.log1p(tilt0 * (value - score0)) - math.log1p(tilt1 * (value - score1))) for value, share in shares
    )


def _tilt(shares: list[tuple[float, float]], score: float) -> float:
    """Return the x for which the tilted shares have this mean, by Newton's steps within bounds that close in.

    The mean falls as x grows. At the bounds the share of the lowest or highest value would be infinite.
    """
    low, high = -1 / (shares[-1][0] - score), -1 / (shares[0][0] - score)
    x = 0.0
    for _ in range(100):
        excess = slope = 0.0
        for value, share in shares:
            part = (value - score) / (1 + x * (value - score))
            excess += share * part
            slope += share * part * part
        low, high = (x, high) if excess > 0 else (low, x)
        step = x + excess / slope
        after = step if low < step < high else (low + high) / 2
        if abs(after - x) < 1e-12 * (1 + abs(x)):
            return after
        x = after
    return x
