"""What a search among drawn states has spent, and what it reports: they all end in the same way."""

import time
from collections.abc import Sequence

from plywise.rules import Choice, Decision, Limit, Status
from plywise.search.shared import LimitReachedError


class DrawnEffort:
    """Simulations and states so far; the limit's time, states or simulations end it, or a word from another thread.

    >>> effort = DrawnEffort(Limit(nodes=10), most=100)
    >>> effort.add(nodes=4)
    >>> effort.is_spent
    False
    >>> effort.add(nodes=6)
    >>> effort.is_spent, effort.done
    (True, 2)
    """

    def __init__(self, limit: Limit, most: float) -> None:
        self.limit, self.most = limit, most
        self.began, self.done, self.nodes = time.monotonic(), 0, 0

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.monotonic() - self.began

    @property
    def is_spent(self) -> bool:
        """Whether it should end."""
        limit = self.limit
        is_late = limit.time is not None and self.seconds >= limit.time
        is_far = self.done >= self.most or (limit.nodes is not None and self.nodes >= limit.nodes)
        return is_late or is_far or limit.is_cancelled

    def add(self, simulations: int = 1, nodes: int = 0) -> None:
        """Count what was done."""
        self.done += simulations
        self.nodes += nodes

    def require(self, nodes: int) -> None:
        """Count states; raise LimitReachedError where it should end."""
        self.nodes += nodes
        if self.is_spent:
            raise LimitReachedError(self.nodes)

    def decide(self, player: int, choices: Sequence[Choice], best: Choice) -> Decision:
        """Return what was found: nothing of it is proven."""
        return Decision(
            best.action,
            best.value,
            player,
            Status.HEURISTIC,
            line=best.line,
            choices=tuple(choices),
            nodes=self.nodes,
            simulations=self.done,
            seconds=self.seconds,
        )
