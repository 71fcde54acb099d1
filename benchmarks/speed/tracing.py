"""What an unwatched search pays for the possibility of being watched: readable alpha-beta against one without hooks.

The reference is the book's three functions, with nothing in them that a watcher could override; both visit the same
states. Runs alternate, and the medians of their processor time are compared.
Run: python benchmarks/speed/tracing.py
Exits with 1 if an unwatched search costs more than 2% extra on average.
"""

import math
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from plywise.games.catalog import load_game
from plywise.rules import MAX, Game, Limit
from plywise.search import Line, Search, Watcher, alpha_beta

RUNS = 10
LIMIT = 1.02
WORKLOADS = {"connect-four": 6, "othello": 7, "tic-tac-toe": 7}


def value(search: Search, state: Any, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
    """Return the value of a state, or a bound that is enough."""
    leaf = search.visit(state, depth)
    if leaf is not None:
        return leaf, ()
    search.path.step_into(state)
    choose = max_value if search.game.to_move(state) == MAX else min_value
    found = choose(search, state, depth, alpha, beta)
    search.path.step_back()
    return found


def max_value(search: Search, state: Any, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
    """Return the highest value among the successors."""
    best, line = -math.inf, Line()
    for action, child in search.successors(state):
        found, rest = value(search, child, depth - 1, alpha, beta)
        if found > best:
            best, line = found, (action, *rest)
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best, line


def min_value(search: Search, state: Any, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
    """Return the lowest value among the successors."""
    best, line = math.inf, Line()
    for action, child in search.successors(state):
        found, rest = value(search, child, depth - 1, alpha, beta)
        if found < best:
            best, line = found, (action, *rest)
        if best <= alpha:
            break
        beta = min(beta, best)
    return best, line


def unwatchable(game: Game, depth: int) -> int:
    """Search without hooks; return the states visited."""
    search = Search(game, Limit(depth=depth))
    value(search, game.initial(), depth, -math.inf, math.inf)
    return search.nodes


def unwatched(game: Game, depth: int) -> int:
    """Search with nobody watching; return the states visited."""
    return alpha_beta(game, limit=Limit(depth=depth)).nodes


def watched(game: Game, depth: int) -> int:
    """Search with a watcher that does nothing; return the states visited."""
    return alpha_beta(game, limit=Limit(depth=depth), watcher=Watcher()).nodes


def measure(run: Callable[[Game, int], int], game: Game, depth: int) -> tuple[float, int]:
    """Return the processor time of one run, and the states it visited."""
    started = time.process_time()
    states = run(game, depth)
    return time.process_time() - started, states


def compare(spec: str, depth: int) -> tuple[int, float, float]:
    """Return a workload's states, and the times of an unwatched and a watched search, divided by the reference's."""
    game = load_game(spec)
    times: dict[Callable[[Game, int], int], list[float]] = {unwatchable: [], unwatched: [], watched: []}
    visited = set()
    for _ in range(RUNS):
        for run in times:
            seconds, states = measure(run, game, depth)
            times[run].append(seconds)
            visited.add(states)
    assert len(visited) == 1, f"{spec}: the searches differ, {visited}"
    reference, off, on = (statistics.median(each) for each in times.values())
    return visited.pop(), off / reference, on / reference


def main() -> None:
    """Print the ratios of every workload; exit with 1 if the mean is above the limit."""
    table = Table("game", "states", "unwatched", "watched", box=None, title="time relative to a search without hooks")
    ratios = []
    for spec, depth in WORKLOADS.items():
        states, off, on = compare(spec, depth)
        ratios.append(off)
        table.add_row(spec, f"{states:,}", f"{off:.3f}", f"{on:.2f}")
    mean = statistics.geometric_mean(ratios)
    table.add_row("together", "", f"{mean:.3f}", "")
    Console().print(table)
    sys.exit(mean > LIMIT)


if __name__ == "__main__":
    main()
