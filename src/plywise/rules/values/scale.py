"""One line on which utilities and evaluations can be compared.

A search limited in depth meets both: exact utilities of terminal states and estimates at its horizon. In a two-player
game without chance every proven win ranks above and every proven loss below any estimate, and a draw equals 0:

    lost          estimates            won
    ----|-----------------------------|----      values to MAX, player 0
      -limit          draw          +limit

Elsewhere estimates are in units of utility, because they are averaged or compared as vectors, and nothing is moved.
The figures on this line are for ordering only: what a Decision reports is asked again of the rules.

>>> from plywise.rules.game import Game
>>> class Chess(Game):
...     utility_range, utility_sum, evaluation_limit = (0, 1), 1, 1000
...     def evaluate(self, state, player): return 0
>>> line = Scale(Chess())
>>> line.of_utility(0), line.of_utility(0.5), line.of_utility(1)
(-1000.5, 0.0, 1000.5)
"""

from collections.abc import Sequence

from plywise.rules.decision import Bound, Choice, Status, Unit
from plywise.rules.errors import RulesError
from plywise.rules.game import Game
from plywise.rules.names import Action


class Scale:
    """Places a game's utilities and evaluations on one line, and says what a value found there proves."""

    def __init__(self, game: Game, has_estimates: bool = False) -> None:
        """Make a game's line; `has_estimates` says that they come from elsewhere where the game has no `evaluate`."""
        self.low, self.high = game.utility_range
        self.stretched = game.evaluates_in_own_unit and (has_estimates or game.offers("evaluate"))
        self.ranked = game.evaluates_in_own_unit
        self.middle = game.draw_utility
        self.limit = game.evaluation_limit

    def of_utility(self, utility: float) -> float:
        """Place an exact utility; refuses one outside the declared range."""
        if not self.low <= utility <= self.high:
            raise RulesError(
                f"utility returned {utility!r}, outside the declared utility_range {(self.low, self.high)}: "
                "fix the rule or widen the range."
            )
        if not self.stretched:
            return utility
        lead = utility - self.middle
        return lead + self.limit if lead > 0 else lead - self.limit if lead < 0 else 0.0

    def of_evaluation(self, evaluation: float) -> float:
        """Place an estimate; refuses one that leaves its declared bounds."""
        if self.stretched:
            if not -self.limit < evaluation < self.limit:
                raise RulesError(
                    f"evaluate returned {evaluation!r}, beyond evaluation_limit {self.limit:g}: "
                    "scale it down or declare a larger evaluation_limit."
                )
            return evaluation
        if not self.low <= evaluation <= self.high:
            raise RulesError(
                f"evaluate returned {evaluation!r}, outside utility_range {(self.low, self.high)}: "
                "in games with chance, or with more players, estimates are in units of utility."
            )
        return evaluation

    def of_choice(self, choice: Choice) -> float:
        """Place a choice by its value, whichever its unit."""
        if not self.stretched:
            return choice.value
        place = self.of_evaluation if choice.unit is Unit.EVALUATION else self.of_utility
        return place(choice.value)

    def standing(self, value: float, unit: Unit, horizon: bool) -> tuple[Status, Bound]:
        """Return what a value to the player to move proves, when estimates (`horizon`) took part in the search.

        A win needs a strategy all of whose leaves are wins, and estimates rank below them: so no estimate took part,
        and at least this much is proven. The best and the worst possible utility leave nothing open at all.
        """
        if not horizon:
            return Status.PROVEN, Bound.EXACT
        if not self.ranked or unit is Unit.EVALUATION or value == self.middle:
            return Status.HEURISTIC, Bound.EXACT
        if value in (self.low, self.high):
            return Status.PROVEN, Bound.EXACT
        return Status.BOUNDED, Bound.LOWER if value > self.middle else Bound.UPPER

    def choice(self, line: tuple[Action, ...], value: float, unit: Unit, bound: Bound, horizon: bool) -> Choice:
        """Describe a root action by its value to the player to move; nothing is below the lowest utility."""
        status, side = self.standing(value, unit, horizon)
        is_lowest = unit is Unit.UTILITY and value == self.low
        if bound is Bound.EXACT or is_lowest:
            bound = side
        elif status is Status.BOUNDED and side is not bound:
            status = Status.HEURISTIC
        return Choice(line[0], value, bound, status, unit, line)

    def verdict(self, best: Choice, choices: Sequence[Choice]) -> tuple[Status, Bound]:
        """Return what is proven of the root: its best choice, and that none of the others is better."""
        if best.status is not Status.PROVEN:
            return best.status, best.bound
        settled = all(
            choice.status is Status.PROVEN or (choice.status is Status.BOUNDED and choice.bound is Bound.UPPER)
            for choice in choices
        )
        if settled or best.value == self.high:
            return Status.PROVEN, Bound.EXACT
        return Status.BOUNDED, Bound.LOWER
