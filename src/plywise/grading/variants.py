"""One search with all its details as switches: as it should be, and with each of the usual mistakes.

A student's answers and leaves that equal a wrong variant's on every exercise show what the mistake looks like.

>>> from plywise.games.tree import Tree
>>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> right, wrong = Variant(prunes=True), Variant(prunes=True, keeps_alpha=False)
>>> [len(variant.search(tree, tree.initial()).leaves) for variant in (right, wrong)]
[7, 9]
"""

import math
from dataclasses import dataclass, field
from typing import Any, Literal

from plywise.rules import CHANCE, MAX, Action, Game


@dataclass
class VariantTrace:
    """What a search answered, the leaves it asked about in order, and what it found at each state, with its window."""

    value: float | None = None
    action: Action | None = None
    leaves: list[Any] = field(default_factory=list)
    found: dict[Any, tuple[float, float, float]] = field(default_factory=dict)
    """By state: alpha, beta and the value to MAX."""

    def visit(self, leaf: Any) -> None:
        """Note a leaf, once however often in a row it is asked about."""
        if not self.leaves or self.leaves[-1] != leaf:
            self.leaves.append(leaf)


@dataclass(frozen=True)
class Variant:
    """The details of a search; the defaults are minimax, and with chance expectiminimax, as the book has them."""

    prunes: bool = False
    keeps_alpha: bool = True
    keeps_beta: bool = True
    cuts_equal: bool = True
    leaf_to: Literal["MAX", "MIN", "the one to move", "the one who moved"] = "MAX"
    answer_to: Literal["MAX", "the one to move"] = "MAX"
    chooses: Literal["right", "swapped", "always max", "by turns"] = "right"
    deeper_by: int = 0
    ends: Literal["seen", "ignored", "refused", "estimated", "estimated at the horizon"] = "seen"
    looks_at: Literal["all", "the first", "the first at the root", "all but the last", "from the last"] = "all"
    chance: Literal["mean", "equal", "sum", "mean of products", "best", "first"] = "mean"

    def search(self, game: Game, state: Any, depth: int | None = None) -> VariantTrace:
        """Search a state; `action` is the first of equals, `value` to MAX."""
        return _Run(self, game).go(state, math.inf if depth is None else depth + self.deeper_by)


class _EndlessError(Exception):
    """There is no successor to take the best of."""


class _Run:
    """One search under way."""

    def __init__(self, variant: Variant, game: Game) -> None:
        self.variant, self.game, self.trace = variant, game, VariantTrace()

    def go(self, root: Any, depth: float) -> VariantTrace:
        game, trace = self.game, self.trace
        self.root_is_max = game.to_move(root) == MAX
        try:
            trace.value, trace.action = self.value(root, depth, -math.inf, math.inf, game.to_move(root), 0)
        except _EndlessError:
            return trace
        if self.variant.answer_to != "MAX" and game.to_move(root) not in (MAX, CHANCE):
            trace.value = (game.utility_sum or 0) - trace.value
        return trace

    def value(
        self, state: Any, depth: float, alpha: float, beta: float, mover: int, ply: int
    ) -> tuple[float, Action | None]:
        """Return a state's value to MAX (within the window) and the action that gets it; `mover` moved last."""
        leaf = self.leaf(state, depth, mover)
        if leaf is not None:
            self.trace.visit(state)
            found: tuple[float, Action | None] = leaf, None
        elif not self.game.is_terminal(state) and self.game.to_move(state) == CHANCE:
            found = self.mean(state, depth, ply), None
        else:
            found = self.best(state, depth, alpha, beta, ply)
        self.trace.found[state] = alpha, beta, found[0]
        return found

    def leaf(self, state: Any, depth: float, mover: int) -> float | None:
        """Return what a state is worth where the search ends there."""
        game, ends = self.game, self.variant.ends
        seat = self.seat(state, mover)
        is_over = game.is_terminal(state)
        if is_over and ends == "estimated at the horizon" and depth <= 0:
            return game.evaluate(state, seat)
        if is_over and ends in ("seen", "estimated at the horizon"):
            return game.utility(state, seat)
        if (is_over and ends == "estimated") or depth <= 0:
            return game.evaluate(state, seat)
        return None

    def seat(self, state: Any, mover: int) -> int:
        """Return the player to whom a leaf is worth what it is worth."""
        seats = {"MAX": MAX, "MIN": 1, "the one who moved": mover}
        return max(0, seats.get(self.variant.leaf_to, self.game.to_move(state)))

    def best(self, state: Any, depth: float, alpha: float, beta: float, ply: int) -> tuple[float, Action | None]:
        """Return the best value for the player to move, and its action; cut off where that is asked for."""
        variant, game = self.variant, self.game
        is_max = self.is_max(state, ply)
        best, chosen = -math.inf if is_max else math.inf, None
        actions = self.looked_at(state, ply)
        if not actions and variant.ends == "refused":
            raise _EndlessError
        for action in actions:
            child = game.result(state, action)
            found, _ = self.value(child, depth - 1, alpha, beta, game.to_move(state), ply + 1)
            if chosen is None or (found > best if is_max else found < best):
                best, chosen = found, action
            if variant.prunes and self.is_cut(best, beta if is_max else alpha, is_max):
                break
            if variant.prunes and is_max and variant.keeps_alpha:
                alpha = max(alpha, best)
            elif variant.prunes and not is_max and variant.keeps_beta:
                beta = min(beta, best)
        return best, chosen

    def is_cut(self, best: float, limit: float, is_max: bool) -> bool:
        """Whether the other player, who has `limit` elsewhere, won't let play come here."""
        if best == limit:
            return self.variant.cuts_equal
        return best > limit if is_max else best < limit

    def is_max(self, state: Any, ply: int) -> bool:
        """Whether the greatest value is taken here."""
        chooses = self.variant.chooses
        if chooses == "always max":
            return True
        if chooses == "by turns":
            return self.root_is_max == (ply % 2 == 0)
        return (self.game.to_move(state) == MAX) != (chooses == "swapped")

    def looked_at(self, state: Any, ply: int) -> list[Action]:
        """Return the actions that are tried; none where the game is over and nobody noticed."""
        if self.game.is_terminal(state):
            return []
        actions, looks_at = list(self.game.actions(state)), self.variant.looks_at
        if looks_at == "the first" or (looks_at == "the first at the root" and ply == 0):
            return actions[:1]
        if looks_at == "all but the last":
            return actions[: max(1, len(actions) - 1)]
        return actions[::-1] if looks_at == "from the last" else actions

    def mean(self, state: Any, depth: float, ply: int) -> float:
        """Return what a roll is worth."""
        game, chance = self.game, self.variant.chance
        pairs = [
            (odds, self.value(game.result(state, outcome), depth - 1, -math.inf, math.inf, CHANCE, ply + 1)[0])
            for outcome, odds in game.chances(state)
        ]
        if chance == "mean":
            return sum(odds * value for odds, value in pairs)
        if chance == "mean of products":
            return sum(odds * value for odds, value in pairs) / len(pairs)
        values = [value for _, value in pairs]
        return {
            "equal": sum(values) / len(values),
            "sum": sum(values),
            "best": max(values),
            "first": values[0],
        }[chance]
