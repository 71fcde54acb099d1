"""What backgammon's states are worth, by named features, in units of utility."""

from plywise.games.backgammon.steps import BAR, HOME, Side, Steps

POINT_WORTH = (0, 3, 4, 6, 9, 11, 10, 9, 5, 3, 2, 1, 1, 0, 0, 1, 1, 2, 4, 5, 8, 9, 6, 4, 2, 0)
"""What holding a point with two checkers or more is worth while the sides are in contact, in hundredths."""

RACE, CONTACT_RACE, RACE_MOST = 8.0, 3.0, 1.0
BLOT, BLOT_MOST = 0.016, 0.6
BARRED, BARRED_MOST = 0.07, 0.5
POINTS_MOST = 0.75
AVERAGE_ROLL = 8
SHOTS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)
"""By distance: how many of 36 rolls hit from that many points away, with nothing in between."""


class BackgammonEstimate(Steps):
    """The features that `evaluate` adds up: each is the lead of the player whose turn it is."""

    def race(self, state: Steps.State) -> float:
        """Weigh the lead in pips, the next roll counting half; less while the sides are still in contact."""
        mine, theirs = self.pips(state.mine), self.pips(state.theirs)
        lead = float(theirs - mine)
        if state.left > 0:
            lead += state.high * state.left if state.high == state.low else state.high + state.low
            lead -= AVERAGE_ROLL / 2
        elif state.left == 0:
            lead += AVERAGE_ROLL / 2
        weight = CONTACT_RACE if self.meet(state) else RACE
        return max(-RACE_MOST, min(RACE_MOST, weight * lead / (mine + theirs + AVERAGE_ROLL)))

    def blots(self, state: Steps.State) -> float:
        """Subtract what blots would lose, by the chance that the nearest checker of the other's hits them."""
        if not self.meet(state):
            return 0.0
        return self.danger(state.theirs, state.mine) - self.danger(state.mine, state.theirs)

    def barred(self, state: Steps.State) -> float:
        """Subtract for checkers on the bar; more if more points are closed to them."""
        return self.locked(state.theirs, state.mine) - self.locked(state.mine, state.theirs)

    def points(self, state: Steps.State) -> float:
        """Weigh points held near home, which block, and in the other's home, where checkers can safely enter."""
        if not self.meet(state):
            return 0.0
        return self.held(state.mine) - self.held(state.theirs)

    def danger(self, mine: Side, theirs: Side) -> float:
        """Return what one side's blots may lose, at most BLOT_MOST."""
        lost = 0.0
        for place in range(1, 25):
            if mine[place] == 1:
                for away in range(1, min(place, 12) + 1):
                    if theirs[BAR - place + away] > 0:
                        lost += BLOT * (BAR - place) * SHOTS[away] / 36
                        break
        return min(BLOT_MOST, lost)

    def locked(self, mine: Side, theirs: Side) -> float:
        """Return what having checkers on the bar costs one side, at most BARRED_MOST."""
        closed = 1
        for place in range(1, HOME + 1):
            if theirs[place] > 1:
                closed += 1
        return min(BARRED_MOST, BARRED * mine[BAR] * closed)

    def held(self, mine: Side) -> float:
        """Return the worth of the points that one side holds, at most POINTS_MOST."""
        worth = 0
        for place in range(1, 25):
            if mine[place] > 1:
                worth += POINT_WORTH[place]
        return min(POINTS_MOST, worth / 100)

    def pips(self, side: Side) -> int:
        """Count a side's pips: how many points its checkers still have to move."""
        total = 0
        for place in range(1, BAR + 1):
            total += place * side[place]
        return total

    def meet(self, state: Steps.State) -> bool:
        """Whether some checkers of both sides still have to pass each other."""
        return self.rear(state.mine) + self.rear(state.theirs) > BAR
