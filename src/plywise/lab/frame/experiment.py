"""An experiment: a statement of a text, how it is measured, and a verdict that the numbers decide."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, TypeAlias

from plywise.lab.frame.curves import Axes, plot_curves
from plywise.lab.frame.measurements import Measurements

LabSettings: TypeAlias = Mapping[str, Any]


class Ruling(StrEnum):
    """What the numbers say of a statement; an error bar counts as a whole, never by its better end."""

    HOLDS = "holds"
    LIMITED = "holds within limits"
    UNDECIDED = "undecided"
    """A mark divides an error bar: the sample is too small to say."""
    FAILS = "does not hold here"
    MISPRINTED = "wrong as our copy prints it"
    """What our copy prints is wrong; the text itself may be right, since our copy was read by a machine."""
    WRONG = "the text is wrong"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, and in a sentence or two the figures that decide it."""

    ruling: Ruling
    reason: str


class Experiment:
    """One statement, measured. A subclass in a file of its own is all that a new experiment needs.

    The work is split into cases, which know nothing of each other: they run on any core or machine, in any order, and
    a run that was stopped goes on with those that are missing. What a case observes must be JSON.
    """

    number: ClassVar[int]
    """By which the list of statements knows it."""
    name: ClassVar[str]
    title: ClassVar[str]
    claim: ClassVar[str]
    """The statement in the text's own words."""
    source: ClassVar[str]
    how: ClassVar[str]
    """What is measured here, and where it is less than the text speaks of."""
    why: ClassVar[str] = ""
    """Why what is measured falls short of what the text says, where it does."""
    quick: ClassVar[LabSettings] = {}
    """Settings that take seconds."""
    full: ClassVar[LabSettings] = {}
    """Settings that decide, in minutes or hours."""
    axes: ClassVar[Axes] = Axes("", "")
    was_adjusted: ClassVar[bool] = False
    """Whether settings or rules of the verdict were changed after first results had been seen."""

    def settings(self, is_quick: bool) -> LabSettings:
        """Return the settings of a run."""
        return self.quick if is_quick else {**self.quick, **self.full}

    def cases(self, settings: LabSettings) -> Sequence[Any]:
        """Return the parts that the work consists of."""
        return [None]

    def observe(self, settings: LabSettings, case: Any, chooser: random.Random) -> Any:
        """Do one part, and return what was seen; all random numbers come from `chooser`."""
        raise NotImplementedError

    def summarise(self, settings: LabSettings, cases: Sequence[Any], observed: Sequence[Any]) -> Measurements:
        """Turn what was seen in all cases into figures and curves."""
        raise NotImplementedError

    def judge(self, found: Measurements) -> Judgement:
        """Return the verdict; nothing but the measurements decides it."""
        raise NotImplementedError

    def plot(self, found: Measurements) -> str:
        """Return the plot of the curves as SVG."""
        return plot_curves(self.title, self.axes, found.curves)

    def measure(self, is_quick: bool, seed: int = 0) -> Measurements:
        """Do all cases right here, one after the other."""
        settings = self.settings(is_quick)
        cases = self.cases(settings)
        seen = [self.observe(settings, case, self.chooser(seed, number)) for number, case in enumerate(cases)]
        return self.summarise(settings, cases, seen)

    def chooser(self, seed: int, case: int) -> random.Random:
        """Return where a case's random numbers come from."""
        return random.Random(f"{seed} {self.name} {case}")
