"""What can be named: actions, and whoever knows the names of its actions and states."""

from collections.abc import Hashable, Iterable
from typing import Any, Protocol, TypeAlias

Action: TypeAlias = Hashable
"""An element of `actions(state)`: any hashable value; small ints and tuples of them compile."""


class Names(Protocol):
    """The part of a game that naming needs; every Game has it."""

    def initial(self) -> Any:
        """Return the state in which the game starts."""

    def actions(self, state: Any) -> Iterable[Action]:
        """Yield every legal action."""

    def result(self, state: Any, action: Action) -> Any:
        """Return the state after an action."""

    def action_name(self, state: Any, action: Action) -> str:
        """Name an action for people."""

    def state_name(self, state: Any) -> str:
        """Write a state on one line."""
