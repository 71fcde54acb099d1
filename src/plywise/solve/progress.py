"""How far a job is, reported while it works."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Passed:
    """How far a component is: which pass, how many slots are done with (in pass 0) or newly decided."""

    number: int
    slots: int
    total: int


@dataclass(frozen=True, slots=True)
class SolveProgress:
    """How far a job is: components done, and in the one under way the pass and its slots."""

    names: tuple[str, ...]
    done: int
    components: int
    slots_done: int
    slots: int
    passed: Passed | None = None


OnProgress: TypeAlias = Callable[[SolveProgress], None]
