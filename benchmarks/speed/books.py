"""How fast a book is built and probed, in CPU seconds: other work on the machine doesn't count.

Games are played as `plywise book play` does with seed 1, and counted to 20 plies. The book is probed along other games,
with seed 2, until each leaves it; and in the known states of those, each once.
Run: python benchmarks/speed/books.py [GAME] [--games 100000]
"""

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from plywise.agents import knowledge_beside, rules_of
from plywise.books import GameCollection, PlayedGame, build_book, play_games
from plywise.books.played import offered
from plywise.games.catalog import load_game
from plywise.knowledge.books import OpeningBook
from plywise.knowledge.patterns import LearnedPatterns
from plywise.rules import Game

console = Console(highlight=False)


def main() -> None:
    """Play, build and probe."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="connect-four")
    parser.add_argument("--games", type=int, default=100_000)
    asked = parser.parse_args()
    game = load_game(asked.game)
    beside = knowledge_beside(game)
    patterns = beside if isinstance(beside, LearnedPatterns) else None
    with tempfile.TemporaryDirectory() as folder, GameCollection.open(game, rules_of(game)) as collection:
        began = time.process_time()
        played = list(play_games(game, asked.games, seed=1, patterns=patterns))
        console.print(f"{len(played):,} games played: {time.process_time() - began:.1f} s")
        began = time.process_time()
        collection.add(played)
        report = build_book(collection, Path(folder) / "bench.book")
        spent = time.process_time() - began
        size = f"{report.header.states:,} states, {report.header.moves:,} actions, {report.bytes / 1e6:.1f} MB"
        console.print(f"{size}: built in {spent:.1f} s")
        console.print(report.header.leaving.describe())
        others = list(play_games(game, 2_000, seed=2, patterns=patterns))
        probe(Path(folder) / "bench.book", game, others)


def probe(path: Path, game: Game, played: list[PlayedGame]) -> None:
    """Probe a book along games, until each leaves it, and say how many probes it answers a second."""
    lines = [visited(game, each.actions[:20]) for each in played]
    known: dict[Any, None] = {}
    book, probes, began = OpeningBook(path, game, rules_of(game)), 0, time.process_time()
    for line in lines:
        for state in line:
            probes += 1
            if not book.moves(state):
                break
            known[state] = None
    spent = time.process_time() - began
    console.print(f"{probes:,} probes along {len(lines):,} games: {probes / spent:,.0f} a second")
    book, began = OpeningBook(path, game, rules_of(game)), time.process_time()
    for state in known:
        book.moves(state)
    spent = time.process_time() - began
    console.print(f"{len(known):,} known states, each once: {len(known) / spent:,.0f} a second")


def visited(game: Game, numbers: tuple[int, ...]) -> list[Any]:
    """Return the states that a game came to."""
    states = [game.initial()]
    for number in numbers:
        states.append(game.play_action(states[-1], offered(game, states[-1])[number]))
    return states


if __name__ == "__main__":
    main()
