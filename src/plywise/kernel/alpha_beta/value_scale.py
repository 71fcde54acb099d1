"""Values as whole numbers: what the compiled search counts in.

    lost          estimates            won
    ----|-----------------------------|----       as in rules.Scale, in steps
      -top            0             +top

An estimate takes `per_unit` steps a unit, a power of two, so that floats lose nothing that matters. Beyond `top`, each
half of the least utility takes ROOM steps, of which the plies to the end take up to MAX_DEPTH: a sooner win is worth
more than a later one, and never as much as a larger one. Solved tables know longer ways: they take TABLE_ROOM.
"""

import math
from dataclasses import dataclass

from plywise.rules import LEARNED_UNIT, MOST_SUM, SUM_UNIT, Game, Scale, SearchError, expected_lead

ROOM = 512
TABLE_ROOM = 1 << 16
MAX_DEPTH = 250
"""How deep the compiled search looks; a depth has eight bits in the table."""

FINEST = 1 << 16
MOST = 1 << 30
"""A value has 32 bits in the table."""


@dataclass(frozen=True, slots=True)
class Worth:
    """A value in the game's own terms: a utility, with the plies until it comes, or an estimate."""

    value: float
    is_utility: bool
    distance: int | None = None


class ValueScale:
    """A game's utilities and evaluations in steps, and back."""

    def __init__(self, game: Game, distances: bool, room: int = ROOM, is_learned: bool = False) -> None:
        self.game, self.distances, self.room, self.is_learned = game, distances, room, is_learned
        self.scale = Scale(game, has_estimates=True) if is_learned else Scale(game)
        self.fine = 2 * int(game.utility_scale)
        if not all(map(math.isfinite, game.utility_range)):
            raise SearchError(f"Declare a finite utility_range for {game.name}: the compiled search relies on it.")
        low, high = (self._lead(utility) for utility in game.utility_range)
        widest = max(abs(low), abs(high), 1) * room
        limit = game.evaluation_limit if self.scale.stretched else 0
        limit = MOST_SUM * SUM_UNIT // LEARNED_UNIT if is_learned else limit
        if widest + limit >= MOST:
            raise SearchError(
                f"{game.name}'s values don't fit the compiled search: "
                "declare a smaller utility_range, utility_scale or evaluation_limit."
            )
        self.per_unit = LEARNED_UNIT if is_learned else 1
        while limit and not is_learned and self.per_unit < FINEST and 2 * self.per_unit * limit + widest < MOST:
            self.per_unit *= 2
        self.per_margin = self.per_unit if self.scale.stretched else self.fine * room
        """Steps by which values differ that are a unit of `evaluate` apart: one of utility where that is its unit."""
        self.top = math.ceil(limit * self.per_unit)
        self.low, self.high = self.of_lead(low), self.of_lead(high)
        self.best = min(self.high, -self.low)

    def _lead(self, utility: float) -> int:
        """Return by how much a utility is above a draw's, in halves of the least utility."""
        lead = (utility - self.scale.middle) * self.fine
        if lead != round(lead):
            raise SearchError(
                f"{self.game.name}'s utilities times utility_scale aren't whole numbers: declare a fitting one."
            )
        return round(lead)

    def of_lead(self, lead: int) -> int:
        """Place a lead over a draw on the line of values, at no distance."""
        return lead * self.room + (lead > 0) * self.top - (lead < 0) * self.top

    def worth(self, steps: int) -> Worth:
        """Return what a value stands for; 0 is taken for a draw."""
        if steps == 0 or abs(steps) > self.top:
            beyond = max(0, abs(steps) - self.top)
            lead = -(-beyond // self.room)
            distance = lead * self.room - beyond if self.distances and lead else None
            utility = self.scale.middle + math.copysign(lead, steps) / self.fine
            return Worth(int(utility) if utility == int(utility) else utility, True, distance)
        return Worth(self.estimate(steps), False)

    def estimate(self, steps: int) -> float:
        """Return the estimate that a number of steps stands for; a learned sum becomes an expected utility."""
        if self.is_learned:
            return expected_lead(self.game, steps)
        value = steps / self.per_unit
        return int(value) if value == int(value) else value
