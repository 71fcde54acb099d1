"""One thing that was asked of a student's work, whether it holds, and all of them together with what they look like.

>>> checks = [GradedCheck("figure 5.4", True), GradedCheck("one ply", False, "Yours chooses d1, not d2.")]
>>> report = CheckReport("max-n", checks)
>>> report.passed, report.has_full_marks, report.first_failure.what
(1, False, 'Yours chooses d1, not d2.')
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plywise.grading.mistakes import Mistake
from plywise.rules import Game


@dataclass(frozen=True)
class MarkedTree:
    """A tree to be drawn: what every state is worth to each player, and notes beside some of them."""

    game: Game
    state: Any
    values: Mapping[Any, tuple[float, ...]]
    notes: Mapping[Any, str] = field(default_factory=dict)
    faulty: Any = None
    """The state where something goes wrong."""


@dataclass(frozen=True)
class GradedCheck:
    """What was asked, whether it holds, in a sentence what was found, and perhaps where."""

    title: str
    is_passed: bool
    what: str = ""
    fix: str = ""
    tree: MarkedTree | None = None

    def to_data(self) -> dict[str, Any]:
        """Return it as data that JSON can hold."""
        return {"title": self.title, "passed": self.is_passed, "what": self.what, "fix": self.fix}


@dataclass(frozen=True)
class CheckReport:
    """All checks of one piece of work, and the mistake that the failures look like."""

    subject: str
    checks: Sequence[GradedCheck]
    mistake: Mistake | None = None

    @property
    def passed(self) -> int:
        """How many checks hold."""
        return sum(check.is_passed for check in self.checks)

    @property
    def has_full_marks(self) -> bool:
        """Whether all of them do."""
        return self.passed == len(self.checks)

    @property
    def first_failure(self) -> GradedCheck | None:
        """The first one that doesn't."""
        return next((check for check in self.checks if not check.is_passed), None)

    def to_data(self) -> dict[str, Any]:
        """Return the report as data that JSON can hold."""
        found = self.mistake
        return {
            "subject": self.subject,
            "passed": self.passed,
            "checks": [check.to_data() for check in self.checks],
            "looks_like": found and {"mistake": found.name, "what": found.what, "fix": found.fix},
        }
