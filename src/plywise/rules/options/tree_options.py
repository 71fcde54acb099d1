"""How a tree of simulations grows: the weights of UCT, and how outcomes are counted.

>>> from plywise.rules.game import Game
>>> weights = TreeOptions(margin=0.25).weigh(Game())
>>> weights.score(1), weights.score(0)
(1.0, 0.0)
>>> TreeOptions(exploration=-1)
Traceback (most recent call last):
plywise.rules.errors.SearchError: exploration=-1 is no weight: give 0 or more, 0.7 if in doubt.
"""

import math
from dataclasses import dataclass, fields

from plywise.rules.errors import SearchError
from plywise.rules.game import Game


@dataclass(frozen=True, slots=True)
class TreeOptions:
    """The weights of UCT; with those given here it is UCB1 alone, as the textbook has it."""

    exploration: float = 0.7
    """How much a seldom tried action is preferred, in units of half the range of utilities; more looks wider."""
    rave: float = 0.0
    """After how many visits an action's own mean counts as much as its mean over all simulations in which it was
    played later (all moves as first); 0 for no such mean."""
    fpu: float = math.inf
    """What an action not tried yet is taken to be worth (first-play urgency): 0 for a draw, 1 for a win. Infinite:
    every action is tried once before any is tried again."""
    bias: float = 0.0
    """For how many such simulations the order of the game's `rank` counts, before there are any."""
    trust: float = 0.0
    """For how many such simulations learned estimates count, before there are any; without learned knowledge, none."""
    margin: float = 1.0
    """How much of an outcome is its size; the rest is whether it is a win. For games between two without dice."""

    def __post_init__(self) -> None:
        for each in fields(self):
            weight = getattr(self, each.name)
            is_weight = isinstance(weight, int | float) and not math.isnan(weight)
            if each.name == "fpu":
                if not is_weight or weight < -1:
                    raise SearchError(f"fpu={weight} is no worth: give -1 (a loss) or more, infinite to try all first.")
            elif not is_weight or not 0 <= weight < math.inf:
                raise SearchError(f"{each.name}={weight} is no weight: give 0 or more, {each.default} if in doubt.")
        if self.margin > 1:
            raise SearchError(f"margin={self.margin} is no share: give 0 to 1.")

    def weigh(self, game: Game) -> "TreeWeights":
        """Return the weights in units of a game's utilities."""
        low, high = game.utility_range
        half, middle = (high - low) / 2, game.draw_utility
        first = middle + self.fpu * half
        margin = self.margin if game.evaluates_in_own_unit else 1.0
        return TreeWeights(
            self.exploration * (high - low) / 2,
            self.rave,
            first,
            first if first < math.inf else middle,
            int(self.bias) if game.offers("rank") else 0,
            int(self.trust),
            middle,
            half,
            margin,
            (1 - margin) * half,
        )


@dataclass(frozen=True, slots=True)
class TreeWeights:
    """What a tree counts with, in units of utility."""

    bonus: float
    rave: float
    first: float
    """What an action not tried yet is taken to be worth."""
    prior: float
    """What the mean of all moves as first starts from, as if it had been seen once."""
    bias: int
    trust: int
    middle: float
    half: float
    margin: float
    win: float
    """What a win, however small, counts for beyond its share of the margin."""

    def ranked(self, place: int, count: int) -> float:
        """Return what a place in the order of `rank` counts for: half a win for the first, half a loss for the last."""
        return self.middle + self.half * (0.5 - place / max(1, count - 1))

    def score(self, utility: float) -> float:
        """Return what an outcome counts for where actions are compared; proofs never ask."""
        if self.margin >= 1:
            return utility
        lead = utility - self.middle
        win = self.win if lead > 0 else -self.win if lead < 0 else 0.0
        return self.middle + self.margin * lead + win
