"""How a shallow search predicts a deep one: the line that ProbCut uses, plain and compiled.

    v_deep = slope * v_shallow + offset + error       error: normal, of spread sigma; values to the player to move

>>> model = ShallowModel(deep=6, shallow=2, slope=1.0, offset=0.0, sigma=20.0)
>>> model.shallow_limit(100, threshold=1.5, side=1)
130.0
"""

import math
from dataclasses import dataclass

from plywise.rules.errors import PlywiseError


@dataclass(frozen=True, slots=True)
class ShallowModel:
    """What searches to depth `shallow` say of searches to depth `deep`; offset and sigma in units of evaluation."""

    deep: int
    shallow: int
    slope: float
    offset: float
    sigma: float

    def __post_init__(self) -> None:
        if not 0 < self.shallow < self.deep:
            raise PlywiseError(f"A model predicts a deeper search, not depth {self.deep} from {self.shallow}.")
        if not (0.01 <= self.slope <= 100 and 0 <= self.sigma < math.inf and math.isfinite(self.offset)):
            raise PlywiseError(
                f"A model needs a slope from 0.01 to 100, a finite offset and a sigma of 0 or more, "
                f"not {self.slope:g}, {self.offset:g} and {self.sigma:g}: fit it on more states."
            )

    def foretell(self, shallow_value: float) -> float:
        """Return the deep value to expect."""
        return self.slope * shallow_value + self.offset

    def shallow_limit(self, bound: float, threshold: float, side: int) -> float:
        """Return how large (side 1) or small (-1) a shallow value must be to put the deep one probably beyond a bound.

        `threshold` is how many sigmas beyond the bound the predicted value must be.
        """
        return (bound - self.offset + side * self.margin(threshold)) / self.slope

    def margin(self, threshold: float) -> float:
        """Return how far beyond a bound the predicted value must be."""
        return threshold * self.sigma


def error_rate(threshold: float) -> float:
    """Return how often a normal error exceeds this many sigmas on one side: the rate of wrong cuts a model claims.

    >>> round(error_rate(1.5), 4)
    0.0668
    """
    return 0.5 * math.erfc(threshold / math.sqrt(2))
