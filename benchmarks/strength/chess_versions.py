"""Two versions of Plywise's chess against each other: the first one's score with its 95% error bar.

Each runs as `plywise uci` from its own source folder, in a process of its own; python-chess is the referee. Two games
with swapped colours share an opening of eight random plies, and the bar counts pairs. With --nodes, both search as many
states for each move and a busy machine changes nothing; with --time, both have as many seconds.

Run: python benchmarks/strength/chess_versions.py NEW/src OLD/src --nodes 20000 --games 200 --seed 1
"""

import argparse
import math
import os
import sys

import chess
import chess.engine
from rich.console import Console
from stockfish import opening

MOST_PLIES = 300
START_SECONDS = 300.0


def start(source: str) -> chess.engine.SimpleEngine:
    """Start the version in a source folder, and let it load what it needs."""
    command = [sys.executable, "-m", "plywise", "uci"]
    engine = chess.engine.SimpleEngine.popen_uci(
        command, timeout=START_SECONDS, env={**os.environ, "PYTHONPATH": source}, start_new_session=True
    )
    engine.play(chess.Board(), chess.engine.Limit(time=1.0), game="warm-up")
    return engine


def play(board: chess.Board, engines: list[chess.engine.SimpleEngine], limit: chess.engine.Limit, game: str) -> float:
    """Play on, the first engine as White; return White's score."""
    while board.outcome(claim_draw=True) is None and len(board.move_stack) < MOST_PLIES:
        move = engines[board.turn == chess.BLACK].play(board, limit, game=game).move
        assert move is not None
        board.push(move)
    outcome = board.outcome(claim_draw=True)
    return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner == chess.WHITE)


def main() -> None:
    """Play pairs of games and print the score after every ten of them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("new", help="source folder of the version whose score is printed")
    parser.add_argument("old", help="source folder of the other")
    parser.add_argument("--nodes", type=int, help="states for each move")
    parser.add_argument("--time", type=float, help="seconds for each move")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if (arguments.nodes is None) == (arguments.time is None):
        parser.error("give --nodes or --time")
    limit = chess.engine.Limit(nodes=arguments.nodes, time=arguments.time)
    new, old = start(arguments.new), start(arguments.old)
    scores = list[float]()
    try:
        for pair in range(arguments.games // 2):
            first = play(opening(arguments.seed, pair), [new, old], limit, f"{pair} white")
            second = play(opening(arguments.seed, pair), [old, new], limit, f"{pair} black")
            scores.append((first + 1 - second) / 2)
            if len(scores) % 10 == 0:
                report(scores)
    finally:
        new.close()
        old.close()
    report(scores)


def report(scores: list[float]) -> None:
    """Print the mean over pairs and its error bar."""
    mean = sum(scores) / len(scores)
    spread = sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1)
    bar = 1.96 * math.sqrt(spread / len(scores))
    Console(highlight=False).print(f"{2 * len(scores)} games: {mean:.1%} ± {bar:.1%}")


if __name__ == "__main__":
    main()
