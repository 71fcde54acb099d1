"""One measured search: what it visited and the CPU time it took, with nothing remembered from before.

Counts of states repeat exactly (one thread, a depth, a fresh table); CPU times are as good as the machine is quiet.
"""

import time
from dataclasses import dataclass
from typing import Any

from plywise.kernel import Searcher
from plywise.rules import Limit, Status

TABLE_MB = 16
"""The table's size in every measurement: what is kept and what is lost depends on it, and so do counts of states."""


@dataclass(frozen=True, slots=True)
class StateSample:
    """A search to a depth; `is_complete` says that it got there, or to a proof, within the states allowed."""

    depth: int
    nodes: int
    value: float
    seconds: float
    is_complete: bool = True


def measure(searcher: Searcher, state: Any, depth: int, most_nodes: int | None = None) -> StateSample:
    """Search a state to a depth with a fresh table; give up after `most_nodes` states."""
    searcher.clear()
    started = time.process_time()
    found = searcher.decide(state, limit=Limit(nodes=most_nodes, depth=depth))
    seconds = time.process_time() - started
    is_complete = found.depth == depth or found.status is Status.PROVEN
    return StateSample(found.depth, found.nodes, found.value, seconds, is_complete)
