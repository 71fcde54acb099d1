"""From the weakest play to the strongest along one line: what a level may be, by a number.

Where rules have estimates, the line has three parts, and where there are none, games are simulated:

    0 ........... 1 ........... 2 ................ 3
    looks 1 ply   looks 2 plies  searches so far as
    ahead, ever   ahead, ever    states are allowed
    less random   less random

Strength mostly grows along it, but not everywhere: two plies at random may be worse than one ply that isn't. Matches
tell (`curve`).

>>> axis = make_axis("alpha-beta", 10_000)
>>> [axis.settings(at).words for at in (0, 1.5, 3)]
['looks 1 ply ahead, temperature 4', 'looks 2 plies ahead, temperature 0.14', '10,000 states']
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from plywise.knowledge.levels import LevelSettings

WIDEST, WIDE, NARROW = 4.0, 0.5, 0.04
"""Temperatures at which parts begin, and the last before it counts as none."""
FEWEST_NODES, FEWEST_SIMULATIONS = 150, 4
FACTOR = 4
"""By what states or simulations grow from one place that is tried first to the next."""
FEWER = 8
"""How many times fewer than the fewest states or simulations there are in a short search."""


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


def make_axis(algorithm: str, top: int) -> StrengthAxis:
    """Return the line for what `auto` plays a game by; `top` is how many states or simulations there may be."""
    if algorithm == "uct":
        fewest = min(FEWEST_SIMULATIONS, max(1, top // FEWER))
        return StrengthAxis(
            AxisPart(lambda _: LevelSettings(depth=1), (0.0,)),
            AxisPart(lambda _: LevelSettings(depth=2), (0.0,)),
            AxisPart(lambda t: LevelSettings(depth=2, simulations=_between(fewest, top, t)), _steps(fewest, top)),
        )
    fewest = min(FEWEST_NODES, max(1, top // FEWER))
    return StrengthAxis(
        AxisPart(lambda t: LevelSettings(depth=1, temperature=_cooled(WIDEST, t)), (0.0, 0.25, 0.5, 0.75, 0.98)),
        AxisPart(lambda t: LevelSettings(depth=2, temperature=_cooled(WIDE, t)), (0.0, 0.5, 0.98)),
        AxisPart(lambda t: LevelSettings(nodes=_between(fewest, top, t)), _steps(fewest, top)),
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
