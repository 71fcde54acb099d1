"""Plywise against OpenSpiel and easyAI, in one run: nodes a second, and CPU time to the same depth.

Install the peers first: pip install -r requirements/peers.txt

Both sides search from the initial state; runs alternate, and a ratio is the median of the rounds' ratios. A run
repeats its search until it has taken half a second of CPU time, with a fresh table each time; compiling isn't counted,
nor is allocating the table's memory, but its first use is. A node is a state visited, including the root and the
leaves. The peers' nodes are counted in a separate search that isn't timed.

- OpenSpiel runs its `alpha_beta_search` in Python over its states in C++, with 0 as the value of every state at the
  horizon. That costs nothing and makes the tree small, because 0 is soon the best value known; Plywise evaluates states
  unless a row says "flat", where it returns 0 too. In "othello, evaluated" OpenSpiel is given our evaluation, in Python
  as its interface requires. Nodes a second are compared where both sides are plain alpha-beta and visit the same number
  of states, which is checked; time to depth is that of our default search.
- easyAI runs its `Negamax` with its `TranspositionTable` on its own Connect Four, which also gives 0 at the horizon;
  the board's bytes are the table's key.
- "deeper" rows show the speed of the default switches in a search so long that starting it doesn't matter.

At the end Monte Carlo is compared, as benchmarks/peers/peers_monte_carlo.py does alone; its strength is measured by
benchmarks/truth/uct_truth.py.

Run: python benchmarks/peers/peers.py
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from statistics import median
from typing import Any

import peers_monte_carlo
from peers_common import LEAST_SECONDS, WIDTH, import_peer
from rich.console import Console
from rich.table import Table

from plywise.games.placing.connect_four import ConnectFour
from plywise.games.placing.othello import Othello
from plywise.kernel import Searcher, Switches
from plywise.rules import Game, Limit

HEADINGS = (
    "peer",
    "game",
    "depth",
    "their nodes",
    "their nodes/s",
    "their s",
    "our search",
    "our nodes",
    "our nodes/s",
)
RATIOS = ("our s", "rate ratio", "time ratio", "wanted", "ok")
DISCS = Othello()
SAME_TREE, SAME_TREE_EVALUATED = "all off, flat", "all off, evaluated"


class FlatConnectFour(ConnectFour):
    """Connect Four where nothing is known of a state at the horizon."""

    def evaluate(self, state: Any, player: int) -> int:
        """Return 0."""
        return 0


class FlatOthello(Othello):
    """Othello where nothing is known of a state at the horizon."""

    def evaluate(self, state: Any, player: int) -> int:
        """Return 0."""
        return 0


@dataclass(frozen=True, slots=True)
class Run:
    """The states that one search visits, and the CPU seconds that it takes."""

    nodes: int
    seconds: float

    @property
    def rate(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds


@dataclass(frozen=True, slots=True)
class Wanted:
    """The ratios wanted: at least how many times the peer's nodes a second, and how many times less CPU time."""

    rate: float = 0
    time: float = 0

    def __str__(self) -> str:
        parts = [f"{self.rate:,.0f} rate" if self.rate else "", f"{self.time:,.0f} time" if self.time else ""]
        return ", ".join(part for part in parts if part)


@dataclass(slots=True)
class Row:
    """One way in which Plywise searches, compared with the peer's runs of the same rounds."""

    label: str
    searcher: Searcher
    depth: int
    wanted: Wanted = field(default_factory=Wanted)
    runs: list[Run] = field(default_factory=list)


@dataclass(slots=True)
class Contest:
    """A peer's search and ours of the same game."""

    peer: str
    game: str
    depth: int
    search: Callable[[], object]
    nodes: int
    rows: list[Row]
    runs: list[Run] = field(default_factory=list)

    def rate_ratio(self, row: Row) -> float:
        """How many times the peer's nodes a second our search reaches."""
        return median(ours.rate / theirs.rate for ours, theirs in zip(row.runs, self.runs, strict=True))

    def time_ratio(self, row: Row) -> float:
        """How many times our CPU time the peer needs."""
        return median(theirs.seconds / ours.seconds for ours, theirs in zip(row.runs, self.runs, strict=True))

    def is_met(self, row: Row) -> bool:
        """Whether a row reaches the ratios wanted."""
        return self.rate_ratio(row) >= row.wanted.rate and self.time_ratio(row) >= row.wanted.time


def count_calls(module: Any, name: str, search: Callable[[], object]) -> int:
    """Run a search and count the calls of its recursive function, one for each state visited."""
    function, calls = getattr(module, name), 0

    def counting(*arguments: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        return function(*arguments, **named)

    setattr(module, name, counting)
    try:
        search()
    finally:
        setattr(module, name, function)
    return calls


def run_peer(search: Callable[[], object], nodes: int) -> Run:
    """Time a peer's search, repeating it if it is short."""
    begun, times, spent = time.process_time(), 0, 0.0
    while spent < LEAST_SECONDS:
        search()
        times, spent = times + 1, time.process_time() - begun
    return Run(nodes, spent / times)


def run_plywise(searcher: Searcher, depth: int) -> Run:
    """Time our search, repeating it if it is short, each time with a fresh table."""
    nodes, times, spent = 0, 0, 0.0
    while spent < LEAST_SECONDS:
        searcher.clear()
        begun = time.process_time()
        decision = searcher.decide(limit=Limit(depth=depth))
        spent += time.process_time() - begun
        if decision.depth != depth:
            raise SystemExit(f"{searcher.game.name} is settled before depth {depth}: choose a depth that isn't.")
        nodes, times = decision.nodes, times + 1
    return Run(nodes, spent / times)


def meet_open_spiel(name: str, depth: int, rows: list[Row], value: Callable[[Any], int] | None = None) -> Contest:
    """Set up a contest with OpenSpiel's alpha-beta; states at the horizon are worth 0 unless `value` says otherwise."""
    minimax, pyspiel = import_peer("open_spiel.python.algorithms.minimax"), import_peer("pyspiel")
    game = pyspiel.load_game(name)
    horizon = value or (lambda state: 0)

    def search() -> object:
        return minimax.alpha_beta_search(game, value_function=horizon, maximum_depth=depth)

    told = f"{name}, evaluated" if value else name
    return Contest("OpenSpiel", told, depth, search, count_calls(minimax, "_alpha_beta", search), rows)


def our_evaluation(state: Any) -> int:
    """Evaluate a state of OpenSpiel's Othello as our rules do, to the player who begins."""
    rows = [line.split()[1:9] for line in str(state).splitlines() if line[:1].isdigit()]
    cells = "".join("".join(row) for row in rows).upper()
    return DISCS.evaluate(DISCS.parse_state(f"{cells} {'XO'[state.current_player()]}"), 0)


def meet_easy_ai(depth: int, rows: list[Row]) -> Contest:
    """Set up a contest with easyAI's Negamax on its own Connect Four, given a key for its table."""
    easy_ai, rules = import_peer("easyAI"), import_peer("easyAI.games.ConnectFour")
    keyed = type("Keyed", (rules.ConnectFour,), {"ttentry": lambda self: self.board.tobytes()})

    def search() -> object:
        return easy_ai.Negamax(depth, tt=easy_ai.TranspositionTable())(keyed(["first", "second"]))

    nodes = count_calls(sys.modules["easyAI.AI.Negamax"], "negamax", search)
    return Contest("easyAI", "connect_four", depth, search, nodes, rows)


def prepare_rows(game: Game, flat: Game, depth: int, deeper: int, wanted: Wanted, table_mb: float) -> list[Row]:
    """Build our searches of a game: all switches on and off, with its evaluation and without, and a deeper one."""
    default, plain = Searcher(game, table_mb=table_mb), Switches.none()
    return [
        Row("default", default, depth, Wanted(time=wanted.time)),
        Row("default, flat", Searcher(flat, table_mb=table_mb), depth),
        Row("all off", Searcher(game, plain), depth),
        Row(SAME_TREE, Searcher(flat, plain), depth, Wanted(rate=wanted.rate)),
        Row(f"default, deeper: {deeper}", default, deeper),
    ]


def prepare_evaluated(depth: int, wanted: Wanted, table_mb: float) -> list[Row]:
    """Build our searches of Othello where the peer evaluates too."""
    return [
        Row("default", Searcher(DISCS, table_mb=table_mb), depth, Wanted(time=wanted.time)),
        Row(SAME_TREE_EVALUATED, Searcher(DISCS, Switches.none()), depth, Wanted(rate=wanted.rate)),
    ]


def prepare(quick: bool, table_mb: float) -> list[Contest]:
    """Set up every contest."""
    columns, flat_columns, flat_discs = ConnectFour(), FlatConnectFour(), FlatOthello()
    depth, deeper, discs_depth, discs_deeper, easy_depth = (10, 18, 9, 13, 6) if quick else (12, 22, 10, 16, 7)
    rows = prepare_rows(columns, flat_columns, depth, deeper, Wanted(30, 100), table_mb)
    first = meet_open_spiel("connect_four", depth, rows)
    rows = prepare_rows(DISCS, flat_discs, discs_depth, discs_deeper, Wanted(50), table_mb)
    second = meet_open_spiel("othello", discs_depth, rows)
    rows = prepare_evaluated(discs_depth, Wanted(50, 100), table_mb)
    third = meet_open_spiel("othello", discs_depth, rows, our_evaluation)
    rows = prepare_rows(columns, flat_columns, easy_depth, deeper, Wanted(1000), table_mb)
    return [first, second, third, meet_easy_ai(easy_depth, rows)]


def hold(contest: Contest, repeats: int) -> None:
    """Run the sides in turn."""
    for _ in range(repeats):
        contest.runs.append(run_peer(contest.search, contest.nodes))
        for row in contest.rows:
            row.runs.append(run_plywise(row.searcher, row.depth))
    same = next(row for row in contest.rows if row.label in (SAME_TREE, SAME_TREE_EVALUATED)).runs[0].nodes
    if contest.peer == "OpenSpiel" and same != contest.nodes:
        raise SystemExit(f"{contest.game}: plain alpha-beta visits {same:,} states, the peer's {contest.nodes:,}.")


def tell_row(contest: Contest, row: Row) -> list[str]:
    """Return a row's cells: medians, and the medians of ratios."""
    theirs, ours = (median(run.seconds for run in runs) for runs in (contest.runs, row.runs))
    nodes, is_deeper, is_wanted = row.runs[0].nodes, row.depth != contest.depth, row.wanted != Wanted()
    return [
        *(contest.peer, contest.game, str(contest.depth)),
        *(f"{contest.nodes:,}", f"{contest.nodes / theirs:,.0f}", f"{theirs:.3f}"),
        *(row.label, f"{nodes:,}", f"{nodes / ours:,.0f}", f"{ours:.4f}"),
        f"{contest.rate_ratio(row):,.1f}",
        "" if is_deeper else f"{contest.time_ratio(row):,.1f}",
        str(row.wanted),
        ("yes" if contest.is_met(row) else "no") if is_wanted else "",
    ]


def show(contests: Sequence[Contest]) -> Table:
    """Lay out the contests as a table."""
    table = Table(box=None, pad_edge=False)
    for heading in (*HEADINGS, *RATIOS):
        is_text = heading in ("peer", "game", "our search", "wanted", "ok")
        table.add_column(heading, justify="left" if is_text else "right", no_wrap=True)
    for contest in contests:
        for row in contest.rows:
            table.add_row(*tell_row(contest, row))
        table.add_section()
    return table


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Compare with OpenSpiel and easyAI.")
    parser.add_argument("--repeats", type=int, default=3, help="how many times each side runs (3)")
    parser.add_argument("--quick", action="store_true", help="search less deeply: figures are rougher")
    parser.add_argument("--table", type=float, default=64, metavar="MB", help="the size of our table in MB (64)")
    arguments = parser.parse_args()
    if arguments.repeats < 1:
        parser.error("--repeats must be at least 1")
    return arguments


def main() -> int:
    """Print the table; fail if a ratio is lower than wanted."""
    arguments, console = parse_arguments(), Console(highlight=False, width=WIDTH)
    contests = prepare(arguments.quick, arguments.table)
    for contest in contests:
        hold(contest, arguments.repeats)
    console.print(show(contests))
    versions = ", ".join(f"{name} {version(name)}" for name in ("open_spiel", "easyAI"))
    console.print(versions)
    missed = [row for contest in contests for row in contest.rows if not contest.is_met(row)]
    is_met = peers_monte_carlo.compare(arguments.repeats, arguments.quick, console)
    return 1 if missed or not is_met else 0


if __name__ == "__main__":
    sys.exit(main())
