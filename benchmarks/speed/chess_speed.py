"""Chess in one run: lines of play a second, with Stockfish and python-chess to compare, search speed, compile time.

Rates are per CPU second, rounds alternate, and medians are shown. Run: python benchmarks/speed/chess_speed.py
Needs: apt install stockfish; pip install chess.
"""

import resource
import shutil
import statistics
import subprocess
import sys
import time

import chess
from rich.console import Console
from rich.table import Table

from plywise.games.chess import Chess
from plywise.kernel import Searcher, Switches, compile_rules
from plywise.rules import Limit

LINES = {4: 197_281, 6: 119_060_324}
"""Published counts from the initial state."""
ROUNDS = 3
SECONDS = 5.0


def stockfish_rate(program: str) -> float:
    """Count lines of six plies with Stockfish; return lines per CPU-second."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run([program], input="go perft 6\nquit\n", capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if f"{LINES[6]}" not in said:
        raise SystemExit("Stockfish's count differs from the published one.")
    return LINES[6] / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def python_chess_rate(board: chess.Board) -> float:
    """Count lines of four plies with python-chess; the last ply is only counted, not played."""
    begun = time.process_time()
    found = lines_of(board, 4)
    if found != LINES[4]:
        raise SystemExit("python-chess's count differs from the published one.")
    return found / (time.process_time() - begun)


def lines_of(board: chess.Board, depth: int) -> int:
    """Count lines of play."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += lines_of(board, depth - 1)
        board.pop()
    return total


def main() -> int:
    """Print the table; fail if a count differs."""
    program = shutil.which("stockfish") or "/usr/games/stockfish"
    game = Chess()
    begun = time.process_time()
    rules = compile_rules(game, keep=False)
    rules.perft(game.initial(), 1)
    cold = time.process_time() - begun
    rates: dict[str, list[float]] = {"plywise": [], "stockfish": [], "python-chess": []}
    for _ in range(ROUNDS):
        begun = time.process_time()
        if rules.perft(game.initial(), 6) != LINES[6]:
            raise SystemExit("Plywise's count differs from the published one.")
        rates["plywise"].append(LINES[6] / (time.process_time() - begun))
        rates["stockfish"].append(stockfish_rate(program))
        rates["python-chess"].append(python_chess_rate(chess.Board()))
    medians = {name: statistics.median(found) for name, found in rates.items()}
    table = Table("perft", "lines/s", "ratio", box=None, pad_edge=False)
    for name, rate in medians.items():
        table.add_row(name, f"{rate:,.0f}", f"{medians['plywise'] / rate:,.2f}")
    begun = time.process_time()
    searcher = Searcher(game, Switches().having("reductions", "null_move"), keep=False)
    searcher.decide(limit=Limit(depth=1))
    cold_search = time.process_time() - begun
    begun = time.process_time()
    decision = searcher.decide(limit=Limit(time=SECONDS))
    rate = searcher.nodes / (time.process_time() - begun)
    console = Console(highlight=False)
    console.print(table)
    console.print(f"search {rate:,.0f} states/s, depth {decision.depth} in {SECONDS:g} s")
    console.print(f"compiling: rules {cold:.1f} CPU-s, rules and search {cold_search:.1f} CPU-s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
