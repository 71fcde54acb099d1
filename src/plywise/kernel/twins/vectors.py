"""Max^n and paranoid search, compiled: the twins of `plywise.search.max_n` and `plywise.search.paranoid`.

They visit the same states in the same order, with any number of players; where chance moves, values are averaged.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, TypeAlias, get_args

from plywise.kernel.building import KernelKind, OnCompile, assemble, payoff_figures
from plywise.kernel.lowering import Lowered
from plywise.kernel.twins.expectation import expectation_kind
from plywise.kernel.twins.fixed_depth import PLIES, RoundSearcher, round_words
from plywise.rules import MAX, TOLERANCE, Action, Bound, Choice, Decision, Game, SearchError

VectorRule: TypeAlias = Literal["max_n", "paranoid"]

CALLED = ("out_of_budget", "is_blocked", "copy_line", "write_leaf", "vector")


class VectorSearcher(RoundSearcher):
    """One game's compiled search for many players; raises LoweringError where the rules can't be compiled.

    By the rule "max_n" all players look after themselves; by "paranoid" all others are against the one to move.
    `shallow_pruning` is max^n's: the same vector after fewer states, where utilities add up to a constant.
    """

    def __init__(
        self,
        game: Game,
        rule: VectorRule = "max_n",
        shallow_pruning: bool = False,
        *,
        keep: bool = True,
        wait: bool = True,
        on_step: OnCompile | None = None,
    ) -> None:
        if rule not in get_args(VectorRule):
            raise SearchError(f"A rule is one of {', '.join(get_args(VectorRule))}, not {rule!r}.")
        if game.evaluates_in_own_unit:
            raise SearchError(f"{game.name} has two players, a constant sum and no dice: use the compiled alpha-beta.")
        if shallow_pruning and (rule != "max_n" or game.utility_sum is None):
            raise SearchError("shallow_pruning is for max_n and a constant utility_sum: leave it out.")
        if shallow_pruning and not math.isfinite(game.utility_range[0]):
            raise SearchError(f"Declare a finite utility_range for {game.name}, or leave shallow_pruning out.")
        self.rule, self.shallow_pruning = rule, shallow_pruning
        self.entry = "vector" if rule == "max_n" else "expected"
        windows = {"WINDOWS": True, "STARS": False, "PROBES": False}
        if rule == "max_n":
            text = partial(vector_text, shallow_pruning=shallow_pruning)
            kind = KernelKind("max-n", shallow_pruning, text, (("vector", 4), ("repetition_key", 1)))
        else:
            kind = expectation_kind("paranoid", windows)
        super().__init__(game, kind, keep, wait, on_step)

    def round(self, state: Any, actions: Sequence[Action], depth: int) -> Decision:
        """Search every action of the root, or the roll that it is, to a depth."""
        look = self.vector_round if self.rule == "max_n" else self.paranoid_round
        return look(state, actions, depth)

    def over(self, state: Any) -> Decision:
        """Report a root where the game is over; max^n reports all utilities."""
        decision = super().over(state)
        if self.rule != "max_n":
            return decision
        return replace(decision, values=tuple(self.game.utility(state, seat) for seat in range(self.game.players)))

    def vector_round(self, state: Any, actions: Sequence[Action], depth: int) -> Decision:
        """Let each player take what is best for itself."""
        if not actions:
            _, is_guess = self.ask(None, depth, True)
            values = self.vector(0)
            return replace(self.expectation(values[MAX], is_guess), values=values)
        layout, player = self.machine.layout, self.game.to_move(state)
        choices: list[Choice] = []
        vectors: dict[Action, tuple[float, ...]] = {}
        best = -math.inf
        for action in actions:
            self.block[layout.RIVAL], self.floats[layout.RIVAL_HAS] = player if choices else -1, best
            _, is_guess = self.ask(action, depth, not choices)
            vectors[action] = self.vector(1)
            own = vectors[action][player]
            bound = Bound.EXACT if own > best or not self.shallow_pruning else Bound.UPPER
            choices.append(self.choice(action, own, bound, is_guess))
            best = max(best, own)
            if self.shallow_pruning and best >= most_of(self.game):
                break
        decision = self.best(state, choices)
        assert decision.action is not None
        return replace(decision, values=vectors[decision.action])

    def paranoid_round(self, state: Any, actions: Sequence[Action], depth: int) -> Decision:
        """Take all others to be against the player to move."""
        layout = self.machine.layout
        best = -math.inf
        self.floats[layout.BETA] = math.inf
        self.floats[layout.ALPHA], self.block[layout.OWN] = best, MAX
        if not actions:
            return self.expectation(*self.ask(None, depth, True))
        self.block[layout.OWN] = self.game.to_move(state)
        choices: list[Choice] = []
        for action in actions:
            self.floats[layout.ALPHA] = best
            found, is_guess = self.ask(action, depth, not choices)
            choices.append(self.choice(action, found, Bound.EXACT if found > best else Bound.UPPER, is_guess))
            best = max(best, found)
        return self.best(state, choices)

    def vector(self, ply: int) -> tuple[float, ...]:
        """Return the vector in a row of the block."""
        start = self.machine.layout.VECTORS + ply * self.game.players
        return tuple(self.floats[start : start + self.game.players].tolist())


def vector_text(lowered: Lowered, shallow_pruning: bool) -> str:
    """Return the source of the module that searches by max^n."""
    game = lowered.game
    constants = {
        **round_words(("RIVAL", "RIVAL_HAS"), ("WEIGHTS",), VECTORS=(PLIES + 1) * game.players),
        **payoff_figures(game),
        "SHALLOW": shallow_pruning,
        "UTILITY_SUM": float(game.utility_sum or 0),
        "MOST": float(most_of(game)) if shallow_pruning else 0.0,
        "ADDS_UP": TOLERANCE,
    }
    return assemble(lowered, constants, "averaging.vectors", CALLED)


def most_of(game: Game) -> float:
    """Return the most that a player can get where the others get the least."""
    low, high = game.utility_range
    return min(high, (game.utility_sum or 0) - (game.players - 1) * low)
