"""Plywise's Monte Carlo against OpenSpiel's, in one run: simulations and playouts a second, one thread, CPU time.

Install the peers first: pip install -r requirements/peers.txt

- UCT: `TreeSearcher` against OpenSpiel's MCTSBot in C++ with one random playout a simulation, its solver on, and enough
  memory. Both get the same number of simulations from the initial state; ours looks for wins in its playouts where a
  game ends in a win, a loss or a draw, theirs doesn't.
- Playouts: `Playouts` against OpenSpiel's states in C++, played to the end at random by a loop in Python.
- Two threads against one: simulations a second by the clock, so the machine must have two cores to spare.

Runs alternate, and a ratio is the median of the rounds' ratios; compiling isn't counted. Fails if a ratio is lower than
wanted. benchmarks/truth/uct_truth.py measures how strong the choices are.

Run: python benchmarks/peers/peers_monte_carlo.py
"""

import argparse
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version
from statistics import median
from typing import Any

from peers_common import LEAST_SECONDS, WIDTH, import_peer
from rich.console import Console
from rich.table import Table

from plywise.games.placing.connect_four import ConnectFour
from plywise.games.placing.othello import Othello
from plywise.kernel import Playouts, TreeSearcher
from plywise.rules import Game, Limit

UCT_C = 2.0
"""OpenSpiel's weight of exploration, as in its examples."""

Clock = Callable[[], float]


@dataclass(slots=True)
class Contest:
    """Two ways to do the same, each a function that does some of it and returns how much; their rates in all rounds."""

    what: str
    game: str
    theirs: Callable[[], int]
    ours: Callable[[], int]
    wanted: float = 0
    clock: Clock = time.process_time
    rates: list[tuple[float, float]] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """Our rate divided by theirs."""
        return median(ours / theirs for theirs, ours in self.rates)

    def hold(self) -> None:
        """Run both sides once."""
        self.rates.append((measure(self.theirs, self.clock), measure(self.ours, self.clock)))


def measure(run: Callable[[], int], clock: Clock) -> float:
    """Return how much is done a second, repeating short runs."""
    begun, done, spent = clock(), 0, 0.0
    while spent < LEAST_SECONDS:
        done += run()
        spent = clock() - begun
    return done / spent


def open_spiel_uct(name: str, simulations: int) -> Callable[[], int]:
    """Return OpenSpiel's search from the initial state."""
    pyspiel = import_peer("pyspiel")
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, UCT_C, simulations, 4_000, True, 1, False)
    state = game.new_initial_state()

    def run() -> int:
        bot.mcts_search(state)
        return simulations

    return run


def plywise_uct(game: Game, simulations: int, threads: int = 1) -> Callable[[], int]:
    """Return our search from the initial state."""
    searcher = TreeSearcher(game, threads=threads)
    return lambda: searcher.decide(limit=Limit(simulations=simulations)).simulations


def open_spiel_playouts(name: str) -> Callable[[], int]:
    """Return ten playouts by a loop in Python."""
    game, lots = import_peer("pyspiel").load_game(name), random.Random(1)

    def run() -> int:
        for _ in range(10):
            state: Any = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(lots.choice(state.legal_actions()))
        return 10

    return run


def plywise_playouts(game: Game) -> Callable[[], int]:
    """Return ten thousand playouts."""
    playouts = Playouts(game)
    return lambda: playouts.run(count=10_000).playouts


def prepare(quick: bool) -> list[Contest]:
    """Set up every contest, compiled and warm."""
    columns, discs = ConnectFour(), Othello()
    many, few = (10_000, 500) if quick else (50_000, 2_000)
    contests = [
        Contest("UCT", "connect_four", open_spiel_uct("connect_four", many), plywise_uct(columns, many), 5),
        Contest("UCT", "othello", open_spiel_uct("othello", few), plywise_uct(discs, few), 25),
        Contest("playouts", "connect_four", open_spiel_playouts("connect_four"), plywise_playouts(columns), 10),
        Contest("playouts", "othello", open_spiel_playouts("othello"), plywise_playouts(discs), 10),
    ]
    for game in (columns, discs):
        one, two = (plywise_uct(game, 10 * many, threads) for threads in (1, 2))
        contests.append(Contest("UCT, 2 threads to 1", game.name, one, two, clock=time.perf_counter))
    for contest in contests:
        contest.ours()
    return contests


def show(contests: list[Contest]) -> Table:
    """Lay out the contests: medians of rates, and of the rounds' ratios."""
    table = Table(box=None, pad_edge=False)
    for heading in ("what", "game", "their rate/s", "our rate/s", "ratio", "wanted", "ok"):
        table.add_column(heading, justify="left" if heading in ("what", "game", "ok") else "right", no_wrap=True)
    for contest in contests:
        theirs, ours = (median(rates[side] for rates in contest.rates) for side in (0, 1))
        wanted = f"{contest.wanted:g}" if contest.wanted else ""
        verdict = ("yes" if contest.ratio >= contest.wanted else "no") if contest.wanted else ""
        figures = (f"{theirs:,.0f}", f"{ours:,.0f}", f"{contest.ratio:,.1f}")
        table.add_row(contest.what, contest.game, *figures, wanted, verdict)
    return table


def compare(repeats: int, quick: bool, console: Console) -> bool:
    """Run every contest in turn and print the table; return whether all ratios are as wanted."""
    contests = prepare(quick)
    for _ in range(repeats):
        for contest in contests:
            contest.hold()
    console.print(show(contests))
    console.print(f"open_spiel {version('open_spiel')}, uct_c {UCT_C:g}")
    return all(contest.ratio >= contest.wanted for contest in contests)


def main() -> int:
    """Compare; fail if a ratio is lower than wanted."""
    parser = argparse.ArgumentParser(description="Compare Monte Carlo with OpenSpiel's.")
    parser.add_argument("--repeats", type=int, default=5, help="how many times each side runs (5)")
    parser.add_argument("--quick", action="store_true", help="fewer simulations: figures are rougher")
    arguments = parser.parse_args()
    if arguments.repeats < 1:
        parser.error("--repeats must be at least 1")
    return 0 if compare(arguments.repeats, arguments.quick, Console(highlight=False, width=WIDTH)) else 1


if __name__ == "__main__":
    sys.exit(main())
