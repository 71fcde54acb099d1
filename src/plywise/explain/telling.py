"""The sentences of a trace: where the search is, what it finds, and why it leaves something out.

Two players whose gains are each other's losses are called MAX (player A) and MIN (player B), as the book calls them.
"""

import math
from collections.abc import Sequence

from plywise.explain.trace import Node, Range
from plywise.explain.words import tell_value
from plywise.rules import CHANCE, Game, Scale, player_name

SHORT_NAME = 4
"""A state's own name is used in a sentence up to so many letters; longer ones are told by the way to them."""

LONGEST_WAY = 4
MOST_NAMES = 6


class Teller:
    """Tells of one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.scale = game, Scale(game)

    def role(self, player: int | None) -> str:
        """Name who moves."""
        if player == CHANCE:
            return "chance"
        if self.game.is_adversarial:
            return "MAX" if player == 0 else "MIN"
        return player_name(player or 0)

    def place(self, nodes: Sequence[Node], number: int) -> str:
        """Say where a node is, by its short name or by the way to it."""
        name = self.game.state_name(nodes[number].state)
        if len(name) <= SHORT_NAME:
            return name
        actions: list[str] = []
        at = nodes[number]
        while at.parent is not None:
            actions.append(at.action)
            at = nodes[at.parent]
        if not actions:
            return "the start"
        shown = actions[::-1] if len(actions) <= LONGEST_WAY else ["…", *actions[LONGEST_WAY - 1 :: -1]]
        return f"the state after {' '.join(shown)}"

    def value(self, value: float) -> str:
        """Write a value in the game's own units; "≈" marks an estimate that has a unit of its own."""
        if math.isinf(value):
            return "+∞" if value > 0 else "−∞"
        if not self.scale.stretched or value == 0:
            return _number(value)
        if abs(value) < self.scale.limit:
            return f"≈ {_number(value)}"
        return _number(self.scale.middle + value - math.copysign(self.scale.limit, value))

    def range(self, range_: Range) -> str:
        """Write a range as figure 5.5 does."""
        return f"[{self.value(range_[0])}, {self.value(range_[1])}]"

    def bounds(self, range_: Range) -> str:
        """Say a range in words."""
        low, high = range_
        if low == high:
            return f"exactly {self.value(low)}"
        if math.isinf(low):
            return "anything" if math.isinf(high) else f"{self.value(high)} at most"
        return f"{self.value(low)} at least" if math.isinf(high) else f"from {self.value(low)} to {self.value(high)}"

    def vector(self, values: Sequence[float]) -> str:
        """Write what each player gets."""
        return f"({', '.join(self.value(value) for value in values)})"

    def window(self, window: Range, start: Range) -> str:
        """Say what the two players have elsewhere, or below a roll of dice, what would make a difference."""
        alpha, beta = window
        has_alpha, has_beta = alpha > start[0], beta < start[1]
        if not has_alpha and not has_beta:
            return " Nothing is settled yet."
        if self.game.has_chance:
            parts = [f"more than {self.value(alpha)}"] if has_alpha else []
            parts += [f"less than {self.value(beta)}"] if has_beta else []
            return f" Only {' and '.join(parts)} would make a difference."
        parts = [f"MAX can have {self.value(alpha)}"] if has_alpha else []
        parts += [f"MIN can hold MAX to {self.value(beta)}"] if has_beta else []
        return f" Elsewhere {' and '.join(parts)}."


def tell_names(names: Sequence[str]) -> str:
    """Join names as people do; many are counted.

    >>> tell_names(["c2", "c3"]), tell_names(list("abcdefgh"))
    ('c2 and c3', 'a, b, c, d and 4 more')
    """
    if len(names) > MOST_NAMES:
        return f"{', '.join(names[:4])} and {len(names) - 4} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _number(value: float) -> str:
    return tell_value(value).replace("-", "−")
