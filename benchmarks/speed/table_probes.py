"""How fast the compiled search probes solved tables: states answered per second of processor time, and a state's cost.

The game is chess, with tables of three men solved on the spot. First, states of four men are searched without tables
and with them: then the tables are probed at every state, and answer those after a capture. A fresh transposition table
for each root is part of the time. Then states of three men are searched with only the table of one side to move, and
windows so wide that nothing is cut: the table answers all but a few states, so the figure is the speed of the probes.
Run: python benchmarks/speed/table_probes.py [--folder DIR], where DIR keeps the tables for the next time.
"""

import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from plywise.agents import open_tables
from plywise.agents.tables import searched_tables
from plywise.games.chess import Chess
from plywise.kernel import Searcher, Switches
from plywise.rules import Limit
from plywise.solve import solve_tiers

GAME = Chess()
ROOTS, CALLS, ROUNDS = 60, 40, 3


def main() -> int:
    """Print the table; fail below a million probes a second."""
    folder = Path(sys.argv[2]) if sys.argv[1:2] == ["--folder"] else Path(tempfile.mkdtemp()) / "tables"
    if not folder.exists():
        solve_tiers(GAME, "chess", GAME.parse_tier("3"), folder)
    tables = searched_tables(open_tables(folder, GAME))
    shown = Table("search", "states", "known by table", "states/s", "known/s")
    natural = states_of("KRvKR w", ROOTS)
    run(shown, "KRvKR, no tables", Searcher(GAME), natural, 7)
    run(shown, "KRvKR, tables of 3 men", Searcher(GAME, tables=tables), natural, 7)
    bare = Switches.none()
    weaker = [(tier, codes) for tier, codes in tables if GAME.tier_name(tier) == "KQvK b"]
    told = spray(shown, "KQvK b, its own table alone", Searcher(GAME, bare, tables=weaker), states_of("KQvK b", ROOTS))
    Console().print(shown)
    return 0 if told >= 1_000_000 else 1


def states_of(name: str, count: int) -> list[Any]:
    """Return random states of a table that aren't over."""
    lots, tier, states = Random(1), GAME.parse_tier(name)[0], []
    while len(states) < count:
        index = lots.randrange(GAME.tier_size(tier))
        state = GAME.unindex(tier, index)
        if (GAME.tier(state), GAME.index(state)) == (tier, index) and not GAME.is_terminal(state):
            states.append(state)
    return states


def run(shown: Table, name: str, searcher: Searcher, states: list[Any], depth: int) -> None:
    """Search states to a depth."""
    nodes = probes = 0
    begun = time.process_time()
    for state in states:
        searcher.clear()
        decision = searcher.decide(state, limit=Limit(depth=depth))
        nodes, probes = nodes + decision.nodes, probes + decision.probes
    tell(shown, name, nodes, probes, time.process_time() - begun)


def spray(shown: Table, name: str, searcher: Searcher, states: list[Any]) -> float:
    """Search the states two plies on again and again, in compiled code only; return the answers a second."""
    worker, best = searcher.workers[0], 0.0
    module = worker.module
    wide = 1 << 40
    for _ in range(ROUNDS):
        nodes = probes = 0
        seconds = 0.0
        for state in states:
            searcher.decide(state, limit=Limit(depth=2))  # to set up the block
            codes = [root.code for root in worker.order]
            before, told = worker.nodes, searcher.probes
            begun = time.process_time()
            for _ in range(CALLS):
                for code in codes:
                    module.run_search(worker.block.ctypes.data, code, 1, -wide, wide)
            seconds += time.process_time() - begun
            nodes, probes = nodes + worker.nodes - before, probes + searcher.probes - told
        best = max(best, tell(shown, name, nodes, probes, seconds))
    return best


def tell(shown: Table, name: str, nodes: int, probes: int, seconds: float) -> float:
    """Add a row; return the answers a second."""
    shown.add_row(name, f"{nodes:,}", f"{probes:,}", f"{nodes / seconds:,.0f}", f"{probes / seconds:,.0f}")
    return probes / seconds


if __name__ == "__main__":
    sys.exit(main())
