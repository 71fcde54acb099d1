"""Logistic regression by Newton's method: which weights make the results of games most likely.

    chance of winning = 1 / (1 + exp(-(w1 x1 + w2 x2 + ...)))

A draw counts as half a win. There is no constant: a state in which nobody has more of anything is even. States of one
game share its result, so errors are added up by game before they are squared (the "sandwich" of White, 1980, and Liang
and Zeger, 1986). Forty lines of NumPy do what scikit-learn would, and give the errors, which it doesn't.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

ROUNDS = 50
CLOSE = 1e-9
"""When no weight moves by more than this, times its feature's spread, it is done."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Regression:
    """Weights in units of log-odds, and how uncertain they are: the variances, and covariances beside them."""

    weights: Floats
    covariance: Floats

    @property
    def errors(self) -> Floats:
        """The standard error of each weight."""
        return np.sqrt(np.maximum(0.0, np.diag(self.covariance)))

    def ratio(self, one: int, other: int) -> tuple[float, float]:
        """Return one weight divided by another, and the standard error of that (by the delta method).

        >>> fit = Regression(np.array([3.0, 1.0]), np.diag([0.09, 0.01]))
        >>> [round(figure, 3) for figure in fit.ratio(0, 1)]
        [3.0, 0.424]
        """
        above, below = self.weights[one], self.weights[other]
        slope = np.zeros(len(self.weights))
        slope[one], slope[other] = 1 / below, -above / below**2
        return float(above / below), float(np.sqrt(slope @ self.covariance @ slope))


def chances(amounts: Any, weights: Any) -> Floats:
    """Return the chance of winning in each state, by its features' amounts.

    >>> chances([[0.0], [1.0]], [np.log(3)]).round(2).tolist()
    [0.5, 0.75]
    """
    odds: Floats = np.clip(np.asarray(amounts, float) @ np.asarray(weights, float), -500, 500)
    return 1 / (1 + np.exp(-odds))


def regress(amounts: Any, results: Any, games: Any, ridge: float = 1e-3) -> Regression:
    """Fit weights to results from 0 (lost) to 1 (won); `games` numbers the game that each state comes from.

    `ridge` holds back weights of features that hardly vary: it counts as much as a state's own information would.

    >>> fit = regress([[1.0]] * 4 + [[-1.0]] * 4, [1, 1, 1, 0, 0, 0, 0, 1], range(8))
    >>> round(float(fit.weights[0]), 2)
    1.1
    """
    x, y, clusters = np.asarray(amounts, float), np.asarray(results, float), np.asarray(games)
    spread = np.sqrt((x**2).mean(axis=0))
    spread[spread == 0] = 1.0
    x = x / spread
    weights, penalty = np.zeros(x.shape[1]), ridge * np.eye(x.shape[1])
    for _ in range(ROUNDS):
        found = chances(x, weights)
        information = (x * (found * (1 - found))[:, None]).T @ x + penalty
        step = np.linalg.solve(information, x.T @ (y - found) - penalty @ weights)
        size = float(np.abs(step).max(initial=0.0))
        weights = weights + step * min(1.0, 2.0 / max(size, 1e-12))  # far steps overshoot where wins are certain
        if size < CLOSE:
            break
    found = chances(x, weights)
    inverse = np.linalg.inv((x * (found * (1 - found))[:, None]).T @ x + penalty)
    order = np.unique(clusters, return_inverse=True)[1]
    sums = np.zeros((order.max(initial=0) + 1, x.shape[1]))
    np.add.at(sums, order, x * (y - found)[:, None])
    scale = np.outer(spread, spread)
    return Regression(weights / spread, inverse @ (sums.T @ sums) @ inverse / scale)
