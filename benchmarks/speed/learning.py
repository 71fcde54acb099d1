"""What learned patterns cost: games of self-play a second, states a second of a search, and what a second thread adds.

- self-play: games learned from in a second of one core, with the patterns that `plywise learn` chooses; the first
  ones don't count.
- search: states a second of alpha-beta with the patterns that come with a game, as a share of those without; the same
  openings and the same number of states, and runs that alternate.
- threads: how much sooner two threads reach the strength of one. Both learn; the rates are games in a second of
  processor time, so that other work on the machine counts little. Then two threads learn on until they hold 50%
  against the weights of the one, looking one ply ahead: the games that takes say what sharing weights costs.

Times are processor times.

Run: python benchmarks/speed/learning.py
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from plywise import Limit, load_game
from plywise.agents.learned import knowledge_beside, pattern_weights
from plywise.kernel import LearningRates, Searcher, SelfPlay, WeightTable
from plywise.lab import random_openings
from plywise.learn.patterns import choose_layout

SELF_PLAY = {"connect-four": 20_000, "othello": 6_000}
"""Games a second of one core that are wanted."""

SEARCHED = ("breakthrough", "othello", "connect-four")
STATES, OPENINGS, OPENING_PLIES, TABLE_MB = 1_000_000, 4, 6, 16
WANTED_SHARE = 0.5

THREADED = {"connect-four": 60_000}
"""Games that the one thread learns."""

STEPS = (0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0)
"""After which multiples of them the two threads meet its weights."""

ROUNDS, CONTEST_OPENING = 2_000, 4
WANTED_SPEEDUP = 1.7


def seconds_of(work: Callable[[], Any]) -> float:
    """Return the processor time that something takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def self_play_rates(spec: str, games: int, repeats: int) -> tuple[float, list[float]]:
    """Return the seconds of compiling, and games a second of one core in each of several runs."""
    game = load_game(spec)
    layout, begun = choose_layout(game), time.perf_counter()
    play = SelfPlay(game, layout, seed=1)
    compiling = time.perf_counter() - begun
    play.learn(games, LearningRates())
    return compiling, [games / seconds_of(lambda: play.learn(games, LearningRates())) for _ in range(repeats)]


def search_rates(spec: str, repeats: int) -> tuple[float, list[float], list[float]]:
    """Return the seconds of compiling, and states a second with and without patterns, run by run."""
    game = load_game(spec)
    knowledge, begun = knowledge_beside(game), time.perf_counter()
    if knowledge is None:
        raise SystemExit(f"{spec} has no file of knowledge beside its own.")
    learned = Searcher(game, patterns=pattern_weights(knowledge), table_mb=TABLE_MB)
    compiling = time.perf_counter() - begun
    both: tuple[list[float], list[float]] = ([], [])
    own, states = (
        Searcher(game, table_mb=TABLE_MB),
        random_openings(game, game.initial(), OPENINGS, plies=OPENING_PLIES),
    )
    for _ in range(repeats):
        for searcher, rates in zip((learned, own), both, strict=True):
            rates.append(_states_a_second(searcher, states))
    return compiling, *both


def _states_a_second(searcher: Searcher, states: Sequence[Any]) -> float:
    seconds, nodes = 0.0, 0
    for state in states:
        searcher.clear()
        begun = time.process_time()
        nodes += searcher.decide(state, limit=Limit(nodes=STATES)).nodes
        seconds += time.process_time() - begun
    return nodes / seconds


def thread_figures(spec: str, games: int, seed: int) -> tuple[float, float]:
    """Return two threads' games a second as a multiple of one's, and how many times as fast they reach its strength."""
    game = load_game(spec)
    layout = choose_layout(game)
    one, two = (SelfPlay(game, layout, threads=threads, seed=seed) for threads in (1, 2))
    alone = games / seconds_of(lambda: one.learn(games, LearningRates()))
    rival = WeightTable(layout.size)
    rival.numbers[:] = one.table.numbers
    spent, leads = 0.0, []
    for step in STEPS:
        more = round(games * step) - two.games
        spent += seconds_of(lambda more=more: two.learn(more, LearningRates()))  # type: ignore[misc]
        leads.append(two.contest(rival, ROUNDS, CONTEST_OPENING, seed).mean)
        if leads[-1] >= 0 and len(leads) > 1:
            break
    rate = 2 * two.games / spent / alone
    return rate, rate / step_of_equals(leads)


def step_of_equals(leads: Sequence[float]) -> float:
    """Return the multiple of the games at which the lead over the rival is 0, by the straight line through the leads.

    >>> step_of_equals([-0.1, 0.1])
    0.75
    """
    steps = STEPS[: len(leads)]
    slope, start = statistics.linear_regression(steps, leads)
    return -start / slope if slope > 0 else steps[-1]


def show_self_play(console: Console, repeats: int) -> bool:
    """Print games a second; return whether one is lower than wanted."""
    table = Table("game", "games/s of one core", "wanted", "compiling", box=None, pad_edge=False)
    missed = False
    for spec, wanted in SELF_PLAY.items():
        compiling, rates = self_play_rates(spec, wanted, repeats)
        missed |= statistics.median(rates) < wanted
        table.add_row(spec, f"{statistics.median(rates):,.0f}", f"{wanted:,}", f"{compiling:.1f} s")
    console.print(table)
    return missed


def show_search(console: Console, repeats: int) -> bool:
    """Print states a second with patterns and without; return whether a share is lower than wanted."""
    table = Table("game", "M states/s with patterns", "without", "share", "compiling", box=None, pad_edge=False)
    missed = False
    for spec in SEARCHED:
        compiling, *rates = search_rates(spec, repeats)
        learned, own = (statistics.median(each) / 1e6 for each in rates)
        missed |= learned / own < WANTED_SHARE
        table.add_row(spec, f"{learned:.2f}", f"{own:.2f}", f"{learned / own:.2f}", f"{compiling:.1f} s")
    console.print(table)
    return missed


def show_threads(console: Console, repeats: int) -> bool:
    """Print what a second thread adds; return whether that is less than wanted."""
    table = Table("game", "games/s, 2 threads : 1", "time to the same strength, 1 : 2", box=None, pad_edge=False)
    missed = False
    for spec, games in THREADED.items():
        figures = [thread_figures(spec, games, seed) for seed in range(repeats)]
        rate, speedup = (statistics.median(each) for each in zip(*figures, strict=True))
        missed |= speedup < WANTED_SPEEDUP
        table.add_row(spec, f"{rate:.2f}", f"{speedup:.2f}")
    console.print(table)
    return missed


SHOWN = {"self-play": show_self_play, "search": show_search, "threads": show_threads}


def main() -> int:
    """Print the tables; fail if a figure is lower than wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", nargs="*", choices=[*SHOWN, []], help="which figures; all if none is named")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    console = Console(highlight=False, soft_wrap=True)
    missed = [SHOWN[name](console, options.repeats) for name in options.which or SHOWN]
    return 1 if any(missed) else 0


if __name__ == "__main__":
    sys.exit(main())
