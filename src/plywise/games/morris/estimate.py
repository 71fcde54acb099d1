"""What boards of morris are worth, by named features, to the player to move."""

from typing import Any

from plywise.bits import lsb, popcount
from plywise.games.morris.endings import MorrisEndings

STONE, MILL, TO_CLOSE, DOUBLE, FREEDOM = 100, 12, 8, 40, 4
"""What `evaluate` adds for a stone, a mill, a line that lacks one stone, a double mill, and a way to move."""


class MorrisEstimate(MorrisEndings):
    """The features that `evaluate` adds up, and what is counted for them."""

    full: int
    mills: tuple[int, ...]
    near: tuple[int, ...]

    def evaluate(self, state: Any, player: int) -> int:
        """Weigh stones, mills, lines that lack one stone, double mills and freedom to move."""
        stones, mills, to_close, doubles, freedom = self.weigh(state)
        value = stones + mills + to_close + doubles + freedom
        return value if player == state.turn else -value

    def features(self, state: Any, player: int) -> dict[str, float]:
        """Name what the evaluation is made of."""
        names = ("stones", "mills", "mills to close", "double mills", "mobility")
        sign = 1 if player == state.turn else -1
        return {name: sign * part for name, part in zip(names, self.weigh(state), strict=True)}

    def held(self, stones: int) -> int:
        """Return those of the stones that stand in mills."""
        found = 0
        for mill in self.mills:
            if stones & mill == mill:
                found |= mill
        return found

    def stones_left(self, state: Any) -> int:
        """Count the stones of the player to move, on the board and in hand."""
        hand: int = state.hand
        return popcount(state.me) + (hand + 1) // 2

    def weigh(self, state: Any) -> tuple[int, int, int, int, int]:
        """Return what each feature contributes to the evaluation for the player to move."""
        mills, to_close, doubles, freedom = self.shape(state.me, state.other)
        mills_there, to_close_there, doubles_there, freedom_there = self.shape(state.other, state.me)
        return (
            STONE * (self.stones_left(state) - popcount(state.other) - state.hand // 2),
            MILL * (mills - mills_there),
            TO_CLOSE * (to_close - to_close_there),
            DOUBLE * (doubles - doubles_there),
            FREEDOM * (freedom - freedom_there),
        )

    def shape(self, stones: int, others: int) -> tuple[int, int, int, int]:
        """Count a player's mills, lines that lack one stone, double mills, and moves to a neighbouring point.

        A mill is double if one of its stones can leave it to close another, and come back to close the first again.
        """
        empty, held = self.full & ~(stones | others), self.held(stones)
        mills = to_close = doubles = freedom = 0
        for mill in self.mills:
            missing = mill & ~stones
            if missing == 0:
                mills += 1
            elif missing & empty and missing & (missing - 1) == 0:
                to_close += 1
                if self.near[lsb(missing)] & held & ~mill:
                    doubles += 1
        while stones:
            freedom += popcount(self.near[lsb(stones)] & empty)
            stones &= stones - 1
        return mills, to_close, doubles, freedom
