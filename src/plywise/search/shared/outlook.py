"""Whether what is still to be listed of a game's states has a chance to fit a budget."""

import math
import time

from plywise.rules import Limit

ALWAYS = 0.4
"""The part of the budget that is spent before a game is judged to be too large for it."""

DOUBTFUL = 0.08
"""The same where the game was too large a move ago."""

FAR_TOO_MANY, TOO_MANY = 100, 4
"""A game is given up where this many times as many states seem to come as there is room for, before that and after.
What seems to come is more than what comes: the further a level is listed, the more of its states are there already."""

MANY = 20_000
"""States after which the trend of the levels counts; before, a game that seems to grow may soon run into itself."""

LONGER, IN_SIGHT = 1.7, 1.3
"""How many times its time a list may take where the end is in sight, and how sure that must be."""


class Outlook:
    """Whether the states that are still to come have a chance to fit the budget.

    The list is gone through level by level: all states at one distance from the root, then all at the next. Where the
    levels keep growing by some factor, and that growth fades as slowly as it seems to, the rest won't fit.
    """

    def __init__(self, started: float, limit: Limit, most: int, always: float) -> None:
        self.started, self.limit, self.most, self.always = started, limit, most, always
        self.deadline = math.inf if limit.time is None else started + limit.time
        self.next_level = self.level_start = 0
        self.widths: list[int] = []
        """How many states each level has, as far as all of them are listed."""

    def enter_level(self, number: int, count: int) -> None:
        """Note that all states before this one were expanded, and where the level that begins here ends."""
        self.widths.append(count - number)
        self.level_start, self.next_level = number, count

    def is_hopeless(self, expanded: int, count: int) -> bool:
        """Whether the rest won't fit: by far, or once the part of the budget that is always spent is gone."""
        if self.limit.time is None:
            spent, room = count / self.most, float(self.most - count)
        else:
            seconds = time.perf_counter() - self.started
            spent = max(seconds / self.limit.time, count / self.most)
            room = min(self.most - count, expanded * (1 - spent) / max(spent, 1e-9))
        waiting = count - expanded
        coming = waiting * max(1.0, self.growth(expanded, count))
        if expanded > MANY and self.trend() > FAR_TOO_MANY * room:
            return True
        return coming > room * (TOO_MANY if spent >= self.always else FAR_TOO_MANY)

    def trend(self) -> float:
        """Return how many states there will be if levels go on growing, by a factor that fades as it did so far."""
        if len(self.widths) < 4:
            return 0.0
        first, last = self.widths[1] / self.widths[0], self.widths[-1] / self.widths[-2]
        fading = min(0.95, max(0.5, (last / first) ** (1 / (len(self.widths) - 2))))
        width, total = float(self.widths[-1]), 0.0
        while last > 1:
            last *= fading
            width *= last
            total += width
        return total

    def goes_on(self, expanded: int, count: int) -> bool:
        """Whether to take some of the time that was left for a search: only where the end of the list is in sight."""
        if self.limit.time is None or self.deadline > self.started + self.limit.time:
            return False
        coming = (count - expanded) * max(1.0, self.growth(expanded, count))
        self.deadline = self.started + LONGER * self.limit.time
        return coming * IN_SIGHT < (LONGER - 1) * expanded

    def growth(self, expanded: int, count: int) -> float:
        """Return how many new states each state of this level brought so far."""
        return (count - self.next_level) / max(1, expanded - self.level_start)
