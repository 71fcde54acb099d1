"""From a game to an equilibrium: any of the solvers, watched by exact best responses on the way.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> found = find_equilibrium(KuhnPoker(), "cfr-plus", rounds=500)
>>> round(found.value, 3), found.exploitability < 0.001, [point.rounds for point in found.course]
(-0.056, True, [1, 2, 5, 10, 20, 50, 100, 200, 500])
"""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol
from weakref import WeakKeyDictionary

from plywise.kernel.regrets import compiled_rounds
from plywise.rules import Game, PlywiseError, Policy, SearchError
from plywise.search import LimitReachedError
from plywise.search.hidden import Cfr, CfrPlus, DiscountedCfr, InformationTree, exploitability, grow_tree, value_of

ROUNDS = 1_000
SHORT = 300_000
"""Histories times rounds for which nothing is compiled, since the readable twin is done sooner."""
SMALL = 20_000
"""Histories of a game that is solved on the way, by whoever plays it."""

COMPILED_FROM = 10.0
"""Seconds from which on it pays to compile: that takes three to four of them, once in a process."""

_small: WeakKeyDictionary[Game, bool] = WeakKeyDictionary()
_in_vain: WeakKeyDictionary[Game, float] = WeakKeyDictionary()
"""Of games that may be small, the seconds in which their trees couldn't be grown."""
PROGRAM = "linear-program"


class RegretSolver(Protocol):
    """Something that improves a policy round by round."""

    rounds: int
    tree: InformationTree

    def run(self, rounds: int) -> None:
        """Do that many rounds."""

    def average_policy(self) -> Policy:
        """Return the policy so far."""


def _compiled(tree: InformationTree) -> RegretSolver:
    from plywise.equilibrium.fast_cfr_plus import FastCfrPlus  # with NumPy, which most decisions don't need

    return FastCfrPlus(tree)


SOLVERS: dict[str, Callable[[InformationTree], RegretSolver]] = {
    "cfr-plus": _compiled,
    "plain-cfr-plus": lambda tree: CfrPlus(tree.game, tree),
    "cfr": lambda tree: Cfr(tree.game, tree),
    "discounted-cfr": lambda tree: DiscountedCfr(tree.game, tree),
}
"""Besides these there is the linear program, which has no rounds."""


@dataclass(frozen=True, slots=True)
class Point:
    """How far a solver was after some rounds: half of NashConv, in the game's utilities."""

    rounds: int
    exploitability: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A policy for both players, its value to player 0, and what a best answer could still gain."""

    tree: InformationTree
    algorithm: str
    policy: Policy
    value: float
    exploitability: float
    rounds: int
    seconds: float
    course: tuple[Point, ...] = field(default=())
    solver: RegretSolver | None = field(default=None, repr=False, compare=False)
    """What found it, for more rounds."""


def find_equilibrium(
    game: Game,
    algorithm: str = "cfr-plus",
    *,
    rounds: int = ROUNDS,
    target: float = 0.0,
    seconds: float = math.inf,
    on_point: Callable[[Point], None] = lambda point: None,
    solver: RegretSolver | None = None,
) -> Equilibrium:
    """Return a policy that is near an equilibrium, after that many rounds or once its exploitability is below `target`.

    It ends after these `seconds` too, with what it has by then, as it does at Ctrl+C; raises LimitReachedError where
    half of them aren't enough to walk through the game. It is never called an equilibrium by itself: `exploitability`
    is exact, and says how near it is. A `solver` of an earlier call goes on where it ended.
    """
    if algorithm not in (*SOLVERS, PROGRAM):
        raise PlywiseError(f"There is no solver '{algorithm}': choose {', '.join((*SOLVERS, PROGRAM))}.")
    if not game.hides:
        raise PlywiseError(f"{game.name} hides nothing, so it has a best action everywhere: see `plywise solve`.")
    began = time.monotonic()
    tree = solver.tree if solver else grow_tree(game, deadline=began + seconds / 2)
    if algorithm == PROGRAM:
        from plywise.equilibrium.linear_program import solve_linear_program

        value, policy = solve_linear_program(tree)
        gained = exploitability(tree, policy)
        return Equilibrium(tree, algorithm, policy, value, gained, 0, time.monotonic() - began)
    is_plain = algorithm == "cfr-plus" and not _is_worth_compiling(tree.histories * rounds, seconds)
    solver = solver or SOLVERS["plain-cfr-plus" if is_plain else algorithm](tree)
    course: list[Point] = []
    judging = 0.0
    try:
        for upto in milestones(rounds):
            if upto <= solver.rounds < rounds:
                continue
            is_late = not _run_until(solver, upto, began + seconds - judging)
            judged = time.monotonic()
            found = solver.average_policy()
            course.append(Point(solver.rounds, exploitability(tree, found), time.monotonic() - began))
            policy, value = found, value_of(tree, found)
            judging = max(judging, time.monotonic() - judged)
            on_point(course[-1])
            if is_late or course[-1].exploitability <= target:
                break
    except KeyboardInterrupt:  # the last point has a policy, and what is said of it was computed
        if not course:
            raise
    last, spent = course[-1], time.monotonic() - began
    return Equilibrium(tree, algorithm, policy, value, last.exploitability, last.rounds, spent, tuple(course), solver)


def _is_worth_compiling(work: int, seconds: float) -> bool:
    """Whether the compiled rounds are done sooner: not where little is to do, or where compiling takes all the time."""
    return work > SHORT and (seconds >= COMPILED_FROM or compiled_rounds.cache_info().currsize > 0)


def _run_until(solver: RegretSolver, upto: int, deadline: float) -> bool:
    """Run rounds up to some number of them; return whether there was time for all."""
    batch = 1
    while solver.rounds < upto:
        began = time.monotonic()
        if solver.rounds and began >= deadline:
            return False
        batch = min(batch, upto - solver.rounds) if deadline < math.inf else upto - solver.rounds
        solver.run(batch)
        took = time.monotonic() - began
        batch = _next_batch(batch, took, deadline - began - took)
    return True


def _next_batch(batch: int, took: float, left: float) -> int:
    """Return how many rounds to run before the next look at the clock: twice as many as before, in half the rest."""
    if left == math.inf:
        return batch
    return max(1, min(2 * batch, int(batch * left / (2 * max(took, 1e-6)))))


def is_small(game: Game, most: int = SMALL, rules: Game | None = None, seconds: float = math.inf) -> bool:
    """Whether a game has few enough histories to be solved in about a second; asked once of each game.

    `rules` are the same rules, guarded; where the time runs out, the game isn't small enough for this time.
    """
    if game not in _small:
        if seconds < 2 * _in_vain.get(game, 0.0):
            return False
        try:
            grow_tree(rules or game, most, deadline=time.monotonic() + seconds)
            _small[game] = True
        except LimitReachedError:
            _in_vain[game] = seconds
            return False
        except SearchError:
            _small[game] = False
    return _small[game]


def milestones(last: int) -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50, ... up to the last one, which is always there.

    >>> list(milestones(30))
    [1, 2, 5, 10, 20, 30]
    """
    power = 1
    while True:
        for step in (1, 2, 5):
            if power * step >= last:
                yield last
                return
            yield power * step
        power *= 10
