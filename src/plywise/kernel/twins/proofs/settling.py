"""From yes and no to a value: one question after the other."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from plywise.rules import Bound, Decision, Limit, Status

Ask: TypeAlias = Callable[[Limit, float | None], Decision]
"""Asks whether some utility can be forced; the best there is, if None is given."""


def settle(ask: Ask, limit: Limit, was_interrupted: Callable[[], bool], first: float | None = None) -> Decision:
    """Ask for the best utility, and after each no for the most that is still possible.

    `first` is what to ask for instead where everything above is known to be out of reach.
    """
    found = ask(limit, first)
    if first is not None and found.bound is Bound.LOWER:
        return replace(found, status=Status.PROVEN, bound=Bound.EXACT)
    while found.bound is Bound.UPPER and not was_interrupted():
        rest = limit.after(found.nodes, found.seconds)
        if rest is None:
            return replace(found, stopped_by=limit.why_stopped(found.nodes))
        try:
            asked = ask(rest, found.value)
        except KeyboardInterrupt:
            break
        asked = replace(asked, nodes=found.nodes + asked.nodes, seconds=found.seconds + asked.seconds)
        if asked.status is Status.HEURISTIC:
            return replace(asked, value=found.value, status=Status.BOUNDED, bound=Bound.UPPER)
        if asked.bound is Bound.LOWER:
            return replace(asked, status=Status.PROVEN, bound=Bound.EXACT)
        found = asked
    return found
