"""What the readable algorithms cost: states visited, CPU time, and how far a deadline is overrun.

Run: python benchmarks/speed/plain.py [--slow]
"""

import sys
import time
from collections.abc import Callable
from functools import partial

from rich.console import Console
from rich.table import Table

from plywise.games.catalog import load_game
from plywise.rules import Decision, Limit
from plywise.search import alpha_beta, iterative_deepening, minimax

Row = tuple[str, str, Callable[..., Decision]]

ROWS: list[Row] = [
    ("tic-tac-toe", "minimax", minimax),
    ("tic-tac-toe", "alpha-beta", alpha_beta),
    ("tic-tac-toe", "alpha-beta, known extremes", partial(alpha_beta, known_extremes=True)),
    ("connect-four", "alpha-beta, depth 8", partial(alpha_beta, limit=Limit(depth=8))),
    ("connect-four:width=4,height=4", "alpha-beta, known extremes", partial(alpha_beta, known_extremes=True)),
    ("connect-four:width=4,height=5", "alpha-beta, known extremes", partial(alpha_beta, known_extremes=True)),
]
SLOW_ROWS: list[Row] = [
    ("connect-four:width=5,height=4", "alpha-beta, known extremes", partial(alpha_beta, known_extremes=True)),
]


def overshoots(seconds: float, times: int) -> list[float]:
    """Return by how many milliseconds a deadline is overrun, for each of several tries."""
    game = load_game("connect-four")
    found = []
    for _ in range(times):
        started = time.perf_counter()
        iterative_deepening(game, limit=Limit(time=seconds))
        found.append(1000 * (time.perf_counter() - started - seconds))
    return found


def main() -> int:
    """Print the table."""
    table = Table(box=None, pad_edge=False)
    for heading in ("game", "search", "value", "states", "leaves", "CPU s", "states/s"):
        table.add_column(heading, justify="left" if heading in ("game", "search") else "right")
    for spec, name, search in ROWS + (SLOW_ROWS if "--slow" in sys.argv else []):
        game = load_game(spec)
        started = time.process_time()
        decision = search(game)
        spent = time.process_time() - started
        counts = (f"{decision.nodes:,}", f"{decision.leaves:,}", f"{spent:.2f}", f"{decision.nodes / spent:,.0f}")
        table.add_row(spec, name, f"{decision.value:g}", *counts)
    console = Console(highlight=False)
    console.print(table)
    late = overshoots(0.1, 20)
    console.print(
        f"\nA limit of 100 ms is overrun by {sum(late) / len(late):.1f} ms on average, {max(late):.1f} at most."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
