"""Plywise's chess against Stockfish at limited strength: a performance rating with its 95% error bar.

`plywise uci` runs as a child process, like any chess program's engine; python-chess is the referee. Stockfish (Debian:
apt install stockfish) plays at UCI_Elo levels by turns. Two games with swapped colours share an opening of random plies
and a level. Illegal moves and crashes of ours lose the game and count as faults; a move that takes over 0.3 s longer
than its limit is a time fault. Games are draws by the rules' claims (threefold, fifty moves), or after 400 plies.
Stockfish's ratings are those that its authors calibrated at another time limit; the bar is about chance alone.

Run: python benchmarks/strength/stockfish.py --out games.jsonl
"""

import math
import random
import sys
import time
from pathlib import Path

import chess
import chess.engine
from strength_common import Played, console, cpu_seconds, make_parser, play_all, report

STOCKFISH = "/usr/games/stockfish"
TOLERANCE = 0.3
"""Seconds over the limit that still count as on time: pipes, the referee and other processes take some."""

OPENING_PLIES = 8
MOST_PLIES = 400
START_SECONDS = 120.0
WARM_UP = chess.engine.Limit(time=1.0)


def opening(seed: int, pair: int) -> chess.Board:
    """Return a board after random legal plies that is not over."""
    choices = random.Random(f"{seed} {pair}")
    while True:
        board = chess.Board()
        while len(board.move_stack) < OPENING_PLIES and not board.is_game_over():
            board.push(choices.choice(list(board.legal_moves)))
        if not board.is_game_over():
            return board


def play_out(
    board: chess.Board, ours: chess.engine.SimpleEngine, theirs: chess.engine.SimpleEngine, white: bool, seconds: float
) -> tuple[list[float], list[float], str]:
    """Play until the game is over; return the seconds of our moves and of theirs, and our fault or an empty string."""
    limit = chess.engine.Limit(time=seconds)
    spent, their_spent = list[float](), list[float]()
    while board.outcome(claim_draw=True) is None and len(board.move_stack) < MOST_PLIES:
        begun = time.monotonic()
        if (board.turn == chess.WHITE) != white:
            move = theirs.play(board, limit).move
            assert move is not None
            their_spent.append(time.monotonic() - begun)
            board.push(move)
            continue
        try:
            answer = ours.play(board, limit)
        except (chess.engine.EngineError, TimeoutError) as error:  # illegal moves are among what python-chess refuses
            kinds = {chess.engine.EngineTerminatedError: "crash", TimeoutError: "no answer"}
            return spent, their_spent, f"{kinds.get(type(error), 'illegal')} at {board.fen()}: {error}"
        spent.append(time.monotonic() - begun)
        if answer.move is None:
            return spent, their_spent, f"no move at {board.fen()}"
        board.push(answer.move)
    late = max(spent, default=0.0) > seconds + TOLERANCE
    return spent, their_spent, f"time: a move took {max(spent):.2f} s" if late else ""


def play(number: int, seed: int, levels: list[int], seconds: float, program: str) -> Played:
    """Play one game: ours is White in those with an even number."""
    pair, white = number // 2, number % 2 == 0
    level, board = levels[pair % len(levels)], opening(seed, pair)
    command = [sys.executable, "-m", "plywise", "uci"]
    # in sessions of their own, among which Linux shares out the processor evenly
    ours = chess.engine.SimpleEngine.popen_uci(command, timeout=START_SECONDS, start_new_session=True)
    theirs = chess.engine.SimpleEngine.popen_uci(program, start_new_session=True)
    pid = ours.transport.get_pid()
    try:
        ours.play(chess.Board(), WARM_UP, game="warm-up")  # so that no move of the game waits for loading
        theirs.configure({"UCI_LimitStrength": True, "UCI_Elo": level, "Threads": 1})
        before = cpu_seconds(pid)
        spent, their_spent, fault = play_out(board, ours, theirs, white, seconds)
        cpu = (cpu_seconds(pid) - before) / max(1, len(spent))
    finally:
        ours.close()
        theirs.close()
    outcome = board.outcome(claim_draw=True)
    score = 0.5
    if fault and not fault.startswith("time"):
        score = 0.0
    elif outcome is not None and outcome.winner is not None:
        score = float(outcome.winner == white)
    ended = "fault" if outcome is None and fault else outcome.termination.name.lower() if outcome else "too long"
    late, their_late = (sum(second > seconds + TOLERANCE for second in each) for each in (spent, their_spent))
    moves = " ".join(move.uci() for move in board.move_stack)
    slowest = max(spent, default=0.0)
    result = {"score": score, "ended": f"{level} {ended}", "fault": fault, "slowest": slowest, "late": late, "cpu": cpu}
    return {**result, "level": level, "white": white, "count": len(spent), "their_late": their_late, "moves": moves}


def expected(rating: float, level: int) -> float:
    """Return the score that a rating expects against a level."""
    return 1 / (1 + 10 ** ((level - rating) / 400))


def rate(games: list[Played]) -> tuple[float, float]:
    """Return the rating of maximum likelihood over all levels, and half of its 95% bar.

    It is where the expected score equals ours; the bar follows from how much the pairs, which share an opening, vary.
    """
    low, high = 0.0, 4000.0
    while high - low > 0.01:
        rating = (low + high) / 2
        excess = sum(game["score"] - expected(rating, game["level"]) for game in games)
        low, high = (rating, high) if excess > 0 else (low, rating)
    pairs: dict[int, float] = {}
    slope = 0.0
    for game in games:
        hoped = expected(rating, game["level"])
        pairs[game["number"] // 2] = pairs.get(game["number"] // 2, 0.0) + game["score"] - hoped
        slope += hoped * (1 - hoped) * math.log(10) / 400
    return rating, 1.96 * math.sqrt(sum(excess**2 for excess in pairs.values())) / slope


def main() -> None:
    """Play, report, and rate."""
    parser = make_parser("Rate Plywise's chess against Stockfish at limited strength.", games=120, workers=2)
    parser.add_argument("--levels", default="1900,2100,2300", help="UCI_Elo levels (1900,2100,2300)")
    parser.add_argument("--time", type=float, default=0.2, help="seconds for each move (0.2)")
    parser.add_argument("--stockfish", default=STOCKFISH, help=f"the program ({STOCKFISH})")
    arguments = parser.parse_args()
    if not Path(arguments.stockfish).exists():
        parser.error(f"{arguments.stockfish} is missing: install Stockfish, or name it by --stockfish")
    levels = [int(level) for level in arguments.levels.split(",")]
    games = play_all(
        arguments, lambda number: play(number, arguments.seed, levels, arguments.time, arguments.stockfish)
    )
    for level in levels:
        scores = [game["score"] for game in games if game["level"] == level]
        console.print(f"against {level}: {sum(scores):g} of {len(scores)}")
    report(games)
    late, count = sum(game["late"] for game in games), sum(game["count"] for game in games)
    theirs = sum(game.get("their_late", 0) for game in games)
    console.print(f"{late} of our {count} moves were late, and {theirs} of Stockfish's, which shows the machine's part")
    if 0 < sum(game["score"] for game in games) < len(games):
        console.print("performance rating {:.0f} ± {:.0f}".format(*rate(games)))
    else:
        console.print("no rating: each game ended alike, choose other --levels")


if __name__ == "__main__":
    main()
