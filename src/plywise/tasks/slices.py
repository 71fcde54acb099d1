"""A compiled search in a page, slice by slice: nothing can interrupt it, so it is asked again and again for a moment.

The agent remembers: what an earlier slice has searched is in its table or tree. Where a slice gets no further than the
one before, the next is twice as long.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

Found: TypeAlias = dict[str, Any]
Report: TypeAlias = Callable[[str, Any], None]

FIRST_SLICE, LONGEST_SLICE = 0.4, 4.0
LEAST_REST = 0.02
"""Seconds that must be left for another slice."""


@dataclass
class SlicedSearch:
    """Searches one position: `search(report, seconds)` is one slice, `is_stopped` looks for a word to end it."""

    search: Callable[[Report, float], Found]
    report: Report
    is_stopped: Callable[[], bool]
    deepest: int = 0
    nodes: int = 0
    simulations: int = 0

    def run(self, seconds: float, depth: int | None) -> Found:
        """Search for some seconds, to a depth at most; return the last answer."""
        began, length = time.perf_counter(), FIRST_SLICE
        while True:
            rest = seconds - (time.perf_counter() - began)
            before = self.deepest
            found = self.search(self._pass_on, max(LEAST_REST, min(length, rest)))
            decision = found["decision"]
            self._note(decision, time.perf_counter() - began)
            is_final = decision["status"] == "proven" or (depth is not None and decision["depth"] >= depth)
            rest = seconds - (time.perf_counter() - began)
            if is_final or rest < LEAST_REST or self.is_stopped():
                return found
            self.report("decision", found)
            if self.deepest <= before and not decision["simulations"]:
                length = min(LONGEST_SLICE, 2 * length)

    def _pass_on(self, kind: str, content: Any) -> None:
        """Report what goes further than all before."""
        if kind == "decision":
            depth = content["decision"]["depth"]
            if depth <= self.deepest:
                return
            self.deepest = depth
        self.report(kind, content)

    def _note(self, decision: dict[str, Any], seconds: float) -> None:
        """Count all slices together."""
        self.nodes += decision["nodes"]
        self.simulations += decision["simulations"]
        decision |= {"nodes": self.nodes, "simulations": self.simulations, "seconds": seconds}
