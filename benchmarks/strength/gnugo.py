"""Plywise against GNU Go on 9x9, both as GTP engines that a referee passes each other's moves to.

GNU Go (Debian: apt install gnugo) plays at level 1 by Chinese rules with positional superko, as ours are; colours
alternate, and each game has a seed of its own. Two passes or a resignation end a game; GNU Go's final_score counts it.
A refused command, a missing answer, an illegal move or a crash of ours is a fault, and loses the game.

Run: python benchmarks/strength/gnugo.py --out games.jsonl
"""

import subprocess
import sys
import threading
import time

from strength_common import Played, cpu_seconds, make_parser, play_all, report

PROGRAM = "/usr/games/gnugo"
KOMI = 7
MOST_PLIES = 300
PATIENCE = 120.0
"""Seconds that an answer may take: the first one waits for the compiler."""


class GtpFaultError(Exception):
    """An engine that refused a command, or didn't answer."""


class Engine:
    """A child process that speaks GTP."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # Linux shares out the processor evenly among sessions
        )
        for line in ("boardsize 9", "clear_board", f"komi {KOMI}"):
            self.ask(line)

    def ask(self, command: str) -> str:
        """Return the answer to a command; raises GtpFaultError if there is none, or a refusal."""
        assert self.process.stdin
        assert self.process.stdout
        timer = threading.Timer(PATIENCE, self.process.kill)
        timer.start()
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
            lines: list[str] = []
            while not lines or lines[-1] != "\n":
                lines.append(self.process.stdout.readline())
                if not lines[-1]:
                    raise GtpFaultError(f"no answer to {command}")
        except BrokenPipeError:
            raise GtpFaultError(f"gone before {command}") from None
        finally:
            timer.cancel()
        if not lines[0].startswith("="):
            raise GtpFaultError(f"{command}: {lines[0].strip()}")
        return lines[0][1:].strip()

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.communicate()


def referee(ours: Engine, theirs: Engine, black: bool) -> tuple[str, list[str], list[float]]:
    """Pass moves on until the game is over; return the result, such as W+3.5, the moves, and the seconds of ours."""
    moves: list[str] = []
    seconds: list[float] = []
    while len(moves) < MOST_PLIES and [move.lower() for move in moves[-2:]] != ["pass", "pass"]:
        colour = "BW"[len(moves) % 2]
        is_ours = black == (colour == "B")
        mover, other = (ours, theirs) if is_ours else (theirs, ours)
        begun = time.monotonic()
        move = mover.ask(f"genmove {colour}")
        if is_ours:
            seconds.append(time.monotonic() - begun)
        if move.lower() == "resign":
            return f"{'W' if colour == 'B' else 'B'}+resign", moves, seconds
        other.ask(f"play {colour} {move}")
        moves.append(move)
    return theirs.ask("final_score"), moves, seconds


def play(number: int, seed: int, level: int, our_time: float) -> Played:
    """Play one game; ours is Black in those with an even number."""
    black = number % 2 == 0
    ours = theirs = None
    try:
        ours = Engine([sys.executable, "-m", "plywise", "gtp", "--time", str(our_time)])
        rules = ["--chinese-rules", "--positional-superko", "--seed", str(seed * 1000 + number)]
        theirs = Engine([PROGRAM, "--mode", "gtp", "--level", str(level), *rules])
        ours.ask("genmove B")  # compiles and loads what the game needs, so that no move of the game waits for it
        ours.ask("clear_board")
        before = cpu_seconds(ours.process.pid)
        ended, moves, seconds = referee(ours, theirs, black)
        cpu = (cpu_seconds(ours.process.pid) - before) / max(1, len(seconds))
    except GtpFaultError as fault:
        return {"score": 0, "ended": "fault", "fault": str(fault), "slowest": 0.0, "black": black}
    finally:
        for engine in (ours, theirs):
            if engine is not None:
                engine.close()
    won = ended.startswith("B" if black else "W")
    score = 0.5 if ended == "0" else float(won)
    late = f"a move took {max(seconds):.2f} s" if max(seconds) > our_time + 0.5 else ""
    return {
        "score": score,
        "ended": ended,
        "fault": late,
        "slowest": max(seconds),
        "cpu": cpu,
        "black": black,
        "moves": " ".join(moves),
    }


def main() -> None:
    """Play and report."""
    parser = make_parser("Play Go against GNU Go.", games=20, workers=2)
    parser.add_argument("--level", type=int, default=1, help="GNU Go's level (1)")
    parser.add_argument("--time", type=float, default=1.0, help="seconds that Plywise has for each move (1)")
    arguments = parser.parse_args()
    report(play_all(arguments, lambda number: play(number, arguments.seed, arguments.level, arguments.time)))


if __name__ == "__main__":
    main()
