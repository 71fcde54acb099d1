"""Whether two sets of rules differ: each measure is tested, and all tests together keep to one error rate.

>>> from plywise.matches.statistics import estimate_share
>>> one, two = ({("first", "stronger"): estimate_share(hits, 100)} for hits in (90, 52))
>>> (found,) = compare_measures("a", one, "b", two)
>>> found.is_seen, round(found.contrast.value, 2), found.contrast.games_needed
(True, -0.38, 19)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plywise.matches.statistics import MOST_GAMES, Contrast, MeanEstimate, adjust_chances, contrast_means
from plywise.report.measures import MEASURES

LEVEL = 0.05
"""How often all tests together may see a difference where there is none."""


@dataclass(frozen=True, slots=True)
class MeasuredDifference:
    """How one measure differs between two sets of rules."""

    key: str
    strength: str
    first: MeanEstimate
    second: MeanEstimate
    contrast: Contrast
    chance: float
    """How often as large a difference comes up by chance, corrected for all measures that were tested (Holm)."""

    @property
    def is_seen(self) -> bool:
        """Whether the difference is more than chance explains."""
        return self.chance < LEVEL

    def to_data(self) -> dict[str, Any]:
        """Return the difference as JSON holds it."""
        found = self.contrast
        return {
            "measure": self.key,
            "strength": self.strength or None,
            "first": self.first.to_data(),
            "second": self.second.to_data(),
            "difference": round(found.value, 6),
            "low": round(found.low, 6),
            "high": round(found.high, 6),
            "p_value": round(found.chance, 8),
            "p_value_corrected": round(self.chance, 8),
            "is_seen": self.is_seen,
            "games_needed": found.games_needed if found.games_needed < MOST_GAMES else None,
            "smallest_difference_seen": round(found.smallest_seen, 6),
        }


@dataclass(frozen=True, slots=True)
class RulesComparison:
    """All differences between two sets of rules."""

    first: str
    second: str
    differences: list[MeasuredDifference]

    def to_data(self) -> dict[str, Any]:
        """Return the comparison as JSON holds it."""
        return {
            "first": self.first,
            "second": self.second,
            "differences": [each.to_data() for each in self.differences],
        }


def compare_measures(
    first: str,
    measured: Mapping[tuple[str, str], MeanEstimate],
    second: str,
    others: Mapping[tuple[str, str], MeanEstimate],
) -> list[MeasuredDifference]:
    """Test every measure that both sets of rules have; `first` and `second` name them."""
    keys = [key for key in measured if key in others and measured[key].games > 1 and others[key].games > 1]
    contrasts = [contrast_means(measured[key], others[key], len(keys)) for key in keys]
    chances = adjust_chances([each.chance for each in contrasts])
    order = list(MEASURES)
    found = [
        MeasuredDifference(key[0], key[1], measured[key], others[key], contrast, chance)
        for key, contrast, chance in zip(keys, contrasts, chances, strict=True)
    ]
    return sorted(found, key=lambda each: (order.index(each.key), each.strength))
