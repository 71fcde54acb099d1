"""What boards of morris are worth, by named features, to the player to move."""

from collections.abc import Mapping
from typing import Any

from plywise.bits import lsb, popcount
from plywise.games.morris.endings import MorrisEndings


class MorrisEstimate(MorrisEndings):
    """The features that `evaluate` adds up, and what is counted for them."""

    full: int
    mills: tuple[int, ...]
    near: tuple[int, ...]

    weights: Mapping[str, float] = {
        "stones": 100,
        "mills": 12,
        "mills to close": 8,
        "double mills": 40,
        "mobility": 4,
    }

    def amounts(self, state: Any, player: int) -> tuple[int, ...]:
        """Count stones, mills, lines that lack one stone, double mills and ways to move: how many more a player has."""
        stones, mills, to_close, doubles, freedom = self.leads(state)
        if player == state.turn:
            return stones, mills, to_close, doubles, freedom
        return -stones, -mills, -to_close, -doubles, -freedom

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

    def leads(self, state: Any) -> tuple[int, int, int, int, int]:
        """Return how much of each feature the player to move has more than the other."""
        mills, to_close, doubles, freedom = self.shape(state.me, state.other)
        mills_there, to_close_there, doubles_there, freedom_there = self.shape(state.other, state.me)
        return (
            self.stones_left(state) - popcount(state.other) - state.hand // 2,
            mills - mills_there,
            to_close - to_close_there,
            doubles - doubles_there,
            freedom - freedom_there,
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
