"""What is known of a solved game: the worth of each action in each state."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from plywise.rules import Game


class SolvedAction(NamedTuple):
    """An action, its proven worth to whoever plays it, and the plies until a win or a loss, where they are counted."""

    action: Any
    value: float
    distance: int | None


class StateSolution(Protocol):
    """The proven values of a game's states."""

    game: Game

    @property
    def states(self) -> int:
        """How many states are known."""

    def actions(self, state: Any) -> list[SolvedAction]:
        """Return what each action is worth, in the order of the rules; none where something isn't known."""


def best_actions(actions: Sequence[SolvedAction]) -> list[SolvedAction]:
    """Return the actions that keep the value, whatever their distance.

    >>> [each.action for each in best_actions([SolvedAction("a", 1, 3), SolvedAction("b", 0, None)])]
    ['a']
    """
    most = max((each.value for each in actions), default=0.0)
    return [each for each in actions if math.isclose(each.value, most, abs_tol=1e-9)]
