"""Every algorithm by its name: what it promises, for which games, and how it is asked, plainly and compiled.

>>> find_algorithm("alpha-beta").promise
"minimax's answer after fewer states"
>>> find_algorithm("minmax")
Traceback (most recent call last):
plywise.rules.errors.PlywiseError: There is no algorithm 'minmax': choose one of `plywise algorithms`, such as minimax.
"""

import difflib
import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from plywise.agents.algorithms.adapters import (
    Ask,
    ask_alpha_beta,
    ask_df_pn,
    ask_monte_carlo,
    ask_monte_carlo_leaves,
    ask_prover,
    ask_searcher,
    ask_tree,
    ask_uct,
    at_once,
    deepening,
    in_rounds,
)
from plywise.agents.algorithms.hidden_adapters import (
    ask_belief_search,
    ask_cfr_plus,
    ask_determinized,
    ask_determinized_compiled,
    ask_information_set_uct,
    ask_outcome_sampling,
)
from plywise.agents.algorithms.network_adapters import ask_turns, ask_turns_plainly, by_network
from plywise.kernel import ExpectationSearcher, VectorSearcher
from plywise.rules import DEFAULT_LIMIT, Game, Limit, PlywiseError, SearchError, require_open
from plywise.search import (
    dynamic_programming,
    expectiminimax,
    max_n,
    minimax,
    paranoid,
    prove_value,
    prove_value_df_pn,
    star1,
    star2,
    value_iteration,
)

DEEPENING, SIMULATING, AT_ONCE = ("time", "nodes", "depth"), ("time", "nodes", "simulations"), ("time", "nodes")
"""What of a limit ends an algorithm: one that deepens has an answer at any moment, and so has one that simulates."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of games, in words and as a test."""

    words: str
    holds: Callable[[Game], bool]


ADVERSARIAL = Kind("two players, no dice", lambda game: game.is_adversarial and not game.has_chance)
DICE = Kind("two players and dice", lambda game: game.is_adversarial and game.has_chance)
ACYCLIC = Kind("two players, acyclic", lambda game: game.is_adversarial and not game.cyclic)
FIXED = Kind("two players, no dice, acyclic", lambda game: ADVERSARIAL.holds(game) and not game.cyclic)
UNFORBIDDEN = Kind(
    "two players, no dice, no forbidden repetition",
    lambda game: (
        ADVERSARIAL.holds(game)
        and not (game.cyclic and (game.repetition == "illegal" or type(game).repetition_key is not Game.repetition_key))
    ),
)
ANY = Kind("any", lambda game: True)
HIDDEN = Kind("hidden information", lambda game: game.hides)
HIDDEN_BETWEEN_TWO = Kind("hidden information, two players, acyclic", lambda game: game.hides and ACYCLIC.holds(game))
OTHER = Kind("dice, more players, or no constant sum", lambda game: not ADVERSARIAL.holds(game))


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One way to decide; `ask_plain` and `ask_compiled` answer a question, the latter where there is a twin."""

    name: str
    promise: str
    section: str
    kind: Kind
    ask_plain: Ask
    ask_compiled: Ask | None = None
    ended_by: tuple[str, ...] = DEEPENING
    """What of a limit ends it."""
    counts_playouts: bool = False
    """Whether a limit of simulations says how many playouts value one state, instead of ending it."""
    proves: bool = True
    """Whether it comes to a proof, given time."""
    compiled_kind: Kind = ANY
    """Of the games it is for, those that the compiled twin is for."""

    def suits(self, game: Game) -> bool:
        """Whether it is for a game: of those that hide something, only what doesn't look there."""
        return self.kind.holds(game) and game.hides == (self.kind in (HIDDEN, HIDDEN_BETWEEN_TWO))

    def has_twin(self, game: Game) -> bool:
        """Whether there is a compiled twin for a game."""
        return self.ask_compiled is not None and self.compiled_kind.holds(game)

    def require_suited(self, game: Game) -> None:
        """Refuse a game of another kind."""
        if not self.suits(game):
            require_open(game, self.name)
            fitting = ", ".join(other.name for other in ALGORITHMS if other.suits(game))
            if game.players == 2 and not game.is_adversarial:
                raise SearchError(
                    f"{self.name} is for games with a constant sum, and {game.name} declares none "
                    f"(its utility_sum is None): choose {fitting}."
                )
            raise SearchError(f"{self.name} is for games with {self.kind.words}: for {game.name} choose {fitting}.")

    def bounded(self, limit: Limit) -> Limit:
        """Return a limit that ends this algorithm: the given one, with the default time where nothing in it does."""
        if limit.simulations is not None and "simulations" not in self.ended_by and not self.counts_playouts:
            ends = " or ".join(self.ended_by)
            raise PlywiseError(f"{self.name} makes no simulations of its own: limit its {ends} instead.")
        is_ended = any(getattr(limit, name) is not None for name in self.ended_by)
        return limit if is_ended else replace(limit, time=DEFAULT_LIMIT.time, is_default=True)


DEEPENS = "it is what alpha-beta and minimax do under a limit of time or nodes, so name one of those with such a limit"
UNNAMED = {
    "iterative-deepening": DEEPENS,
    "enumeration": "it comes first wherever no algorithm is named, and proves what is small enough, so name none",
}
"""What people ask for that isn't an algorithm to be named, and how to get it."""


def find_algorithm(name: str) -> Algorithm:
    """Return the algorithm of a name; refuses an unknown one, suggesting the nearest."""
    for algorithm in ALGORITHMS:
        if algorithm.name == name:
            return algorithm
    if name in UNNAMED:
        raise PlywiseError(f"There is no algorithm '{name}': {UNNAMED[name]}.")
    nearest = difflib.get_close_matches(name, [each.name for each in ALGORITHMS], 1, 0)[0]
    raise PlywiseError(f"There is no algorithm '{name}': choose one of `plywise algorithms`, such as {nearest}.")


def choose_algorithm(game: Game, all_exact: bool = False) -> Algorithm:
    """Return the algorithm that fits a game's players, utilities and dice, and whether every action's value counts."""
    if game.hides:
        return find_algorithm("information-set-uct")
    if not game.is_adversarial:
        return find_algorithm("max-n")
    if not game.has_chance:
        return find_algorithm("alpha-beta")
    can_prune = not all_exact and all(map(math.isfinite, game.utility_range))
    return find_algorithm("star2" if can_prune else "expectiminimax")


ALGORITHMS = (
    Algorithm("minimax", "the exact value of every action", "5.2", ADVERSARIAL, deepening(minimax)),
    Algorithm("alpha-beta", "minimax's answer after fewer states", "5.3", ADVERSARIAL, ask_alpha_beta, ask_searcher),
    Algorithm(
        "expectiminimax",
        "the exact mean where dice fall, the best action where players move",
        "5.5",
        DICE,
        by_network(deepening(expectiminimax), ask_turns_plainly),
        by_network(in_rounds(ExpectationSearcher, pruning="none"), ask_turns),
    ),
    Algorithm(
        "star1",
        "expectiminimax's answer after fewer states",
        "5.5.1",
        DICE,
        deepening(star1),
        in_rounds(ExpectationSearcher, pruning="star1"),
    ),
    Algorithm(
        "star2",
        "star1's answer after fewer still: each outcome is probed first",
        "5.5.1",
        DICE,
        deepening(star2),
        in_rounds(ExpectationSearcher, pruning="star2"),
    ),
    Algorithm(
        "max-n",
        "what comes about when all look after themselves",
        "5.2.2",
        ANY,
        deepening(max_n),
        in_rounds(VectorSearcher, rule="max_n"),
        compiled_kind=OTHER,
    ),
    Algorithm(
        "paranoid",
        "what a player can be sure of if all others join against it",
        "5.2.2",
        ANY,
        deepening(paranoid),
        in_rounds(VectorSearcher, rule="paranoid"),
        compiled_kind=OTHER,
    ),
    Algorithm(
        "dynamic-programming",
        "minimax's answer, each distinct state valued once",
        "5.3.1",
        ACYCLIC,
        at_once("dynamic-programming", dynamic_programming),
        ended_by=AT_ONCE,
    ),
    Algorithm(
        "value-iteration",
        "the exact value, within a tolerance, of cyclic dice games",
        "17.2",
        DICE,
        at_once("value-iteration", value_iteration),
        ended_by=AT_ONCE,
    ),
    Algorithm(
        "proof-number",
        "a proof of win, draw or loss, where it is thinnest first",
        "beyond",
        FIXED,
        at_once("proof-number", prove_value),
        ask_prover,
        AT_ONCE,
    ),
    Algorithm(
        "df-pn",
        "proof-number's answers by a table of given size, on cycles too",
        "beyond",
        UNFORBIDDEN,
        at_once("df-pn", prove_value_df_pn),
        ask_df_pn,
        AT_ONCE,
    ),
    Algorithm(
        "monte-carlo",
        "the action that does best when all play at random",
        "5.5.1, and 5.4 of the 4th edition",
        ANY,
        ask_monte_carlo,
        ended_by=SIMULATING,
        proves=False,
    ),
    Algorithm(
        "monte-carlo-leaves",
        "alpha-beta whose horizon is judged by playouts",
        "5.5.1, and 5.4 of the 4th edition",
        ADVERSARIAL,
        ask_monte_carlo_leaves,
        counts_playouts=True,
    ),
    Algorithm(
        "uct",
        "a tree that grows where simulations do well; proves what it can",
        "5.7, and 5.4 of the 4th edition",
        ANY,
        ask_uct,
        ask_tree,
        SIMULATING,
    ),
    Algorithm(
        "cfr-plus",
        "a policy near an equilibrium, for games small enough to walk through",
        "beyond",
        HIDDEN_BETWEEN_TWO,
        ask_cfr_plus,
        ended_by=SIMULATING,
        proves=False,
    ),
    Algorithm(
        "outcome-sampling",
        "a policy that approaches an equilibrium, line by line",
        "beyond",
        HIDDEN_BETWEEN_TWO,
        ask_outcome_sampling,
        ended_by=SIMULATING,
        proves=False,
    ),
    Algorithm(
        "information-set-uct",
        "a tree over what players know, not over what is so",
        "beyond",
        HIDDEN,
        ask_information_set_uct,
        ended_by=SIMULATING,
        proves=False,
    ),
    Algorithm(
        "determinized",
        "what is best on average if all cards lay open, deal after deal",
        "5.6.2",
        HIDDEN,
        ask_determinized,
        ask_determinized_compiled,
        SIMULATING,
        proves=False,
    ),
    Algorithm(
        "belief-search",
        "a result that is sure whatever is hidden, or else the best odds",
        "beyond",
        HIDDEN,
        ask_belief_search,
    ),
)
"""In the order of the book."""
