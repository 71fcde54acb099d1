"""Every algorithm by its name: what it promises, for which games, and how it is asked, plainly and compiled.

>>> find_algorithm("alpha-beta").promise
"minimax's answer after fewer states"
>>> find_algorithm("mini-max")
Traceback (most recent call last):
plywise.rules.errors.PlywiseError: There is no algorithm 'mini-max': choose one of `plywise algorithms`, as minimax.
"""

import difflib
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from plywise.agents.enhancing import make_enhancements, make_switches
from plywise.agents.question import Ears, Question
from plywise.kernel import ExpectationSearcher, ProofSearcher, Searcher, TreeSearcher, VectorSearcher
from plywise.rules import Decision, Game, Limit, PlywiseError, SearchError
from plywise.search import (
    LimitReachedError,
    alpha_beta,
    dynamic_programming,
    enhanced,
    expectiminimax,
    iterative_deepening,
    max_n,
    minimax,
    monte_carlo,
    monte_carlo_leaves,
    paranoid,
    prove_value,
    star1,
    star2,
    uct,
    value_iteration,
)

Plain: TypeAlias = Callable[..., Decision]
Compiled: TypeAlias = Callable[[Question, Ears], Decision]

MANY = 1 << 40
"""Playouts where something else is the limit."""

DEEPENING, SIMULATING, AT_ONCE = ("time", "nodes", "depth"), ("time", "nodes", "simulations"), ("time", "nodes")
"""What of a limit ends an algorithm: one that deepens has an answer at any moment, and so has one that simulates."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of games, in words and as a test."""

    words: str
    holds: Callable[[Game], bool]


ADVERSARIAL = Kind("two players, no dice", lambda game: game.is_adversarial and not game.has_chance)
DICE = Kind("two players and dice", lambda game: game.is_adversarial and game.has_chance)
ACYCLIC = Kind("two players, no circles", lambda game: game.is_adversarial and not game.cyclic)
FIXED = Kind("two players, no dice, no circles", lambda game: ADVERSARIAL.holds(game) and not game.cyclic)
ANY = Kind("any", lambda game: True)
OTHER = Kind("dice, more players, or no constant sum", lambda game: not ADVERSARIAL.holds(game))


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One way to decide; `ask_plain` and `ask_compiled` answer a question, the latter where there is a twin."""

    name: str
    promise: str
    section: str
    kind: Kind
    ask_plain: Callable[[Question, Ears], Decision]
    ask_compiled: Compiled | None = None
    ended_by: tuple[str, ...] = DEEPENING
    """What of a limit ends it."""
    proves: bool = True
    """Whether it comes to a proof, given time."""
    compiled_kind: Kind = ANY
    """Of the games it is for, those that the compiled twin is for."""

    def has_twin(self, game: Game) -> bool:
        """Whether there is a compiled twin for a game."""
        return self.ask_compiled is not None and self.compiled_kind.holds(game)

    def require_suited(self, game: Game) -> None:
        """Refuse a game of another kind."""
        if not self.kind.holds(game):
            fitting = ", ".join(other.name for other in ALGORITHMS if other.kind.holds(game))
            raise SearchError(f"{self.name} is for games with {self.kind.words}: for {game.name} choose {fitting}.")

    def bounded(self, limit: Limit, seconds: float) -> Limit:
        """Return a limit that ends this algorithm: the given one, with so many seconds where nothing in it does."""
        if limit.simulations is not None and "simulations" not in self.ended_by:
            ends = " or ".join(self.ended_by)
            raise PlywiseError(f"{self.name} makes no simulations of its own: limit its {ends} instead.")
        is_ended = any(getattr(limit, name) is not None for name in self.ended_by)
        return limit if is_ended else replace(limit, time=seconds)


def find_algorithm(name: str) -> Algorithm:
    """Return the algorithm of a name; refuses one that there isn't, with the nearest."""
    for algorithm in ALGORITHMS:
        if algorithm.name == name:
            return algorithm
    nearest = difflib.get_close_matches(name, [each.name for each in ALGORITHMS], 1, 0)[0]
    raise PlywiseError(f"There is no algorithm '{name}': choose one of `plywise algorithms`, as {nearest}.")


def choose_algorithm(game: Game, all_exact: bool = False) -> Algorithm:
    """Return the algorithm that fits a game's players, utilities and dice, and whether every action's value counts."""
    if not game.is_adversarial:
        return find_algorithm("max-n")
    if not game.has_chance:
        return find_algorithm("alpha-beta")
    can_prune = not all_exact and all(map(math.isfinite, game.utility_range))
    return find_algorithm("star2" if can_prune else "expectiminimax")


# Plainly


def _deepened(algorithm: Plain, question: Question, ears: Ears) -> Decision:
    """Ask a readable algorithm one depth after the other."""
    return iterative_deepening(
        question.game,
        question.state,
        limit=question.limit,
        history=question.history,
        algorithm=algorithm,
        on_depth=ears.hear,
    )


def _deepening(algorithm: Plain) -> Callable[[Question, Ears], Decision]:
    return partial(_deepened, algorithm)


def _at_once(name: str, algorithm: Plain) -> Callable[[Question, Ears], Decision]:
    """Ask an algorithm that has no answer until it is complete."""

    def ask(question: Question, ears: Ears) -> Decision:
        try:
            return algorithm(question.game, question.state, limit=question.limit, history=question.history)
        except LimitReachedError as reached:
            raise SearchError(
                f"{name} has no answer until it is complete, and the limit came after {reached.nodes:,} states: "
                "allow it more, or choose an algorithm that deepens."
            ) from None

    return ask


def _alpha_beta(question: Question, ears: Ears) -> Decision:
    if question.chosen.names:
        enhancements = make_enhancements(question.chosen)
        return _deepened(partial(enhanced, enhancements=enhancements, all_exact=question.all_exact), question, ears)
    return _deepened(partial(alpha_beta, known_extremes=True, all_exact=question.all_exact), question, ears)


def _monte_carlo(question: Question, ears: Ears) -> Decision:
    limit = question.limit
    return monte_carlo(
        question.game,
        question.state,
        limit=limit,
        history=question.history,
        seed=question.seed,
        playouts=100 if limit.is_open else MANY,
    )


def _monte_carlo_leaves(question: Question, ears: Ears) -> Decision:
    return _deepened(partial(monte_carlo_leaves, seed=question.seed), question, ears)


def _uct(question: Question, ears: Ears) -> Decision:
    return uct(question.game, question.state, limit=question.limit, history=question.history, seed=question.seed)


# Compiled


def _search(question: Question, ears: Ears) -> Decision:
    switches = make_switches(question.chosen, question.dropped)
    searcher = Searcher(
        question.game,
        switches,
        threads=question.threads,
        tuning=question.chosen.tuning,
        on_step=ears.on_compile,
    )
    return searcher.decide(
        question.state,
        limit=question.limit,
        history=question.history,
        all_exact=question.all_exact,
        prove=question.prove,
        on_depth=ears.hear,
        on_progress=ears.on_progress,
    )


def _in_rounds(maker: Callable[..., Any], **options: Any) -> Compiled:
    """Ask a compiled twin made with these options."""

    def ask(question: Question, ears: Ears) -> Decision:
        searcher = maker(question.game, on_step=ears.on_compile, **options)
        decision: Decision = searcher.decide(
            question.state,
            limit=question.limit,
            history=question.history,
            on_depth=ears.hear,
            on_progress=ears.on_progress,
        )
        return decision

    return ask


def _prove(question: Question, ears: Ears) -> Decision:
    searcher = ProofSearcher(question.game, on_step=ears.on_compile)
    return searcher.prove_value(question.state, limit=question.limit, on_progress=ears.on_progress)


def _simulate(question: Question, ears: Ears) -> Decision:
    searcher = TreeSearcher(question.game, threads=question.threads, seed=question.seed, on_step=ears.on_compile)
    return searcher.decide(question.state, limit=question.limit, history=question.history, on_progress=ears.on_progress)


ALGORITHMS = (
    Algorithm("minimax", "the exact value of every action", "5.2", ADVERSARIAL, _deepening(minimax)),
    Algorithm("alpha-beta", "minimax's answer after fewer states", "5.3", ADVERSARIAL, _alpha_beta, _search),
    Algorithm(
        "expectiminimax",
        "the exact mean where dice fall, the best action where players move",
        "5.5",
        DICE,
        _deepening(expectiminimax),
        _in_rounds(ExpectationSearcher, pruning="none"),
    ),
    Algorithm(
        "star1",
        "expectiminimax's answer after fewer states",
        "5.5.1",
        DICE,
        _deepening(star1),
        _in_rounds(ExpectationSearcher, pruning="star1"),
    ),
    Algorithm(
        "star2",
        "as star1, after fewer still: each outcome is probed first",
        "5.5.1",
        DICE,
        _deepening(star2),
        _in_rounds(ExpectationSearcher, pruning="star2"),
    ),
    Algorithm(
        "max-n",
        "what comes about when all look after themselves",
        "5.2.2",
        ANY,
        _deepening(max_n),
        _in_rounds(VectorSearcher, rule="max_n"),
        compiled_kind=OTHER,
    ),
    Algorithm(
        "paranoid",
        "what a player can be sure of if all others join against it",
        "5.2.2",
        ANY,
        _deepening(paranoid),
        _in_rounds(VectorSearcher, rule="paranoid"),
        compiled_kind=OTHER,
    ),
    Algorithm(
        "dynamic-programming",
        "minimax's answer, each distinct state valued once",
        "5.3.1",
        ACYCLIC,
        _at_once("dynamic-programming", dynamic_programming),
        ended_by=AT_ONCE,
    ),
    Algorithm(
        "value-iteration",
        "the exact value, within a tolerance, of dice games that go in circles",
        "17.2",
        DICE,
        _at_once("value-iteration", value_iteration),
        ended_by=AT_ONCE,
    ),
    Algorithm(
        "proof-number",
        "a proof of win, draw or loss, where it is thinnest first",
        "beyond",
        FIXED,
        _at_once("proof-number", prove_value),
        _prove,
        AT_ONCE,
    ),
    Algorithm(
        "monte-carlo",
        "the action that does best when all play by lot",
        "5.4",
        ANY,
        _monte_carlo,
        ended_by=SIMULATING,
        proves=False,
    ),
    Algorithm(
        "monte-carlo-leaves",
        "alpha-beta whose horizon is judged by playouts",
        "5.4",
        ADVERSARIAL,
        _monte_carlo_leaves,
    ),
    Algorithm(
        "uct",
        "a tree that grows where simulations do well; proves what it can",
        "5.4, beyond",
        ANY,
        _uct,
        _simulate,
        SIMULATING,
    ),
)
"""In the order of the book."""
