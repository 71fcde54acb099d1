"""What a network sees of backgammon: how many checkers stand on each place, for both sides, and a few figures.

    of each point of a side   | one checker | two | three or more | (checkers - 3) / 2, of more than three |     4 x 24
    of a side                 | checkers on the bar / 2 | checkers off / 15 |                                     + 2
    of a state                | the side that has just moved | the other |                       98 + 98 = 196 inputs

Where the sides have passed each other, all of these are numbered from 196 on: a race has weights of its own. While they
meet, more inputs follow from 392 on: what blots may lose, the points held at home and the longest row of points held,
of either side, and the lead in pips. (The counts are Tesauro's encoding; TD-Gammon had such figures since version 2.)
"""

from collections.abc import Iterator

from plywise.games.backgammon.estimate import BackgammonEstimate
from plywise.games.backgammon.steps import BAR, CHECKERS, HOME, OFF, Side, Steps

SIDE_INPUTS = 4 * 24 + 2
STATE_INPUTS = 2 * SIDE_INPUTS
BAR_INPUT, OFF_INPUT = 4 * 24, 4 * 24 + 1
FIGURES, SIDE_FIGURES = 2 * STATE_INPUTS, 3
LEAD_INPUT = FIGURES + 2 * SIDE_FIGURES


class BackgammonInputs(BackgammonEstimate):
    """The inputs of a network."""

    input_count = LEAD_INPUT + 1

    def inputs(self, state: Steps.State, player: int) -> Iterator[tuple[int, float]]:
        """Yield the inputs that aren't 0, as a player sees them whose turn is over."""
        if player == state.turn:
            yield from self.inputs_of(state.mine, state.theirs)
        else:
            yield from self.inputs_of(state.theirs, state.mine)

    def inputs_of(self, mine: Side, theirs: Side) -> Iterator[tuple[int, float]]:
        """Yield the inputs of two sides."""
        meets = self.rear(mine) + self.rear(theirs) > BAR
        first = 0 if meets else STATE_INPUTS
        yield from self.side_inputs(mine, first)
        yield from self.side_inputs(theirs, first + SIDE_INPUTS)
        if meets:
            yield from self.side_figures(mine, theirs, FIGURES)
            yield from self.side_figures(theirs, mine, FIGURES + SIDE_FIGURES)
            lead = self.pips(theirs) - self.pips(mine)
            if lead != 0:
                yield LEAD_INPUT, lead / 50

    def side_inputs(self, side: Side, first: int) -> Iterator[tuple[int, float]]:
        """Yield how many checkers one side has on each place, numbered from `first` on."""
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

    def side_figures(self, mine: Side, theirs: Side, first: int) -> Iterator[tuple[int, float]]:
        """Yield what one side's blots may lose, its points at home, and its longest row of points."""
        danger = self.danger(mine, theirs)
        if danger > 0:
            yield first, 2 * danger
        closed, row, longest = 0, 0, 0
        for place in range(1, BAR):
            row = row + 1 if mine[place] > 1 else 0
            longest = max(longest, row)
            if mine[place] > 1 and place <= HOME:
                closed += 1
        if closed > 0:
            yield first + 1, closed / HOME
        if longest > 0:
            yield first + 2, longest / HOME
