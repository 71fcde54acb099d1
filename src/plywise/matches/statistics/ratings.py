"""Ratings of several agents from who scored what against whom: Bradley and Terry's model, by maximum likelihood.

A draw counts as half a win. Two who met get one drawn game besides, so that whoever won everything has a finite rating.
The error bars are the "sandwich": how much the likelihood bends, and how much each unit of games pulls, as it was seen.
Units are independent of each other; games inside one may depend on each other in any way, and draws may be as common as
they like.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from plywise.matches.statistics.elo import LEVEL
from plywise.matches.statistics.student import t_quantile

Array: TypeAlias = Any
"""An array of NumPy, which is imported when ratings are asked for."""

SCALE = 400 / math.log(10)
"""Elo for each unit of the logistic curve's own."""

PRIOR = 1.0
"""Drawn games that count for any two who met, besides those that they played."""


class Comparison(NamedTuple):
    """What one agent scored against another in some games of a unit, as a mean between 0 and 1."""

    first: int
    second: int
    score: float
    games: float


@dataclass(frozen=True, slots=True)
class Rating:
    """An agent's Elo against the mean of all agents, with half the length of its 95% bar."""

    agent: int
    elo: float
    error: float


def fit_ratings(units: Sequence[Sequence[Comparison]], agents: int) -> list[Rating]:
    """Return the agents' ratings, the strongest first; infinite bars for whoever hasn't played.

    >>> fit_ratings([[Comparison(0, 1, 0.75, 2)], [Comparison(0, 1, 0.75, 2)]], 2)[0].elo > 0
    True
    """
    met = sorted({tuple(sorted((each.first, each.second))) for unit in units for each in unit})
    fit = _Fit([*units, *([Comparison(first, second, 0.5, PRIOR)] for first, second in met)], agents)
    strengths = fit.strongest()
    errors = fit.errors(strengths)
    played = {agent for pair in met for agent in pair}
    bar = SCALE * t_quantile((1 + LEVEL) / 2, max(1, len(units) - agents + 1))
    found = [
        Rating(agent, SCALE * float(strengths[agent]), bar * errors[agent] if agent in played else math.inf)
        for agent in range(agents)
    ]
    return sorted(found, key=lambda rating: -rating.elo)


class _Fit:
    """All comparisons as columns, and what follows from them for given strengths."""

    def __init__(self, units: Sequence[Sequence[Comparison]], agents: int) -> None:
        import numpy as np

        rows = [(number, *each) for number, unit in enumerate(units) for each in unit]
        unit, first, second, score, games = map(np.array, zip(*rows, strict=True)) if rows else [np.zeros(0)] * 5
        self.np, self.agents, self.units = np, agents, len(units)
        self.unit, self.first, self.second = (column.astype(int) for column in (unit, first, second))
        self.score, self.games = score, games

    def strongest(self) -> Array:
        """Return the strengths that make the results most likely; their mean is 0."""
        np, strengths = self.np, self.np.zeros(self.agents)
        for _ in range(100):
            pulls, bend = self.derivatives(strengths)
            step = self.inverse(bend) @ pulls.sum(axis=0)
            largest = float(np.abs(step).max(initial=0.0))
            strengths = strengths + step / max(1.0, largest)
            if largest < 1e-10:
                break
        return strengths - strengths.mean()

    def derivatives(self, strengths: Array) -> tuple[Array, Array]:
        """Return how each unit pulls at each strength, and the matrix of how the likelihood bends."""
        np, first, second = self.np, self.first, self.second
        expected = 1 / (1 + np.exp(strengths[second] - strengths[first]))
        pull, bends = self.games * (self.score - expected), self.games * expected * (1 - expected)
        pulls, bend = np.zeros((self.units, self.agents)), np.zeros((self.agents, self.agents))
        for one, other, sign in ((first, second, 1), (second, first, -1)):
            np.add.at(pulls, (self.unit, one), sign * pull)
            np.add.at(bend, (one, one), bends)
            np.add.at(bend, (one, other), -bends)
        return pulls, bend

    def inverse(self, bend: Array) -> Array:
        """Return the inverse as far as there is one: that all strengths grow alike changes nothing.

        Rounding makes the eigenvalue of that direction not quite 0: it must not be taken for one that counts.
        """
        return self.np.linalg.pinv(bend, rcond=1e-9, hermitian=True)

    def errors(self, strengths: Array) -> list[float]:
        """Return the standard errors of the strengths."""
        pulls, bend = self.derivatives(strengths)
        inverse = self.inverse(bend)
        covariance = inverse @ (pulls.T @ pulls) @ inverse * self.units / max(1, self.units - 1)
        return [math.sqrt(max(0.0, float(variance))) for variance in self.np.diag(covariance)]
