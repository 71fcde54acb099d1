"""Complete, optimal, time and space: what the texts state of each algorithm, beside what it takes on growing trees.

Run it after changing a file of search/textbook: python benchmarks/truth/complexity.py (seconds). It writes the table
of docs/algorithms/complexity.md; a test compares the page with what this prints.

Trees have b = 3 actions at every state and m = 2, 4, 6, 8 plies; leaves are numbers from a hash, the same on every
machine. Time is how many states the rules were asked for. Space is how many states and actions existed at once at most,
wherever they were held: on the stack, in a table, a tree or a list of what waits. Objects of this file count
themselves, so nothing depends on how an algorithm is written.
"""

import gc
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from math import inf
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from rich.console import Console

from plywise.rules import CHANCE, Game
from plywise.search.textbook.alpha_beta import alpha_beta
from plywise.search.textbook.dynamic_programming import dynamic_programming
from plywise.search.textbook.expectiminimax import expectiminimax
from plywise.search.textbook.iterative_deepening import iterative_deepening
from plywise.search.textbook.max_n import max_n
from plywise.search.textbook.minimax import minimax
from plywise.search.textbook.monte_carlo_tree_search import monte_carlo_tree_search
from plywise.search.textbook.mtd_f import mtd_f
from plywise.search.textbook.proof_number import proof_number
from plywise.search.textbook.retrograde import by_fix_point
from plywise.search.textbook.sss_star import sss_star

PAGE = Path(__file__).parents[2] / "docs" / "algorithms" / "complexity.md"
B, PLIES, SIMULATIONS = 3, (2, 4, 6, 8), 200


class Count:
    """How many objects there are now, and how many there were at most."""

    now = peak = asked = 0

    @classmethod
    def reset(cls) -> None:
        """Begin again."""
        cls.now = cls.peak = cls.asked = 0

    @classmethod
    def add(cls) -> None:
        """Count one more."""
        cls.now += 1
        cls.peak = max(cls.peak, cls.now)


class CountedAction(int):
    """The number of an action, which counts itself."""

    def __new__(cls, number: int) -> "CountedAction":
        """Count it."""
        Count.add()
        return super().__new__(cls, number)

    def __del__(self) -> None:
        """Count it no more."""
        Count.now -= 1


class Place(NamedTuple):
    """The depth of a node, and its number from the left."""

    depth: int
    number: int


class CountedState(Place):
    """A place that counts itself."""

    def __new__(cls, depth: int, number: int) -> "CountedState":
        """Count it."""
        Count.add()
        Count.asked += 1
        return super().__new__(cls, depth, number)

    def __del__(self) -> None:
        """Count it no more."""
        Count.now -= 1


class Uniform(Game):
    """A tree with the same number of actions at every state, the same number of plies deep."""

    State = CountedState
    utility_range = (0, 1)
    utility_sum = 1
    order: ClassVar[str] = "as they come"
    at_once: ClassVar[bool] = True

    def __init__(self, plies: int) -> None:
        self.plies = plies

    def initial(self) -> CountedState:
        """Return the root."""
        return CountedState(0, 0)

    def to_move(self, state: Place) -> int:
        """Players take turns."""
        return state.depth % 2

    def result(self, state: Place, action: int) -> CountedState:
        """Go to a child."""
        return CountedState(state.depth + 1, B * state.number + action)

    def is_terminal(self, state: Place) -> bool:
        """Whether all plies are played."""
        return state.depth == self.plies

    def utility(self, state: Place, player: int) -> float:
        """Return a number that depends on the leaf alone."""
        worth = drawn(state.number)
        return worth if player == 0 else 1 - worth

    def evaluate(self, state: Place, player: int) -> float:
        """Know nothing."""
        return 0.5

    def key(self, state: Place) -> Place:
        """Return the state itself, so that a table's entries are counted."""
        return state

    def actions(self, state: Place) -> Iterable[CountedAction]:
        """Return all actions at once, or yield one at a time."""
        numbers = self.numbers(state)
        return [CountedAction(number) for number in numbers] if self.at_once else map(CountedAction, numbers)

    def numbers(self, state: Place) -> list[int]:
        """Return the actions in the order that is asked for."""
        numbers = list(range(B))
        if self.order == "as they come":
            return numbers
        best_is_large = (state.depth % 2 == 0) == (self.order == "best first")
        worth = [true_value(self.plies, state.depth + 1, B * state.number + number) for number in numbers]
        return sorted(numbers, key=worth.__getitem__, reverse=best_is_large)


def drawn(number: int) -> float:
    """Return a fraction that looks drawn at random."""
    mixed = (number * 2654435761 + 12345) % 2**32
    mixed = (mixed ^ mixed >> 15) * 2246822519 % 2**32
    mixed = (mixed ^ mixed >> 13) * 3266489917 % 2**32
    return (mixed ^ mixed >> 16) / 2**32


@cache
def true_value(plies: int, depth: int, number: int) -> float:
    """Return the minimax value of a node, without any state."""
    if depth == plies:
        return drawn(number)
    choose = max if depth % 2 == 0 else min
    return choose(true_value(plies, depth + 1, B * number + action) for action in range(B))


class BestFirst(Uniform):
    """The best action comes first."""

    order = "best first"


class BestLast(Uniform):
    """The best action comes last."""

    order = "best last"


class OneByOne(Uniform):
    """Actions are generated one at a time."""

    at_once = False


class Won(Uniform):
    """Every leaf is a win or a loss."""

    def utility(self, state: Place, player: int) -> float:
        """Return 1 or 0."""
        return float(drawn(state.number) > 0.4) if player == 0 else 1 - self.utility(state, 0)


class Dice(Uniform):
    """Before each action a coin is tossed; tosses are plies too, so that m plies have m / 2 actions."""

    rolls_dice = True

    def to_move(self, state: Place) -> int:
        """Chance moves at every other ply."""
        return CHANCE if state.depth % 2 == 0 else state.depth // 2 % 2

    def chances(self, state: Place) -> Iterator[tuple[CountedAction, float]]:
        """Yield heads and tails."""
        yield from ((CountedAction(side), 0.5) for side in range(2))


class Merging(Uniform):
    """A graph: an action adds 0, 1 or 2 to a total, so that most states have several ways to them."""

    def result(self, state: Place, action: int) -> CountedState:
        """Add to the total."""
        return CountedState(state.depth + 1, state.number + action)


def mark_all(game: Game, state: Any) -> None:
    """List every state, and mark it by the fix point."""
    states, found = [state], {state}
    for each in states:
        if not game.is_terminal(each):
            for action in game.actions(each):
                child = game.result(each, action)
                if child not in found:
                    found.add(child)
                    states.append(child)
    by_fix_point(game, states)


@dataclass(frozen=True)
class Row:
    """An algorithm, what the texts state of it, and how it is asked."""

    name: str
    complete: str
    optimal: str
    time: str
    space: str
    game: type[Uniform]
    ask: Callable[[Game, Any], object]

    @cached_property
    def measured(self) -> list[tuple[int, int]]:
        """States asked for, and the most that were held at once, for each depth."""
        return [effort(self.game(plies), self.ask) for plies in PLIES]


def effort(game: Uniform, ask: Callable[[Game, Any], object]) -> tuple[int, int]:
    """Return how many states an algorithm asked for, and how many states and actions there were at most."""
    gc.disable()  # a tree whose nodes know their parents is freed after it was counted, and before the next
    Count.reset()
    ask(game, game.initial())
    gc.collect(0)
    gc.enable()
    return Count.asked, Count.peak


def deepen(game: Game, state: Any) -> object:
    """Deepen to the end."""
    assert isinstance(game, Uniform)
    return iterative_deepening(game, state, inf, deepest=game.plies)


FINITE, OPPONENT = "yes, if the tree is finite", "yes, against an optimal opponent"
ROWS = [
    Row("minimax", FINITE, OPPONENT, "O(b^m)", "O(bm)", Uniform, minimax),
    Row("minimax, actions one at a time", FINITE, OPPONENT, "O(b^m)", "O(m)", OneByOne, minimax),
    Row("alpha-beta, best action last", FINITE, OPPONENT, "O(b^m)", "O(bm)", BestLast, alpha_beta),
    Row("alpha-beta, random order", FINITE, OPPONENT, "about O(b^(3m/4))", "O(bm)", Uniform, alpha_beta),
    Row("alpha-beta, best action first", FINITE, OPPONENT, "O(b^(m/2))", "O(bm)", BestFirst, alpha_beta),
    Row("iterative deepening", "yes, depth by depth", "at the last depth", "as its searches", "O(bm)", Uniform, deepen),
    Row(
        "MTD(f)", FINITE, OPPONENT, "as alpha-beta's best", "its table", Uniform, lambda game, at: mtd_f(game, at, 0.5)
    ),
    Row("SSS*", FINITE, OPPONENT, "at most alpha-beta's leaves", "O(b^(m/2)) that wait", Uniform, sss_star),
    Row(
        "proof-number",
        FINITE,
        "answers yes or no",
        "O(b^m)",
        "the tree",
        Won,
        lambda game, at: proof_number(game, at, 1),
    ),
    Row("max^n", FINITE, "if all look after themselves", "O(b^m)", "O(bm)", Uniform, max_n),
    Row(
        "expectiminimax, a coin before each action",
        FINITE,
        "yes, on average",
        "O(b^m n^m)",
        "O(bm)",
        Dice,
        expectiminimax,
    ),
    Row(
        "dynamic programming, a graph",
        "yes, if it is acyclic",
        OPPONENT,
        "O(NL) at most",
        "O(N)",
        Merging,
        dynamic_programming,
    ),
    Row("minimax, the same graph", FINITE, OPPONENT, "O(b^m)", "O(bm)", Merging, minimax),
    Row("retrograde, the same graph", "yes, on cycles too", OPPONENT, "O(NL)", "O(N)", Merging, mark_all),
    Row(
        f"tree search, {SIMULATIONS} simulations",
        "whenever it is stopped",
        "no; nearer with time",
        "O(km)",
        "O(kb)",
        Uniform,
        lambda game, at: monte_carlo_tree_search(game, at, SIMULATIONS),
    ),
]
"""k is how many simulations there are, N how many distinct states, L how long a game is."""


def tell_table() -> str:
    """Return the table of the page."""
    depths = [f"m = {plies}" for plies in PLIES]
    measured = " | ".join(depths)
    lines = [
        f"| algorithm | complete? | optimal? | time | {measured} | space | {measured} |",
        "|---" * (6 + 2 * len(PLIES) - 1) + "|",
    ]
    for row in ROWS:
        times, spaces = zip(*row.measured, strict=True)
        cells = [row.name, row.complete, row.optimal, row.time, *map("{:,}".format, times)]
        lines.append(f"| {' | '.join([*cells, row.space, *map('{:,}'.format, spaces)])} |")
    return "\n".join(lines)


def main() -> int:
    """Write the table into its page."""
    table = tell_table()
    text = PAGE.read_text(encoding="utf-8")
    new = re.sub(r"(<!-- figures -->\n).*?(\n<!-- end of figures -->)", lambda m: m[1] + table + m[2], text, flags=re.S)
    PAGE.write_text(new, encoding="utf-8")
    Console().print(table, soft_wrap=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
