"""The other compiled searches beside their readable twins: states a second of CPU time.

The readable search looks a little ahead, the compiled one farther, so that starting a search isn't what is measured; at
the smaller limit both are asked, and must visit as many states. Runs take turns, and the best of each counts.
Proof-number search gets slower as its tree outgrows the processor's caches.

Run: python benchmarks/speed/other_twins.py
"""

import time
from collections.abc import Callable
from typing import Any

from rich.console import Console

from plywise import load_game
from plywise.kernel import ExpectationSearcher, ProofSearcher, VectorSearcher
from plywise.kernel.twins.expectation import Pruning
from plywise.kernel.twins.vectors import VectorRule
from plywise.rules import Decision, Limit
from plywise.search import expectiminimax, max_n, paranoid, proof_number, star1, star2

RUNS, LEAST_SECONDS = 5, 0.2
RACE, PIG, BOARD, FOUR = (
    "dice-race:squares=20,sides=6",
    "pig",
    "mnk:m=4,n=4,k=3,players=3",
    "connect-four:width=5,height=4",
)

Row = tuple[str, str, Limit, Limit, Callable[[Any], Any], Callable[..., Decision]]


def averaging(pruning: Pruning) -> Callable[[Any], Any]:
    """Return what compiles a search that averages over dice."""
    return lambda game: ExpectationSearcher(game, pruning)


def vectors(rule: VectorRule) -> Callable[[Any], Any]:
    """Return what compiles a search for many players."""
    return lambda game: VectorSearcher(game, rule)


ROWS: list[Row] = [
    ("expectiminimax", RACE, Limit(depth=9), Limit(depth=12), averaging("none"), expectiminimax),
    ("Star1", RACE, Limit(depth=9), Limit(depth=12), averaging("star1"), star1),
    ("Star2", RACE, Limit(depth=9), Limit(depth=12), averaging("star2"), star2),
    ("expectiminimax", PIG, Limit(depth=12), Limit(depth=16), averaging("none"), expectiminimax),
    ("Star2", PIG, Limit(depth=12), Limit(depth=16), averaging("star2"), star2),
    ("max^n", BOARD, Limit(depth=4), Limit(depth=6), vectors("max_n"), max_n),
    ("paranoid", BOARD, Limit(depth=6), Limit(depth=9), vectors("paranoid"), paranoid),
    ("proof-number, a draw or more", FOUR, Limit(nodes=100_000), Limit(nodes=3_000_000), ProofSearcher, proof_number),
]
"""Search, game, limits of the readable and of the compiled one, and both."""


def rate(search: Callable[[], Decision]) -> tuple[float, int]:
    """Return states a second, and the states of one search; what is short is repeated."""
    begun, nodes, spent = time.process_time(), 0, 0.0
    while spent < LEAST_SECONDS:
        found = search().nodes
        nodes, spent = nodes + found, time.process_time() - begun
    return nodes / spent, found


def compare(row: Row) -> tuple[float, float, int, int]:
    """Return the best rates of the compiled search and of the readable one, and the states that each visits."""
    name, spec, near, far, compiled, readable = row
    game, asked = load_game(spec), {"at_least": 0} if compiled is ProofSearcher else {}
    searcher = compiled(game)
    fast, slow = [], []
    for _ in range(RUNS):
        fast.append(rate(lambda: searcher.decide(limit=far, **asked)))
        slow.append(rate(lambda: readable(game, limit=near, **asked)))
    if (twins := searcher.decide(limit=near, **asked).nodes) != slow[0][1]:
        raise SystemExit(f"{name} of {spec} visits {slow[0][1]:,} states readably and {twins:,} compiled.")
    return max(fast)[0], max(slow)[0], fast[0][1], slow[0][1]


def main() -> None:
    """Print a row for each search and game."""
    console = Console(highlight=False, soft_wrap=True)
    console.print("| search | game | compiled, states | states/s | readable, states | states/s | ratio |")
    console.print("|---" * 7 + "|")
    for row in ROWS:
        fast, slow, many, few = compare(row)
        rates = f"{many:,} | {fast / 1e6:.0f} M | {few:,} | {slow / 1e6:.2f} M | {fast / slow:.0f}"
        console.print(f"| {row[0]} | {row[1]} | {rates} |")


if __name__ == "__main__":
    main()
