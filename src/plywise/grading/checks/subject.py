"""What can be graded by checks: how it is found in a file, what is asked of it there, and how answers are marked.

child                                             parent
finds the function, attempts task after task      marks the answers: they are plain data,
        ----- TaskAnswer, TaskAnswer, ... ----->  so that a file can only pass by answering correctly
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal, TypeAlias

from plywise.grading.checks.check import CheckReport

CheckedName: TypeAlias = Literal["max-n", "monte-carlo-tree-search", "evaluation", "game"]


@dataclass(frozen=True)
class TaskAnswer:
    """What a student's work made of a task: plain data, or how it failed and at which of the student's lines."""

    content: Any = None
    error: str = ""
    where: str = ""

    def tell_error(self) -> str:
        """Say in one sentence how it failed."""
        return f"{self.error[:1].upper()}{self.error[1:]}" + (f", at {self.where}." if self.where else ".")


UNTRIED = TaskAnswer(error="not tried: something before it came to no end")


class Subject(ABC):
    """One kind of work that is graded by checks."""

    name: CheckedName
    written_as: str
    """What a file must define, as a student writes it."""
    is_search: bool = True
    """Whether importing ours would be an answer in the student's place."""
    may_be_helper: bool = False
    """Whether a file with a search in it may well define one for its own use."""

    @abstractmethod
    def find(self, module: ModuleType) -> Any:
        """Return what a file defines, None where it has nothing of this kind.

        Raises StudentError where it has, but can't be asked.
        """

    @abstractmethod
    def tasks(self, reference: str) -> Sequence[Any]:
        """Return what is asked; always the same. `reference` is the game that the work is for, if any."""

    @abstractmethod
    def attempt(self, found: Any, task: Any) -> Any:
        """Let a student's work do a task, in the child; return plain data."""

    @abstractmethod
    def mark(self, answers: Sequence[TaskAnswer], reference: str) -> CheckReport:
        """Mark the answers to all tasks."""

    def reference_of(self, module: ModuleType) -> str:
        """Return the game that a file says it is for, empty where that means nothing."""
        return ""


def find_function(module: ModuleType, names: Sequence[str]) -> Callable[..., Any] | None:
    """Return the first function of a file that has one of these names."""
    found = (getattr(module, name, None) for name in names)
    return next((each for each in found if callable(each) and not isinstance(each, type)), None)
