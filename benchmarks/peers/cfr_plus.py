"""Rounds of CFR+ a second on Leduc poker: ours, compiled and plain, and OpenSpiel's in C++ and in Python, in one run.

    python benchmarks/peers/cfr_plus.py

Seconds are CPU seconds of this process. OpenSpiel's game is counted with suits as it comes, and by ranks
(`suit_isomorphism=True`), which is the tree that ours has. Rounds alternate, so that all meet the same machine.
"""

import sys
import time
from collections.abc import Callable

import pyspiel
from open_spiel.python.algorithms import cfr

from plywise.equilibrium import FastCfrPlus
from plywise.games.cards.leduc_poker import LeducPoker
from plywise.search.hidden import CfrPlus, grow_tree

SWEEPS = 3


def spent(work: Callable[[], object]) -> float:
    """Return the CPU seconds that something takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def main() -> None:
    """Print a table."""
    tree = grow_tree(LeducPoker())
    fast, plain = FastCfrPlus(tree), CfrPlus(tree.game, tree)
    fast.run(1)  # compiles
    ranks, suits = pyspiel.load_game("leduc_poker(suit_isomorphism=True)"), pyspiel.load_game("leduc_poker")
    native = {"C++, ranks": pyspiel.CFRPlusSolver(ranks), "C++, suits": pyspiel.CFRPlusSolver(suits)}
    python = {"Python, ranks": cfr.CFRPlusSolver(ranks), "Python, suits": cfr.CFRPlusSolver(suits)}
    runs: dict[str, tuple[int, Callable[[int], object]]] = {
        "ours, compiled": (2_000, fast.run),
        "ours, plain": (5, plain.run),
        **{f"OpenSpiel, {name}": (10, repeated(solver)) for name, solver in native.items()},
        **{f"OpenSpiel, {name}": (1, repeated(solver)) for name, solver in python.items()},
    }
    best = dict.fromkeys(runs, 0.0)
    for _ in range(SWEEPS):
        for name, (rounds, run) in runs.items():
            best[name] = max(best[name], rounds / spent(lambda run=run, rounds=rounds: run(rounds)))  # type: ignore[misc]
    for name, rate in best.items():
        sys.stdout.write(
            f"{name:26} {rate:10,.1f} rounds/s   ours is {best['ours, compiled'] / rate:8,.1f} times as fast\n"
        )


def repeated(solver: "cfr.CFRPlusSolver") -> Callable[[int], object]:
    """Return a function that does some rounds."""

    def run(rounds: int) -> None:
        for _ in range(rounds):
            solver.evaluate_and_update_policy()

    return run


if __name__ == "__main__":
    main()
