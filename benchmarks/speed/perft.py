"""Perft of the shipped games, plain and compiled in one run: the same counts, leaves a second, and the ratio.

Run: python benchmarks/speed/perft.py
"""

import sys
import time

from rich.console import Console
from rich.table import Table

from plywise.games.catalog import load_game
from plywise.kernel import compile_rules
from plywise.lab import count_lines

ROWS = [("connect-four", 6, 9), ("tic-tac-toe", 6, 9), ("nim", 4, 7)]
"""Game, depth for plain Python, depth for the compiled rules."""


def main() -> int:
    """Print the table; fail if the counts differ."""
    table = Table(box=None, pad_edge=False)
    for heading in ("game", "cold CPU s", "plain leaves/s", "compiled leaves/s", "ratio"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for spec, shallow, deep in ROWS:
        game = load_game(spec)
        start = game.initial()
        begun = time.process_time()
        compiled = compile_rules(game, keep=False)
        compiled.perft(start, 1)
        cold = time.process_time() - begun
        begun = time.process_time()
        counted = count_lines(game, start, shallow)
        plain_rate = counted / (time.process_time() - begun)
        if compiled.perft(start, shallow) != counted:
            raise SystemExit(f"{spec}: the compiled rules' count differs from that of the plain rules.")
        begun = time.process_time()
        rate = compiled.perft(start, deep) / (time.process_time() - begun)
        table.add_row(spec, f"{cold:.1f}", f"{plain_rate:,.0f}", f"{rate:,.0f}", f"{rate / plain_rate:,.0f}")
    Console(highlight=False).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
