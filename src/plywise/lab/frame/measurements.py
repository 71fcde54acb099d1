"""What an experiment measures: figures with error bars, and curves; all of it is JSON on disk."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from plywise.matches.statistics import estimate_mean, estimate_share


@dataclass(frozen=True, slots=True)
class LabFigure:
    """A figure, its 95% error bar, how many samples it rests on (0 where it is exact), and what the text says."""

    value: float
    low: float
    high: float
    samples: int = 0
    said: str = ""

    @classmethod
    def exact(cls, value: float, said: str = "") -> "LabFigure":
        """Return a figure that was counted or proven, not estimated."""
        return cls(value, value, value, 0, said)

    def is_above(self, mark: float) -> bool | None:
        """Return whether the whole error bar is above a mark; None if the mark divides the bar.

        >>> LabFigure(0.6, 0.55, 0.65, 90).is_above(0.5), LabFigure(0.6, 0.45, 0.75, 9).is_above(0.5)
        (True, None)
        """
        return True if self.low > mark else False if self.high <= mark else None

    def is_below(self, mark: float) -> bool | None:
        """Return whether the whole error bar is below a mark; None if the mark divides the bar."""
        return True if self.high < mark else False if self.low >= mark else None

    def is_within(self, least: float, most: float) -> bool | None:
        """Return whether the whole error bar is between two marks; False if none of it is, None if it is divided.

        >>> [each.is_within(2, 4) for each in (LabFigure.exact(3), LabFigure(3, 1, 5, 9), LabFigure.exact(5))]
        [True, None, False]
        """
        if least <= self.low and self.high <= most:
            return True
        return False if self.high < least or self.low > most else None

    def bar(self, form: str = ".0%") -> str:
        """Return the value and its error bar in words.

        >>> LabFigure(0.62, 0.5, 0.75, 40).bar()
        '62% [50%, 75%]'
        """
        return f"{self.value:{form}} [{self.low:{form}}, {self.high:{form}}]"

    def to_data(self) -> dict[str, Any]:
        """Return the figure as JSON holds it; an open end of the bar is null."""
        ends = [end if math.isfinite(end) else None for end in (self.low, self.high)]
        return {"value": self.value, "low": ends[0], "high": ends[1], "samples": self.samples, "said": self.said}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "LabFigure":
        """Return the figure that JSON holds."""
        low, high = data["low"], data["high"]
        return cls(
            float(data["value"]),
            -math.inf if low is None else float(low),
            math.inf if high is None else float(high),
            int(data["samples"]),
            str(data["said"]),
        )


def weigh(*answers: bool | None) -> bool | None:
    """Return whether all answers are yes; False if one is no, otherwise None if one is undecided.

    >>> weigh(True, True), weigh(True, None), weigh(None, False)
    (True, None, False)
    """
    if False in answers:
        return False
    return None if None in answers else True


def mean_of(values: Sequence[float], said: str = "", step: float = 0.0) -> LabFigure:
    """Return the mean of independent samples with Student's error bar.

    >>> found = mean_of([7, 8, 9, 8])
    >>> found.value, round(found.low, 1), round(found.high, 1), found.samples
    (8.0, 6.7, 9.3, 4)
    """
    found = estimate_mean(values, step)
    if found is None:
        return LabFigure(math.nan, -math.inf, math.inf, 0, said)
    return LabFigure(found.value, found.low, found.high, found.games, said)


def geometric_of(values: Sequence[float], said: str = "") -> LabFigure:
    """Return the geometric mean of ratios, with its error bar.

    >>> round(geometric_of([2, 8]).value, 6)
    4.0
    """
    found = mean_of([math.log(value) for value in values], said)
    ends = [math.exp(each) if each < 700 else math.inf for each in (found.value, found.low, found.high)]
    return LabFigure(ends[0], ends[1], ends[2], found.samples, said)


def share_of(hits: int, samples: int, said: str = "") -> LabFigure:
    """Return how often something happened, as a share with Wilson's error bar.

    >>> found = share_of(18, 24)
    >>> found.value, round(found.low, 2), round(found.high, 2)
    (0.75, 0.55, 0.88)
    """
    found = estimate_share(hits, samples)
    if found is None:
        return LabFigure(0.0, 0.0, 1.0, 0, said)
    return LabFigure(found.value, found.low, found.high, samples, said)


@dataclass(frozen=True, slots=True)
class PlotPoint:
    """A point of a curve, and its error bar."""

    x: float
    y: float
    low: float
    high: float

    @classmethod
    def at(cls, x: float, found: LabFigure | float) -> "PlotPoint":
        """Return the point of a figure."""
        if isinstance(found, LabFigure):
            return cls(x, found.value, found.low, found.high)
        return cls(x, found, found, found)


@dataclass(frozen=True, slots=True)
class Measurements:
    """Figures by their names, and curves by theirs."""

    figures: dict[str, LabFigure]
    curves: dict[str, list[PlotPoint]] = field(default_factory=dict)

    def __getitem__(self, name: str) -> LabFigure:
        return self.figures[name]

    def with_figures(self, values: Mapping[str, float]) -> "Measurements":
        """Return the same with exact values in place of some figures: what a verdict says of planted numbers.

        >>> Measurements({"leaves seen": LabFigure.exact(4)}).with_figures({"leaves seen": 5})["leaves seen"].value
        5
        """
        planted = {name: LabFigure.exact(value, self[name].said) for name, value in values.items()}
        return replace(self, figures=self.figures | planted)

    def to_data(self) -> dict[str, Any]:
        """Return all of it as JSON holds it."""
        curves = {
            name: [[_finite(each) for each in (point.x, point.y, point.low, point.high)] for point in points]
            for name, points in self.curves.items()
        }
        return {"figures": {name: each.to_data() for name, each in self.figures.items()}, "curves": curves}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Measurements":
        """Return what JSON holds."""
        curves = {
            str(name): [PlotPoint(*(math.nan if each is None else float(each) for each in row)) for row in rows]
            for name, rows in data["curves"].items()
        }
        return cls({str(name): LabFigure.from_data(each) for name, each in data["figures"].items()}, curves)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
