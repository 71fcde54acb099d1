"""What the matches against other programs share: games that are kept, and played side by side."""

import argparse
import json
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from rich.console import Console

Played = dict[str, Any]
"""A finished game: its `number`, our `score` (1, 0.5, 0), our `slowest` move in seconds, our `fault` or "".

Its `cpu` is what a move of ours took on average, in CPU seconds, if that is known."""

console = Console(highlight=False, width=120)


def make_parser(description: str, games: int, workers: int) -> argparse.ArgumentParser:
    """Return a parser with the options that all matches have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--games", type=int, default=games, help=f"how many games are played ({games})")
    parser.add_argument("--workers", type=int, default=workers, help=f"how many games at once ({workers})")
    parser.add_argument("--seed", type=int, default=1, help="what openings and opponents follow from (1)")
    parser.add_argument("--out", type=Path, help="a file of finished games: those in it aren't played again")
    return parser


def read_games(out: Path | None) -> dict[int, Played]:
    """Return the games of a file by their numbers."""
    if out is None or not out.exists():
        return {}
    games = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    return {game["number"]: game for game in games}


def play_all(arguments: argparse.Namespace, play: Callable[[int], Played]) -> list[Played]:
    """Play the games that the file lacks, append each as it ends, and return all of them in order."""
    done, lock = read_games(arguments.out), threading.Lock()

    def play_one(number: int) -> None:
        played = {"number": number, **play(number)}
        with lock:
            done[number] = played
            if arguments.out is not None:
                with arguments.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(played) + "\n")
        console.print(f"game {number}: {played['score']:g} {played['ended']} {played['fault']}".rstrip())

    missing = [number for number in range(arguments.games) if number not in done]
    with ThreadPoolExecutor(arguments.workers) as pool:
        list(pool.map(play_one, missing))
    return [done[number] for number in sorted(done) if number < arguments.games]


def cpu_seconds(pid: int) -> float:
    """Return the CPU time that a process has used, or 0 where /proc doesn't say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(games: list[Played]) -> None:
    """Print wins, draws and losses, the faults, and our slowest move."""
    won, drawn, lost = ([game["score"] for game in games].count(score) for score in (1, 0.5, 0))
    faults = [game for game in games if game["fault"]]
    slowest = max(game["slowest"] for game in games)
    console.print(f"{len(games)} games: {won} won, {drawn} drawn, {lost} lost; our slowest move took {slowest:.2f} s")
    cpu = [game["cpu"] for game in games if game.get("cpu")]
    if cpu:
        console.print(
            f"ours had {sum(cpu) / len(cpu):.2f} CPU s a move on average: less than its time if others compute"
        )
    console.print(f"{len(faults)} games with a fault of ours")
    for game in faults:
        console.print(f"  game {game['number']}: {game['fault']}")
