"""A small game with dice for tests: two runners, and a one may push the other back instead of moving.

0 1 2 3 4 5 6 7 8 9 | goal        whoever gets to 10 first wins: 2 where the other is still on 0, 1, 2 or 3
"""

from collections.abc import Iterator
from typing import NamedTuple

from plywise import CHANCE, Game

GOAL, RUN, PUSH = 10, 0, 1


class Sprint(Game):
    """Run by a die of three; with a one, push the other back by two instead."""

    utility_range = (-2, 2)
    cyclic = True
    max_actions = 3
    input_count = 2 * GOAL

    class State(NamedTuple):
        mine: int = 0
        theirs: int = 0
        turn: int = 0
        die: int = 0

    def to_move(self, state: State) -> int:
        return state.turn if state.die else CHANCE

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        for die in (1, 2, 3):
            yield die, 1 / 3

    def actions(self, state: State) -> Iterator[int]:
        yield RUN
        if state.die == 1 and state.theirs > 1:
            yield PUSH

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        if state.die == 0:
            return self.State(state.mine, state.theirs, state.turn, action)
        if action == PUSH:
            return self.State(state.theirs - 2, state.mine, 1 - state.turn, 0)
        return self.State(state.theirs, min(GOAL, state.mine + state.die), 1 - state.turn, 0)

    def is_terminal(self, state: State) -> bool:
        return state.theirs == GOAL

    def utility(self, state: State, player: int) -> int:
        worth = 2 if state.mine < 4 else 1
        return -worth if player == state.turn else worth

    def inputs(self, state: State, player: int) -> Iterator[tuple[int, float]]:
        own, other = (state.mine, state.theirs) if player == state.turn else (state.theirs, state.mine)
        yield own, 1.0
        yield GOAL + other, 1.0
