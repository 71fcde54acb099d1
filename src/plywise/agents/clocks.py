"""Clocks, and how much of what is left on one a decision should take.

    0.5/move      half a second for each action
    60+0.5        a minute for the game, and half a second more after each action
    5:00          five minutes for the game
    40/90:00+30   ninety minutes for each forty actions, and half a minute after each

>>> clock = Clock(TimeControl.parse("60+0.5"))
>>> allotted = clock.allot()
>>> round(allotted.soft, 2), round(allotted.hard, 2)
(2.37, 9.5)
>>> clock.spend(2.5)
>>> clock.left
58.0
"""

import math
import re
from dataclasses import dataclass

from plywise.rules import PlywiseError

OVERHEAD = 0.03
"""Seconds kept back for what happens around a search: a process that is slow to wake, a message on its way."""
EXPECTED_MOVES = 30
"""Actions that a game is taken to go on for, where the clock doesn't say."""
STRETCH = 4.0
"""How many times its share a decision may take where the best action keeps changing."""
LARGEST_PART = 1 / 3
"""Of what is left, what one decision takes at most."""
LEAST = 0.001

FORM = re.compile(r"(?:(?P<moves>\d{1,4})/)?(?P<base>\d+:\d\d|\d+(?:\.\d+)?)(?:\+(?P<more>\d+(?:\.\d+)?))?")
EACH = re.compile(r"(\d+(?:\.\d+)?)/move")


class OutOfTimeError(PlywiseError):
    """A player's clock has run out."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a player has: for each action, for the whole game, or for each few actions."""

    seconds: float
    increment: float = 0.0
    """Seconds added after each action."""
    moves: int | None = None
    """Actions for which the seconds are; then they are given again. None: for the whole game."""
    is_fixed: bool = False
    """Whether the seconds are for each action, and what isn't used is lost."""

    def __post_init__(self) -> None:
        if not 0 < self.seconds < math.inf or not 0 <= self.increment < math.inf or self.moves == 0:
            raise PlywiseError("A clock needs some time: write it like 60, 60+0.5, 40/300 or 0.5/move.")

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Read a clock as people write it.

        >>> TimeControl.parse("40/5:00+2")
        TimeControl(seconds=300.0, increment=2.0, moves=40, is_fixed=False)
        >>> TimeControl.parse("soon")
        Traceback (most recent call last):
        plywise.rules.errors.PlywiseError: 'soon' is not a clock: write it like 60, 5:00, 60+0.5, 40/300 or 0.5/move.
        """
        if each := EACH.fullmatch(text.strip()):
            return cls(float(each[1]), is_fixed=True)
        found = FORM.fullmatch(text.strip())
        if found is None:
            raise PlywiseError(f"'{text}' is not a clock: write it like 60, 5:00, 60+0.5, 40/300 or 0.5/move.")
        minutes, _, seconds = found["base"].rpartition(":")
        base = float(minutes or 0) * 60 + float(seconds)
        return cls(base, float(found["more"] or 0), int(found["moves"]) if found["moves"] else None)

    def __str__(self) -> str:
        if self.is_fixed:
            return f"{self.seconds:g}/move"
        return (
            f"{f'{self.moves}/' if self.moves else ''}{self.seconds:g}{f'+{self.increment:g}' * (self.increment > 0)}"
        )


@dataclass(frozen=True, slots=True)
class Allotment:
    """Seconds for one decision: what it should take, and what it may take at most."""

    soft: float
    hard: float


class Clock:
    """One player's clock during a game; only `run` and `spend` change it."""

    def __init__(self, control: TimeControl, left: float | None = None, moves_left: int | None = None) -> None:
        self.control = control
        self.left = control.seconds if left is None else left
        self.moves_left = control.moves if moves_left is None else moves_left

    def allot(self, overhead: float = OVERHEAD) -> Allotment:
        """Return how long the next decision should take, so that the time lasts for the game."""
        usable = max(LEAST, self.left - overhead)
        if self.control.is_fixed:
            return Allotment(usable, usable)
        moves = self.moves_left or EXPECTED_MOVES
        share = usable / moves + 0.75 * self.control.increment
        most = usable if moves == 1 else usable * LARGEST_PART
        soft = min(share, most)
        return Allotment(soft, min(soft * STRETCH, most))

    def run(self, seconds: float) -> None:
        """Take time off the clock, its player still to act; raises OutOfTimeError where there was less."""
        self.left -= seconds
        if self.left < 0:
            raise OutOfTimeError(f"The clock ({self.control}) ran out by {-self.left:.2f} s.")

    def spend(self, seconds: float) -> None:
        """Take time off the clock, and add what comes after an action; raises OutOfTimeError where there was less."""
        self.run(seconds)
        if self.control.is_fixed:
            self.left = self.control.seconds
            return
        self.left += self.control.increment
        if self.moves_left is not None:
            self.moves_left -= 1
            if self.moves_left == 0:
                self.left, self.moves_left = self.left + self.control.seconds, self.control.moves
