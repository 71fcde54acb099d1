"""The other compiled searches beside their readable twins: states a second of CPU time, after the same states.

Both search to the same depth, which is chosen so that the readable one takes a second or so; the compiled one is
repeated until its time can be measured. Runs take turns, and the best of them counts. Proof-number search gets slower
as its tree grows, so its readable rate is given for the first and for the last of its states.

Run: python benchmarks/speed/other_twins.py
Fails where the two don't visit the same number of states.
"""

import time
from collections.abc import Callable
from typing import Any

from rich.console import Console

from plywise import load_game
from plywise.kernel import ExpectationSearcher, ProofSearcher, VectorSearcher
from plywise.rules import Decision, Limit
from plywise.search import expectiminimax, max_n, paranoid, proof_number, star1, star2

RUNS, LEAST_SECONDS = 5, 0.2
RACE, PIG, BOARD, FOUR = (
    "dice-race:squares=20,sides=6",
    "pig",
    "mnk:m=4,n=4,k=3,players=3",
    "connect-four:width=5,height=4",
)

Twin = Callable[..., Decision]
Row = tuple[str, str, Limit, Callable[[Any], Any], Twin]

ROWS: list[Row] = [
    ("expectiminimax", RACE, Limit(depth=9), lambda game: ExpectationSearcher(game, "none"), expectiminimax),
    ("Star1", RACE, Limit(depth=9), lambda game: ExpectationSearcher(game, "star1"), star1),
    ("Star2", RACE, Limit(depth=9), lambda game: ExpectationSearcher(game, "star2"), star2),
    ("expectiminimax", PIG, Limit(depth=14), lambda game: ExpectationSearcher(game, "none"), expectiminimax),
    ("Star2", PIG, Limit(depth=14), lambda game: ExpectationSearcher(game, "star2"), star2),
    ("max^n", BOARD, Limit(depth=4), lambda game: VectorSearcher(game, "max_n"), max_n),
    ("paranoid", BOARD, Limit(depth=6), lambda game: VectorSearcher(game, "paranoid"), paranoid),
    ("proof-number, a draw or more", FOUR, Limit(nodes=3_000), ProofSearcher, proof_number),
    ("proof-number, a draw or more", FOUR, Limit(nodes=100_000), ProofSearcher, proof_number),
]


def rate(search: Callable[[], Decision], least: float = 0) -> tuple[float, int]:
    """Return states a second, and the states of one search; what is short is repeated."""
    begun, nodes, spent = time.process_time(), 0, 0.0
    while nodes == 0 or spent < least:
        found = search().nodes
        nodes, spent = nodes + found, time.process_time() - begun
    return nodes / spent, found


def compare(row: Row) -> tuple[float, float, int]:
    """Return the best rates of the compiled search and of the readable one, and how many states both visit."""
    name, spec, limit, compiled, readable = row
    game = load_game(spec)
    asked: dict[str, Any] = {"limit": limit} | ({"at_least": 0} if compiled is ProofSearcher else {})
    searcher = compiled(game)
    searcher.decide(**asked)
    fast, slow = [], []
    for _ in range(RUNS):
        fast.append(rate(lambda: searcher.decide(**asked), LEAST_SECONDS))
        slow.append(rate(lambda: readable(game, **asked)))
    visited = {nodes for _, nodes in fast + slow}
    if len(visited) > 1:
        raise SystemExit(f"{name} of {spec} visits {' and '.join(map(str, visited))} states.")
    return max(fast)[0], max(slow)[0], visited.pop()


def main() -> None:
    """Print a row for each search and game."""
    console = Console(highlight=False, soft_wrap=True)
    console.print("| search | game | limit | states | compiled states/s | readable states/s | ratio |")
    console.print("|---|---|---|---|---|---|---|")
    for row in ROWS:
        fast, slow, nodes = compare(row)
        limit = f"depth {row[2].depth}" if row[2].depth else "states"
        rates = f"{fast / 1e6:.0f} M | {slow / 1e6:.2f} M | {fast / slow:.0f}"
        console.print(f"| {row[0]} | {row[1]} | {limit} | {nodes:,} | {rates} |")


if __name__ == "__main__":
    main()
