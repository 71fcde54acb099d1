"""The settings of an agent that models its opponent."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plywise.rules import PlywiseError

PRIOR = 5.0
"""How many games an equilibrium counts for in each information set."""


@dataclass(frozen=True, slots=True)
class Modelling:
    """How a modeller goes about it: `modeller:risk=0.2,prior=10`."""

    risk: float | None = None
    prior: float = PRIOR

    @classmethod
    def parse(cls, settings: Sequence[str]) -> "Modelling":
        """Read settings; refuses others.

        >>> Modelling.parse(["risk=0.2"])
        Modelling(risk=0.2, prior=5.0)
        """
        numbers: dict[str, float] = {}
        for setting in settings:
            name, _, figure = setting.partition("=")
            try:
                numbers[name] = float(figure)
            except ValueError:
                numbers[name] = math.nan
            is_known = (name == "risk" and numbers[name] >= 0) or (name == "prior" and numbers[name] > 0)
            if not is_known:
                raise PlywiseError(
                    f"A modeller has no setting '{setting}': it takes risk=NUMBER, in utilities a game, and "
                    "prior=NUMBER, above 0."
                )
        return cls(numbers.get("risk"), numbers.get("prior", PRIOR))
