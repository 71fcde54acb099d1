"""How many test positions of chess are solved: Win at Chess and Bratko-Kopec, one thread, limited by states.

States repeat exactly, on a busy machine too. A position is solved where the action is one that its file calls best.

Run: PLYWISE_TEST_DATA=DIR python benchmarks/truth/chess_strength.py        (ten minutes)
Needs wacnew.epd and bratko-kopec.epd in DIR/chess; pip install chess.
"""

import os
import time
from pathlib import Path
from typing import Any

import chess
from rich.console import Console

from plywise.games.chess import Chess
from plywise.kernel import Searcher, Switches, Tuning
from plywise.rules import Limit

SUITES = {"Win at Chess": ("wacnew.epd", 3_200_000), "Bratko-Kopec": ("bratko-kopec.epd", 15_000_000)}
"""For each collection, its file, and how many states may be visited in each position."""


def is_solved(searcher: Searcher, line: str, states: int) -> bool:
    """Search the position of a line of EPD; return whether the action is right."""
    game, board = Chess(), chess.Board()
    wanted: Any = board.set_epd(line)
    state = game.parse_state(" ".join(line.split()[:4]))
    searcher.clear()
    action: Any = searcher.decide(state, limit=Limit(nodes=states)).action
    found = chess.Move.from_uci(game.uci(state, action))
    return found in wanted["bm"] if "bm" in wanted else found not in wanted["am"]


def main() -> None:
    """Print a row for each collection."""
    folder = os.environ.get("PLYWISE_TEST_DATA")
    if not folder:
        raise SystemExit("PLYWISE_TEST_DATA names no folder: set it to the one that has chess/wacnew.epd.")
    console = Console(highlight=False, soft_wrap=True)
    searcher = Searcher(Chess(), Switches().having("reductions", "null_move"), tuning=Tuning(reductions_full=4))
    console.print("| positions | states each | solved | CPU s |", "|---|---|---|---|", sep="\n")
    for name, (file, states) in SUITES.items():
        lines = (Path(folder) / "chess" / file).read_text(encoding="utf-8").splitlines()
        begun = time.process_time()
        solved = sum(is_solved(searcher, line, states) for line in lines)
        console.print(f"| {name}, {len(lines)} | {states:,} | {solved} | {time.process_time() - begun:.0f} |")


if __name__ == "__main__":
    main()
