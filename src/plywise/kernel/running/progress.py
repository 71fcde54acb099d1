"""The progress of compiled work, for whoever waits."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from plywise.rules import Action


@dataclass(frozen=True, slots=True)
class Progress:
    """The depth being searched, the action being tried, states, seconds and simulations so far."""

    depth: int
    action: Action | None
    nodes: int
    seconds: float
    simulations: int = 0
    numbers: tuple[int, int] | None = None
    """The proof and the disproof number of the root, where there are some."""
    filled: float = 0.0
    """How much of the table is in use, from 0 to 1."""


OnProgress: TypeAlias = Callable[[Progress], None]
