"""Expectiminimax, Star1 and Star2, compiled: the twins of `plywise.search.expectiminimax` and `plywise.search.star`.

They visit the same states in the same order and add the same floats, so values are the same to the last digit.
"""

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, Literal, TypeAlias, get_args

from plywise.kernel.building import KernelKind, OnCompile, assemble, payoff_figures
from plywise.kernel.lowering import Lowered
from plywise.kernel.twins.fixed_depth import RoundSearcher, round_words
from plywise.rules import MAX, Action, Bound, Choice, Decision, Game, SearchError

Pruning: TypeAlias = Literal["none", "star1", "star2"]

CALLED = ("out_of_budget", "is_blocked", "copy_line", "expected")
STACKS = ("WEIGHTS", "LEASTS", "MOSTS", "TRIED", "LEASTS_AFTER", "MOSTS_AFTER")


class ExpectationSearcher(RoundSearcher):
    """One dice game's compiled search; raises LoweringError where the rules can't be compiled.

    `pruning` says what is left out: nothing, what Star1 leaves out, or what Star2 does.
    """

    entry = "expected"

    def __init__(
        self,
        game: Game,
        pruning: Pruning = "star2",
        *,
        keep: bool = True,
        wait: bool = True,
        on_step: OnCompile | None = None,
    ) -> None:
        if pruning not in get_args(Pruning):
            raise SearchError(f"Pruning is one of {', '.join(get_args(Pruning))}, not {pruning!r}.")
        if not game.is_adversarial or not game.has_chance:
            fitting = "two players, constant sum and dice"
            raise SearchError(f"The compiled expectiminimax is for {fitting}: {game.name} needs another search.")
        if not all(map(math.isfinite, game.utility_range)):
            raise SearchError(f"Declare a finite utility_range for {game.name}: the compiled search relies on it.")
        self.pruning = pruning
        switches = {"WINDOWS": pruning != "none", "STARS": pruning != "none", "PROBES": pruning == "star2"}
        super().__init__(game, expectation_kind("expectation", switches), keep, wait, on_step)

    def round(self, state: Any, actions: Sequence[Action], depth: int) -> Decision:
        """Search every action of the root, or the roll that it is, to a depth."""
        alpha, beta = -math.inf, math.inf
        if not actions:
            return self.expectation(*self.within(alpha, beta, None, depth, True))
        choices: list[Choice] = []
        is_max = self.game.to_move(state) == MAX
        for action in actions:
            found, is_guess = self.within(alpha, beta, action, depth, not choices)
            bound = Bound.EXACT if alpha < found < beta or self.pruning == "none" else Bound.UPPER
            own = found if is_max else (self.game.utility_sum or 0) - found
            choices.append(self.choice(action, own, bound, is_guess))
            if is_max and self.pruning != "none":
                alpha = max(alpha, found)
            elif self.pruning != "none":
                beta = min(beta, found)
        return self.best(state, choices)

    def within(
        self, alpha: float, beta: float, action: Action | None, depth: int, is_first: bool
    ) -> tuple[float, bool]:
        """Search an action within a window to MAX."""
        layout = self.machine.layout
        self.floats[layout.ALPHA], self.floats[layout.BETA], self.block[layout.OWN] = alpha, beta, MAX
        return self.ask(action, depth, is_first)


def expectation_kind(name: str, switches: dict[str, bool]) -> KernelKind:
    """Return which kernel searches for one player's expected utility."""
    text = partial(expectation_text, switches=switches)
    return KernelKind(name, switches, text, (("expected", 4), ("repetition_key", 1)))


def expectation_text(lowered: Lowered, switches: dict[str, bool]) -> str:
    """Return the source of a module that searches for one player's expected utility."""
    words = round_words(("PROBED", "OWN", "ALPHA", "BETA"), STACKS)
    return assemble(lowered, {**words, **payoff_figures(lowered.game), **switches}, "averaging.expectation", CALLED)
