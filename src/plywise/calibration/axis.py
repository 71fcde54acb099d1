"""From the weakest play to the strongest along one line: what a level may be, by a number.

Where rules have estimates, a level looks one ply ahead, at random at first and then ever less, and then it searches
ever more states. Where they have none, it looks one ply ahead for wins and losses, and simulates ever more games.

    0 ..................... 1 ......................... 2
    one ply, temperature    states or simulations,
    from 4 to 0             each time a little more

Strength mostly grows along it; matches tell (`curve`).

>>> axis = make_axis("alpha-beta", 40, 10_000)
>>> [axis.settings(at).words for at in (0, 0.5, 1, 2)]
['looks 1 ply ahead, temperature 4', 'looks 1 ply ahead, temperature 0.4', '40 states', '10,000 states']
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from plywise.knowledge.levels import LevelSettings

WIDEST, NARROW = 4.0, 0.04
"""The first temperature, and the last before it counts as none."""
FACTOR = 4
"""By what states or simulations grow from one place that is tried first to the next."""


@dataclass(frozen=True, slots=True)
class AxisPart:
    """A part of the line: what a level is at each place of it, from 0 to 1, and where it is tried first."""

    settings: Callable[[float], LevelSettings]
    places: tuple[float, ...]


class StrengthAxis:
    """The whole line: part 0 is from 0 to 1, part 1 from 1 to 2, and so on."""

    def __init__(self, *parts: AxisPart) -> None:
        self.parts = parts
        self.places = [number + place for number, part in enumerate(parts) for place in part.places]
        """Where it is tried first, in ascending order."""

    @property
    def end(self) -> float:
        """The strongest place."""
        return self.places[-1]

    def settings(self, at: float) -> LevelSettings:
        """Return what a level is at a place."""
        part = min(len(self.parts) - 1, max(0, math.ceil(at) - 1 if at == self.end else int(at)))
        return self.parts[part].settings(min(1.0, max(0.0, at - part)))


def make_axis(algorithm: str, fewest: int, top: int) -> StrengthAxis:
    """Return the line for what `auto` plays a game by, from the fewest states or simulations to the most."""
    fewest = max(1, min(fewest, top // FACTOR))
    steps = _steps(fewest, top)
    if algorithm == "uct":
        return StrengthAxis(
            AxisPart(lambda _: LevelSettings(depth=1), (0.0,)),
            AxisPart(lambda t: LevelSettings(depth=1, simulations=_between(fewest, top, t)), steps),
        )
    return StrengthAxis(
        AxisPart(lambda t: LevelSettings(depth=1, temperature=_cooled(WIDEST, t)), (0.0, 0.25, 0.5, 0.75, 0.98)),
        AxisPart(lambda t: LevelSettings(nodes=_between(fewest, top, t)), steps),
    )


def _cooled(first: float, t: float) -> float:
    """Return a temperature between the first and none, each step by the same factor."""
    temperature = first * (NARROW / first) ** t
    return _rounded(temperature) if t < 0.97 else 0.0


def _between(fewest: int, top: int, t: float) -> int:
    """Return a count between two, each step by the same factor."""
    return max(1, int(_rounded(fewest * (top / fewest) ** t)))


def _steps(fewest: int, top: int) -> tuple[float, ...]:
    """Return places from the fewest to the top, each with several times as many as the one before."""
    count = max(1, round(math.log(max(top / fewest, 1.0), FACTOR)))
    return tuple(step / count for step in range(count + 1))


def _rounded(figure: float) -> float:
    """Return a figure with two digits that count, for people.

    >>> _rounded(1234.5), _rounded(0.0379)
    (1200.0, 0.038)
    """
    return float(f"{figure:.2g}")
