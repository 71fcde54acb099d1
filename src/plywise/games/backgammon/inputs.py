"""What a network sees of backgammon: how many checkers stand on each place, for both sides (Tesauro's encoding).

    of each point of a side   | one checker | two | three or more | (checkers - 3) / 2, of more than three |     4 x 24
    of a side                 | checkers on the bar / 2 | checkers off / 15 |                                     + 2
    of a state                | the side that has just moved | the other |                       98 + 98 = 196 inputs

Where the sides have passed each other, all inputs are numbered from 196 on: a race has weights of its own.
"""

from collections.abc import Iterator

from plywise.games.backgammon.steps import BAR, CHECKERS, OFF, Side, Steps

SIDE_INPUTS = 4 * 24 + 2
STATE_INPUTS = 2 * SIDE_INPUTS
BAR_INPUT, OFF_INPUT = 4 * 24, 4 * 24 + 1


class BackgammonInputs(Steps):
    """The inputs of a network."""

    input_count = 2 * STATE_INPUTS

    def inputs(self, state: Steps.State, player: int) -> Iterator[tuple[int, float]]:
        """Yield the inputs that aren't 0, as a player sees them whose turn is over."""
        first = 0 if self.rear(state.mine) + self.rear(state.theirs) > BAR else STATE_INPUTS
        if player == state.turn:
            yield from self.side_inputs(state.mine, first)
            yield from self.side_inputs(state.theirs, first + SIDE_INPUTS)
        else:
            yield from self.side_inputs(state.theirs, first)
            yield from self.side_inputs(state.mine, first + SIDE_INPUTS)

    def side_inputs(self, side: Side, first: int) -> Iterator[tuple[int, float]]:
        """Yield the inputs of one side, numbered from `first` on."""
        for place in range(1, BAR):
            count = side[place]
            if count > 0:
                at = first + 4 * (place - 1)
                yield at + min(count, 3) - 1, 1.0
                if count > 3:
                    yield at + 3, (count - 3) / 2
        if side[BAR] > 0:
            yield first + BAR_INPUT, side[BAR] / 2
        if side[OFF] > 0:
            yield first + OFF_INPUT, side[OFF] / CHECKERS
