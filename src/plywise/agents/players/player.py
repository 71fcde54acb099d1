"""What an agent needs of whoever decides for it."""

from collections.abc import Sequence
from typing import Any, Protocol

from plywise.agents.algorithms import Callbacks
from plywise.rules import Decision, Limit


class Player(Protocol):
    """Decides one question after the other about one game."""

    deepens: bool
    """Whether it reports one deeper answer after the other, so that time can be managed by them."""
    thinks_ahead: bool
    """Whether thinking about a state before it comes up helps."""

    learns: bool
    """Whether one game teaches it something for the next, so that a match keeps it."""

    def choose(self, state: Any, limit: Limit, history: Sequence[Any], callbacks: Callbacks) -> Decision:
        """Decide within a limit."""

    def warm_up(self) -> None:
        """Get ready, so that the first decision need not."""

    def hear_end(self, states: Sequence[Any], player: int) -> None:
        """Hear how a game ended that it played in one seat: it may look only at what that seat has seen."""

    def new_game(self) -> None:
        """Prepare for another game."""

    def forget(self) -> None:
        """Forget all that earlier decisions found."""

    def close(self) -> None:
        """Let go of processes."""
