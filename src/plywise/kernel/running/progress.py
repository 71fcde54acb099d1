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


OnProgress: TypeAlias = Callable[[Progress], None]
