"""How much a search may cost.

>>> Limit(time=2.5, depth=8)
Limit(time=2.5, nodes=None, depth=8, simulations=None)
>>> Limit(depth=0)
Traceback (most recent call last):
plywise.rules.errors.PlywiseError: Limit(depth=0) allows nothing: give a depth above 0, or leave it out.
"""

import math
from dataclasses import dataclass, field, replace
from numbers import Integral, Real
from typing import Any

from plywise.rules.errors import PlywiseError
from plywise.rules.options.cancellation import Cancellation


@dataclass(frozen=True, slots=True)
class Limit:
    """A budget: seconds, states visited, plies and (of Monte Carlo searches) simulations, each optional.

    The search stops at whichever comes first.
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    simulations: int | None = None
    cancellation: Cancellation | None = field(default=None, compare=False, repr=False)
    """By which another thread can end the search."""
    is_default: bool = field(default=False, compare=False, repr=False)
    """Whether nobody asked for this limit: it merely stops a search, and changes nothing about how it goes about it."""

    def __post_init__(self) -> None:
        _check("time", self.time, Real, "a finite number of seconds")
        _check("nodes", self.nodes, Integral, "a whole number of states")
        _check("depth", self.depth, Integral, "a whole number of plies")
        _check("simulations", self.simulations, Integral, "a whole number of simulations")

    @property
    def is_open(self) -> bool:
        """Whether nothing bounds the search, so that only a proof can end it."""
        return self.time is None and self.nodes is None and self.depth is None and self.simulations is None

    @property
    def asks_for_rounds(self) -> bool:
        """Whether the caller gave a time or a number of states, so that a search must deepen to keep to it."""
        return not self.is_default and (self.time is not None or self.nodes is not None)

    @property
    def is_cancelled(self) -> bool:
        """Whether someone has ended the search."""
        return self.cancellation is not None and self.cancellation.is_cancelled

    def why_stopped(self, nodes: int) -> str:
        """Say what of a limit ended a search after `nodes` states.

        >>> Limit(nodes=200).why_stopped(200)
        'the limit of 200 states was reached'
        """
        if self.nodes is not None and nodes >= self.nodes and not self.is_cancelled:
            return f"the limit of {self.nodes:,} states was reached"
        if self.time is None or self.is_cancelled:
            return "it was stopped"
        return f"the limit of {self.time:.3g} s was reached"

    def after(self, nodes: int, seconds: float) -> "Limit | None":
        """Return what is left of a limit after some states and seconds; None where nothing is.

        >>> Limit(time=2, nodes=100).after(40, 0.5)
        Limit(time=1.5, nodes=60, depth=None, simulations=None)
        """
        time = None if self.time is None else self.time - seconds
        states = None if self.nodes is None else self.nodes - nodes
        if (time is not None and time <= 0) or (states is not None and states <= 0):
            return None
        return replace(self, time=time, nodes=states)


def _check(name: str, amount: Any, kind: type, meaning: str) -> None:
    if amount is None:
        return
    is_number = isinstance(amount, kind) and not isinstance(amount, bool)
    if not is_number or not amount < math.inf:
        raise PlywiseError(f"Limit({name}={amount!r}) is not {meaning}: give one above 0, or leave it out.")
    if not amount > 0:
        raise PlywiseError(f"Limit({name}={amount!r}) allows nothing: give a {name} above 0, or leave it out.")


DEFAULT_LIMIT = Limit(time=1.0, is_default=True)
"""What ends a decision whose caller gives no limit."""
