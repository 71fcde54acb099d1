"""What a step of backgammon may do: which checkers may move by which die, and which steps begin a legal turn.

    off  1 ... 6 | 7 ... 24  bar        A side's checkers are counted in 26 places, as their owner counts: place 0 is
     0   home                 25        off, 25 the bar. A point p of mine is 25 - p to the other.

The methods here are part of the rules: they are compiled.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from plywise.rules import Game

CHECKERS, HOME, OFF, BAR = 15, 6, 0, 25
PASS = 0
OPENING = -1
"""The value of `left` before the first roll, in which each player rolls one die."""

Side: TypeAlias = tuple[int, ...]
START = tuple({24: 2, 13: 5, 8: 3, 6: 5}.get(place, 0) for place in range(26))


class Steps(Game):
    """Backgammon's states, and what may be done in them."""

    class State(NamedTuple):
        """Both sides, the mover's first; whose turn it is; the dice to play; how many are left; where to continue from.

        `high` and `low` are the two dice while both are to be played; after that, and with a double, both are the die
        that is left to play `left` times. The next checker must stand on `limit` or nearer home.
        """

        mine: Side = START
        theirs: Side = START
        turn: int = 0
        high: int = 0
        low: int = 0
        left: int = OPENING
        limit: int = BAR

    def rear(self, mine: Side) -> int:
        """Return the place of the checker farthest back; 0 where all are off."""
        for place in range(BAR, 0, -1):
            if mine[place] > 0:
                return place
        return 0

    def can_leave(self, theirs: Side, rear: int, place: int, die: int) -> bool:
        """Whether a checker may move from a place by a die, if one stands there and the rearmost stands at `rear`."""
        if rear == BAR and place != BAR:
            return False
        if place > die:
            return theirs[BAR - place + die] < 2
        return rear <= HOME and place in (die, rear)

    def nearest(self, state: State, rear: int, die: int) -> int:
        """Return the place nearest home from which a die can be played; 0 where there is none."""
        for place in range(1, min(rear, state.limit) + 1):
            if state.mine[place] > 0 and self.can_leave(state.theirs, rear, place, die):
                return place
        return 0

    def steps_of_one_kind(self, state: State, rear: int) -> Iterator[int]:
        """Yield the steps by the one die left after which the most steps can follow."""
        most = self.count_steps(state, rear, state.limit, state.left)
        for place in range(min(rear, state.limit), 0, -1):
            if state.mine[place] > 0 and self.can_leave(state.theirs, rear, place, state.low):
                if self.count_steps(state, rear, place, most) < most:
                    break
                yield 10 * place + state.low

    def plays_both(self, state: State, rear: int) -> bool:
        """Whether some turn plays two different dice."""
        for place in range(rear, 0, -1):
            if self.starts_turn(state, rear, place, state.high, state.low):
                return True
            if self.starts_turn(state, rear, place, state.low, state.high):
                return True
        return False

    def starts_turn(self, state: State, rear: int, place: int, die: int, other: int) -> bool:
        """Whether a step by one die can be followed by one by the other, from the same place or nearer home.

        Of two steps from one place, the one by the larger die comes first; and where either die would bear the same
        checker off, only the larger one does: the result is the same.
        """
        if state.mine[place] == 0 or not self.can_leave(state.theirs, rear, place, die):
            return False
        if die < other and place <= die and self.can_leave(state.theirs, rear, place, other):
            return False
        limit = place if die > other else place - 1
        nearest = self.nearest(state, rear, other)  # whatever else could be played still can, unless by this checker
        if 0 < nearest < place or (0 < nearest == limit and state.mine[place] > 1):
            return True
        return self.can_step(self.moved(state.mine, place, max(place - die, OFF)), state.theirs, other, limit)

    def can_step(self, mine: Side, theirs: Side, die: int, limit: int) -> bool:
        """Whether any checker on `limit` or nearer home may move by a die."""
        rear = self.rear(mine)
        for place in range(min(rear, limit), 0, -1):
            if mine[place] > 0 and self.can_leave(theirs, rear, place, die):
                return True
        return False

    def count_steps(self, state: State, rear: int, limit: int, most: int) -> int:
        """Return how many steps by the one die that is left start from `limit` or nearer home, up to `most`.

        One sweep towards home finds all of them: no step makes room for one from farther back.
        """
        places, steps = list(state.mine), 0
        behind = rear if rear > limit else 0
        for place in range(min(rear, limit), 0, -1):
            if places[place] > 0 and steps < most:
                if self.can_leave(state.theirs, max(behind, place), place, state.low):
                    steps += places[place]
                    places[max(place - state.low, OFF)] += places[place]
                else:
                    behind = max(behind, place)
        return min(steps, most)

    def moved(self, side: Side, place: int, target: int) -> Side:
        """Return a side with one checker moved."""
        places = list(side)
        places[place] -= 1
        places[target] += 1
        return tuple(places)


def place_name(place: int) -> str:
    """Name a place as its owner counts."""
    return "off" if place == OFF else "bar" if place == BAR else str(place)
