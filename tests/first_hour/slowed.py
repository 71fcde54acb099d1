"""Rules that take their time: the same game, each call of a rule at least so many seconds of CPU time."""

import math
import time
from collections.abc import Callable
from typing import Any

from plywise import Game

RULES = ("to_move", "actions", "result", "is_terminal", "utility", "chances", "observe")


class HopelessError(BaseException):
    """The rules end a decision that should have ended long ago; no engine takes it for a fault of the rules."""


class Slowness:
    """How long each call takes, and the longest that one took, in CPU seconds; a rule within a rule isn't slowed."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.slowest = self.spent = 0.0
        self.calls = 0
        self.is_inside = False
        self.until = math.inf
        """The CPU time of this process at which the rules give up."""

    def run(self, work: Callable[[], Any]) -> Any:
        """Do a rule's work, and waste what is left of its time."""
        if self.is_inside:
            return work()
        if time.thread_time() > self.until:
            raise HopelessError
        self.is_inside, began = True, time.thread_time()
        try:
            found = work()
            while (taken := time.thread_time() - began) < self.seconds:
                pass
        finally:
            self.is_inside = False
        self.calls += 1
        self.spent += taken
        self.slowest = max(self.slowest, taken)
        return found


def slowed(game: Game, seconds: float) -> tuple[Game, Slowness]:
    """Return the same game with slow rules, and what is known of their slowness."""
    kind, slowness = type(game), Slowness(seconds)
    written = [name for name in RULES if getattr(kind, name) is not getattr(Game, name)]
    slow_kind = type(kind.__name__, (kind,), {name: _slow(getattr(kind, name), slowness) for name in written})
    return slow_kind(), slowness


def _slow(rule: Callable[..., Any], slowness: Slowness) -> Callable[..., Any]:
    def called(game: Game, *args: Any) -> Any:
        def work() -> Any:
            found = rule(game, *args)
            return list(found) if rule.__name__ in ("actions", "chances") else found

        return slowness.run(work)

    called.__name__ = rule.__name__
    return called
