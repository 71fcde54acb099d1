"""What it costs to keep the path of a search, so that cycles are seen: minimax of Connect Four to depth 6.

The same search runs with its path and with one that keeps nothing; both visit the same states, since Connect Four never
repeats one. Runs take turns, in CPU time, and the best of each counts.

Run: python benchmarks/speed/paths.py
"""

import time
from typing import Any
from unittest import mock

from rich.console import Console

from plywise import Limit, load_game, minimax
from plywise.search.shared.path import Path

RUNS, DEPTH = 9, 6


class NoPath(Path):
    """A path that keeps nothing."""

    def step_into(self, state: Any) -> None:
        """Do nothing."""

    def step_back(self) -> None:
        """Do nothing."""

    def has(self, state: Any, parent: Any = None) -> bool:
        """Never find a repetition."""
        return False


def microseconds(path: type[Path]) -> tuple[float, int]:
    """Search once with such a path; return the microseconds of a state, and how many there were."""
    with mock.patch("plywise.search.shared.search.Path", path):
        begun = time.process_time()
        nodes = minimax(load_game("connect-four"), limit=Limit(depth=DEPTH)).nodes
        return 1e6 * (time.process_time() - begun) / nodes, nodes


def main() -> None:
    """Print the cost of a state both ways."""
    found: dict[type[Path], list[tuple[float, int]]] = {Path: [], NoPath: []}
    for _ in range(RUNS):
        for path, runs in found.items():
            runs.append(microseconds(path))
    (kept, nodes), (none, other) = (min(runs) for runs in found.values())
    if nodes != other:
        raise SystemExit(f"With a path {nodes} states are visited, without one {other}.")
    console = Console(highlight=False, soft_wrap=True)
    console.print("| minimax, Connect Four, depth 6 | states | µs a state |", "|---|---|---|", sep="\n")
    console.print(f"| with its path | {nodes:,} | {kept:.2f} |", f"| without | {nodes:,} | {none:.2f} |", sep="\n")
    console.print(f"\nKeeping the path takes {1 - none / kept:.0%} of the time.")


if __name__ == "__main__":
    main()
