"""Playouts a CPU second: the plain UCT beside a bare loop over the same class that plays `random.choice`.

    python benchmarks/speed/plain_playouts.py                   five games as people write them, ../shared/corpus/open
    python benchmarks/speed/plain_playouts.py mygame.py ...     any others
    python benchmarks/speed/plain_playouts.py --smoke           a moment for each, to see that it runs

Both alternate, round by round, so that they meet the same machine; the figure is the median of the rounds' ratios.
Wanted is 0.8 at least. The loop is what anyone would write: it asks whether the game is over, for the actions and for
the state after one of them, and for the first player's utility at the end. UCT does more, and knows more afterwards.
"""

import argparse
import os
import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from plywise import CHANCE, Game, Limit, PlainEngineWarning, SearchOptions, decide, load_game

USUAL = ("gomoku9", "hex_sets", "kalah_functional", "santorini", "chain_reaction")
WANTED = 0.8
LONGEST = 1_000
"""Plies after which a playout is broken off, and counted: some games go round for ever."""


class Rates(NamedTuple):
    """Playouts a CPU second, by round."""

    bare: Sequence[float]
    uct: Sequence[float]

    @property
    def ratio(self) -> float:
        """How many playouts UCT makes for one of the loop: the median of the rounds."""
        return statistics.median(uct / bare for bare, uct in zip(self.bare, self.uct, strict=True))


def play_out(game: Game, state: Any) -> float:
    """Play at random to the end, and return what it is worth to the first player."""
    for _ in range(LONGEST):
        if game.is_terminal(state):
            break
        if game.to_move(state) == CHANCE:
            outcomes, odds = zip(*game.chances(state), strict=True)
            action = random.choices(outcomes, odds)[0]
        else:
            action = random.choice(list(game.actions(state)))
        state = game.result(state, action)
    else:
        return game.draw_utility
    return game.utility(state, 0)


def bare_rate(game: Game, seconds: float) -> float:
    """Return how many playouts a CPU second the loop makes."""
    start, count, began = game.initial(), 0, time.process_time()
    while (spent := time.process_time() - began) < seconds or count == 0:
        play_out(game, start)
        count += 1
    return count / spent


def uct_rate(game: Game, seconds: float, seed: int) -> float:
    """Return how many simulations a CPU second the plain UCT makes."""
    options = SearchOptions(engine="plain", seed=seed)
    began = time.process_time()
    decision = decide(game, algorithm="uct", limit=Limit(time=seconds), options=options)
    return decision.simulations / (time.process_time() - began)


def compare(make: Callable[[], Game], seconds: float, rounds: int) -> Rates:
    """Measure both in turn, after a round that isn't counted."""
    random.seed(0)
    bare, uct = [], []
    for number in range(rounds + 1):
        bare.append(bare_rate(make(), seconds))
        uct.append(uct_rate(make(), seconds, number))
    return Rates(bare[1:], uct[1:])


def usual_files() -> list[Path]:
    """Return the five games of the open corpus, as far as they are here: it lies beside the test data."""
    data = os.environ.get("PLYWISE_TEST_DATA")
    folder = Path(data).parent if data else Path(__file__).parents[3] / "shared"
    files = [folder / "corpus" / "open" / f"{name}.py" for name in USUAL]
    return [file for file in files if file.is_file()]


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Compare the plain UCT's playouts with a bare loop's.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="game files; by default five of the corpus")
    parser.add_argument("--seconds", type=float, default=2, help="of each round, for each of the two (2)")
    parser.add_argument("--rounds", type=int, default=5, help="how often both are measured (5)")
    parser.add_argument("--smoke", action="store_true", help="two rounds of a twentieth of a second, without a verdict")
    return parser.parse_args()


def main() -> int:
    """Print a row for each game; return 1 where UCT makes too few."""
    warnings.simplefilter("ignore", PlainEngineWarning)
    arguments, console = parse_arguments(), Console(highlight=False)
    seconds, rounds = (0.05, 2) if arguments.smoke else (arguments.seconds, arguments.rounds)
    files = arguments.files or usual_files()
    if not files:
        console.print("There is nothing to measure: name game files, or the folder of the data in PLYWISE_TEST_DATA.")
        return 0
    table = Table(box=None, pad_edge=False)
    for heading in ("game", "bare loop", "UCT", "ratio"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    ratios = []
    for file in files:
        rates = compare(lambda file=file: load_game(str(file)), seconds, rounds)  # type: ignore[misc]
        ratios.append(rates.ratio)
        figures = (f"{statistics.median(each):,.0f}" for each in rates)
        table.add_row(file.stem, *figures, f"{rates.ratio:.2f}")
    console.print(table)
    console.print(f"\nPlayouts a CPU second; the least ratio is {min(ratios):.2f}, wanted is {WANTED} at least.")
    return int(min(ratios) < WANTED and not arguments.smoke)


if __name__ == "__main__":
    sys.exit(main())
