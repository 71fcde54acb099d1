"""How strength grows along the axis, as far as matches have shown: places with their Elo, joined by straight lines.

>>> curve = StrengthCurve(0.0)
>>> curve.extend(1.0, 200)
>>> curve.extend(2.0, 100)
>>> curve.find(250)
1.5
"""

from itertools import pairwise


class StrengthCurve:
    """Places in ascending order, and the Elo of each above the first; none is weaker than one before."""

    def __init__(self, first: float) -> None:
        self.knots: list[tuple[float, float]] = [(first, 0.0)]

    @property
    def top(self) -> tuple[float, float]:
        """The last place and its Elo."""
        return self.knots[-1]

    def extend(self, place: float, gap: float) -> None:
        """Add a place by its Elo above the last one."""
        if gap > 0:
            self.knots.append((place, self.top[1] + gap))

    def elo(self, place: float) -> float:
        """Return the Elo of a place between the first and the last."""
        for (left, low), (right, high) in pairwise(self.knots):
            if place <= right:
                return low + (high - low) * max(0.0, place - left) / (right - left)
        return self.top[1]

    def find(self, elo: float) -> float:
        """Return the place where an Elo is reached; the last where it isn't."""
        for (left, low), (right, high) in pairwise(self.knots):
            if elo <= high:
                return left + (right - left) * max(0.0, elo - low) / (high - low)
        return self.top[0]

    def correct(self, below: float, place: float, gap: float) -> None:
        """Set how much stronger a place is than one below it, as a long match has shown; what is above moves along."""
        base = self.elo(below)
        shift = base + gap - self.elo(place)
        kept = [(at, elo) for at, elo in self.knots if at < below]
        above = [(at, elo + shift) for at, elo in self.knots if at > place]
        found = base + max(gap, 1.0)
        self.knots = [*kept, (below, base), (place, found), *((at, elo) for at, elo in above if elo > found)]
