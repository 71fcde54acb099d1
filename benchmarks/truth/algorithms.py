"""The algorithms side by side: states visited and CPU time until a value is settled, over small games of the catalog.

Run it after changing an algorithm: python benchmarks/truth/algorithms.py (a few minutes). It writes the chart
docs/pictures/algorithms.svg and the tables of docs/algorithms/compared.md.

Every algorithm gets the same question, in plain Python: the value of a state, searched to the end of the game. Ratios
are to the algorithm that defines that value (minimax, expectiminimax or max^n), as geometric means over the games of
its kind. All must agree on the values; an algorithm that answers another question (paranoid) is marked.
"""

import math
import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from plywise import Decision, Game, Limit, load_game
from plywise.explain import Pair, plot_ratios, tell_ratio
from plywise.search import (
    Killers,
    TranspositionTable,
    alpha_beta,
    dynamic_programming,
    enhanced,
    expectiminimax,
    max_n,
    minimax,
    paranoid,
    prove_value,
    star1,
    star2,
    uct,
)

DOCS = Path(__file__).parents[2] / "docs"
LEAST_SECONDS = 0.2
"""Short searches are repeated until they have taken this many seconds."""

Answer = Callable[[Game, Any], Decision]


@dataclass(frozen=True, slots=True)
class Group:
    """Games of one kind, and the algorithms for them: the first defines the value."""

    title: str
    states: Sequence[tuple[str, str | None]]
    algorithms: dict[str, Answer]
    other_question: Sequence[str] = ()


def with_enhancements(game: Game, state: Any) -> Decision:
    """Alpha-beta with a table and killers, fresh for each search."""
    return enhanced(game, state, enhancements=[TranspositionTable(), Killers()])


ADVERSARIAL = Group(
    "two players",
    [
        ("figure-5.2", None),
        ("nim:piles=1-2-3", None),
        ("tic-tac-toe", "X2/1O1/1X1"),
        ("mnk:m=3,n=2,k=3", None),
        ("connect-four:width=4,height=4", "4/1XO1/OXOX/XOXO"),
        ("kalah:pits=3,seeds=2", None),
    ],
    {
        "minimax": minimax,
        "alpha-beta": alpha_beta,
        "… table, killers": with_enhancements,
        "dynamic programming": dynamic_programming,
        "proof-number": prove_value,
        "uct": partial(uct, limit=Limit()),
    },
)
DICE = Group(
    "dice",
    [("dice-race:squares=3,sides=2", None), ("dice-race:squares=4,sides=2", None), ("coin-toss", None)],
    {
        "expectiminimax": expectiminimax,
        "star1": star1,
        "star2": star2,
        "dynamic prog., dice": dynamic_programming,
        "uct, dice": partial(uct, limit=Limit()),
    },
)
MANY = Group(
    "more players",
    [
        ("three-kings", None),
        ("three-kings:armies=3-4-8,strikes=9", None),
        ("mnk:m=3,n=2,k=3,players=3", None),
    ],
    {
        "max^n": max_n,
        "… shallow pruning": partial(max_n, shallow_pruning=True),
        "paranoid": paranoid,
        "uct, three players": partial(uct, limit=Limit()),
    },
    ("paranoid",),
)


@dataclass(frozen=True, slots=True)
class Effort:
    """States visited and CPU seconds of one search."""

    nodes: int
    seconds: float
    value: float


def measure(answer: Answer, game: Game, state: Any) -> Effort:
    """Search, repeatedly if need be, until the time taken is long enough to mean something."""
    begun, times, spent = time.process_time(), 0, 0.0
    while spent < LEAST_SECONDS:
        decision = answer(game, state)
        times, spent = times + 1, time.process_time() - begun
    return Effort(decision.nodes, spent / times, decision.value)


def compare(group: Group) -> dict[str, list[Effort]]:
    """Measure every algorithm on every game of a group; they must agree."""
    found: dict[str, list[Effort]] = {name: [] for name in group.algorithms}
    for spec, text in track(group.states, description=f"{group.title} ..."):
        game = load_game(spec)
        state = game.initial() if text is None else game.parse_state(text)
        for name, answer in group.algorithms.items():
            found[name].append(measure(answer, game, state))
            wanted, value = next(iter(found.values()))[-1].value, found[name][-1].value
            if name not in group.other_question and not math.isclose(value, wanted, abs_tol=1e-9):
                raise SystemExit(f"{name} values {spec} at {value:g}, not {wanted:g}.")
    return found


def mean_ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the geometric mean of ratios."""
    return math.exp(sum(math.log(a / b) for a, b in zip(ours, theirs, strict=True)) / len(ours))


def ratios(found: dict[str, list[Effort]]) -> list[Pair]:
    """Return every algorithm's states and time as shares of the first one's."""
    first = next(iter(found.values()))
    return [
        Pair(
            name,
            mean_ratio([each.nodes for each in efforts], [each.nodes for each in first]),
            mean_ratio([each.seconds for each in efforts], [each.seconds for each in first]),
        )
        for name, efforts in found.items()
    ]


def tell_table(group: Group, found: dict[str, list[Effort]]) -> str:
    """Return a table of states and milliseconds, a row for each game, and the mean ratios below."""
    pairs = ratios(found)
    lines = [f"| {group.title} | {' | '.join(found)} |", "|---" * (len(found) + 1) + "|"]
    for number, (spec, text) in enumerate(group.states):
        cells = [f"{efforts[number].nodes:,} ({1000 * efforts[number].seconds:,.1f} ms)" for efforts in found.values()]
        lines.append(f"| {spec if text is None else f'{spec} `{text}`'} | {' | '.join(cells)} |")
    lines.append(f"| **states** | {' | '.join(tell_ratio(pair.first) for pair in pairs)} |")
    lines.append(f"| **time** | {' | '.join(tell_ratio(pair.second) for pair in pairs)} |")
    return "\n".join(lines)


def main() -> int:
    """Measure, then write the chart and the tables."""
    console = Console()
    found = [(group, compare(group)) for group in (ADVERSARIAL, DICE, MANY)]
    pairs = [pair for _, efforts in found for pair in ratios(efforts)]
    plot = plot_ratios(
        "States and time to settle small games",
        "plain Python, to the end of the game; minimax, expectiminimax, max^n = 1",
        ("states visited", "CPU time"),
        pairs,
    )
    (DOCS / "pictures" / "algorithms.svg").write_text(plot, encoding="utf-8")
    page = DOCS / "algorithms" / "compared.md"
    tables = "\n\n".join(tell_table(group, efforts) for group, efforts in found)
    old = page.read_text(encoding="utf-8")
    new = re.sub(r"(<!-- figures -->\n).*?(\n<!-- end of figures -->)", lambda m: m[1] + tables + m[2], old, flags=re.S)
    page.write_text(new, encoding="utf-8")
    console.print(tables)
    return 0


if __name__ == "__main__":
    sys.exit(main())
