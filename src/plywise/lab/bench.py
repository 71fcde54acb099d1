"""The bench: fixed searches whose counts of states, folded into one signature, show any change of behaviour.

>>> rows = [BenchRow("nim", 10, 2553, 1, 0.01), BenchRow("kalah", 5, 396, 2, 0.01)]
>>> signature(rows), signature(rows[:1]) == signature(rows)
('9075b423', False)
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from plywise.kernel import Searcher
from plywise.lab.sample import measure
from plywise.rules import Limit

DEFAULT_NODES = 2_000_000
"""How far a game without a depth of its own is searched: the deepest that is complete within this many states."""


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One game's search: how deep, the states visited, the value to the player to move, and the CPU time."""

    game: str
    depth: int
    nodes: int
    value: float
    seconds: float

    @property
    def rate(self) -> float:
        """States a second."""
        return self.nodes / self.seconds if self.seconds else 0.0


def bench(name: str, searcher: Searcher, depth: int) -> BenchRow:
    """Search a game's initial state to a depth; `name` is what the game is called in the signature."""
    found = measure(searcher, searcher.game.initial(), depth)
    return BenchRow(name, found.depth, found.nodes, found.value, found.seconds)


def depth_within(searcher: Searcher, nodes: int = DEFAULT_NODES) -> int:
    """Return the deepest search of the initial state that is complete within `nodes` states; at least 1.

    Counted in states, not in time, so that every machine comes to the same depth.
    """
    searcher.clear()
    return max(1, searcher.decide(limit=Limit(nodes=nodes)).depth)


def signature(rows: Iterable[BenchRow]) -> str:
    """Return eight hexadecimal digits that stand for every game, depth, count of states and value."""
    told = "\n".join(f"{row.game} {row.depth} {row.nodes} {row.value:.9g}" for row in rows)
    return hashlib.sha256(told.encode()).hexdigest()[:8]
