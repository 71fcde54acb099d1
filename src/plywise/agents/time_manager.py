"""When a search under a clock has looked long enough, judged after each depth."""

import time
from typing import Any

from plywise.agents.algorithms import Callbacks
from plywise.agents.clocks import Allotment
from plywise.rules import Cancellation, Decision

NEXT_ROUND = 0.55
"""A round takes longer than all before it: past this part of the time there is no point in beginning another."""
STEADY, STEADY_PART = 4, 0.6
"""After this many depths with the same action, a decision takes this part of its share."""
UNSTEADY_PART = 2.0
"""What it takes instead where the last depth changed the action."""


def managed(allotted: Allotment, cancellation: Cancellation, callbacks: Callbacks) -> Callbacks:
    """Return callbacks that pass everything on, and end the search when its share of the clock is used up."""
    started = time.perf_counter()
    last: Any = None
    steady = 0

    def on_depth(decision: Decision) -> None:
        nonlocal last, steady
        steady = steady + 1 if decision.action == last else 0
        last = decision.action
        callbacks.report(decision)
        part = UNSTEADY_PART if steady == 0 else STEADY_PART if steady >= STEADY else 1.0
        seconds = min(allotted.soft * part, allotted.hard)
        if time.perf_counter() - started > seconds * NEXT_ROUND:
            cancellation.cancel()

    return Callbacks(on_depth=on_depth, on_compile=callbacks.on_compile, on_progress=callbacks.on_progress)
