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
    keeps: Literal["the right bound", "the other bound"] = "the right bound"
    cuts_equal: bool = True
    cuts_at: Literal["the other's bound", "the own bound"] = "the other's bound"
    cuts_for: Literal["both", "MAX", "MIN"] = "both"
    after_cut: Literal["the value", "the wrong bound"] = "the value"
    window: Literal["handed down", "handed down swapped", "shared"] = "handed down"
    leaf_to: Literal["MAX", "MIN", "the one to move", "the one who moved"] = "MAX"
    answer_to: Literal["MAX", "the one to move"] = "MAX"
    chooses: Literal["right", "swapped", "always max", "max at the root", "by turns", "MAX first", "the last"] = "right"
    signs: Literal["none", "always turned", "never turned"] = "none"
    """As in negamax: values are to the player to move, and turned around on the way up."""
    starts_at: float = math.inf
    """From which value on better ones are looked for: from minus this where MAX moves, from this where MIN does."""
    deeper_by: float = 0
    counts: Literal["plies", "rounds"] = "plies"
    ends: Literal["seen", "ignored", "refused", "estimated", "estimated at the horizon"] = "seen"
    horizon: Literal["estimated", "asked for its utility"] = "estimated"
    looks_at: Literal["all", "the first", "the first at the root", "all but the last", "from the last"] = "all"
    searches: Literal["once", "twice", "twice at the root"] = "once"
    returns: Literal["value", "the action", "the action at the root"] = "value"
    plays: Literal["the best", "the first", "the last", "none"] = "the best"
    chance: Literal["mean", "equal", "sum", "mean of products", "best", "worst", "first"] = "mean"

    def search(self, game: Game, state: Any, depth: int | None = None) -> VariantTrace:
        """Search a state; `action` is the first of equals, `value` to MAX."""
        run = _Run if self.signs == "none" else _SignedRun
        return run(self, game).go(state, math.inf if depth is None else depth + self.deeper_by)


class _NoAnswerError(Exception):
    """There is no successor to take the best of, or what was returned can't be compared."""


class _Run:
    """One search under way."""

    def __init__(self, variant: Variant, game: Game) -> None:
        self.variant, self.game, self.trace = variant, game, VariantTrace()
        self.shared = [-math.inf, math.inf]
        """The window that all states use, where it is shared."""

    def go(self, root: Any, depth: float) -> VariantTrace:
        game, trace, variant = self.game, self.trace, self.variant
        self.root_is_max = game.to_move(root) == MAX
        try:
            value, trace.action = self.value(root, depth, -math.inf, math.inf, game.to_move(root), 0)
            trace.value = value if variant.returns != "the action at the root" else _number(trace.action)
        except _NoAnswerError:
            return trace
        if variant.answer_to != "MAX" and game.to_move(root) not in (MAX, CHANCE):
            trace.value = (game.utility_sum or 0) - trace.value
        if variant.plays != "the best" and trace.action is not None:
            actions = list(game.actions(root))
            trace.action = {"the first": actions[0], "the last": actions[-1]}.get(variant.plays)
        return trace

    def value(
        self, state: Any, depth: float, alpha: float, beta: float, mover: int, ply: int
    ) -> tuple[float, Action | None]:
        """Return a state's value to MAX (within the window) and the action that gets it; `mover` moved last."""
        leaf = self.leaf(state, depth, mover)
        if leaf is not None:
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
        if is_over and (ends == "seen" or (ends == "estimated at the horizon" and depth > 0)):
            self.trace.visit(state)
            return game.utility(state, seat)
        if not is_over and depth <= 0 and self.variant.horizon != "estimated":
            return game.utility(state, seat)
        if (is_over and ends == "estimated") or depth <= 0:
            self.trace.visit(state)
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
        best, chosen = -variant.starts_at if is_max else variant.starts_at, None
        for action in self.looked_at(state, ply):
            if variant.window == "shared":
                alpha, beta = self.shared
            handed = (beta, alpha) if variant.window == "handed down swapped" else (alpha, beta)
            child = game.result(state, action)
            found, _ = self.value(child, self.left(state, depth), *handed, game.to_move(state), ply + 1)
            if self.is_better(found, best, is_max) or (chosen is None and math.isinf(best)):
                best, chosen = found, action
            if variant.window == "shared":
                alpha, beta = self.shared
            if variant.prunes and self.is_cut(best, alpha, beta, is_max):
                if variant.after_cut != "the value":
                    best = alpha if is_max else beta
                break
            if variant.prunes:
                alpha, beta = self.shared[:] = self.narrowed(best, alpha, beta, is_max)
        return (_number(chosen) if variant.returns == "the action" else best), chosen

    def left(self, state: Any, depth: float) -> float:
        """Return how much depth is left after an action."""
        return depth if self.variant.counts == "rounds" and self.game.to_move(state) == MAX else depth - 1

    def is_better(self, found: float, best: float, is_max: bool) -> bool:
        """Whether a value replaces the best so far."""
        return self.variant.chooses == "the last" or (found > best if is_max else found < best)

    def is_cut(self, best: float, alpha: float, beta: float, is_max: bool) -> bool:
        """Whether the other player, who has something else to choose, won't let play come here."""
        variant = self.variant
        if variant.cuts_for not in ("both", "MAX" if is_max else "MIN"):
            return False
        limit = beta if is_max == (variant.cuts_at == "the other's bound") else alpha
        if best == limit:
            return variant.cuts_equal
        return best > limit if is_max else best < limit

    def narrowed(self, best: float, alpha: float, beta: float, is_max: bool) -> tuple[float, float]:
        """Return the window after a successor."""
        variant = self.variant
        if is_max == (variant.keeps == "the right bound"):
            return (max(alpha, best) if variant.keeps_alpha else alpha), beta
        return alpha, (min(beta, best) if variant.keeps_beta else beta)

    def is_max(self, state: Any, ply: int) -> bool:
        """Whether the greatest value is taken here."""
        chooses = self.variant.chooses
        if chooses == "always max" or (chooses == "max at the root" and ply == 0):
            return True
        if chooses == "MAX first" or chooses == "by turns":
            return (chooses == "MAX first" or self.root_is_max) == (ply % 2 == 0)
        return (self.game.to_move(state) == MAX) != (chooses == "swapped")

    def looked_at(self, state: Any, ply: int) -> list[Action]:
        """Return the actions that are tried; none where the game is over and nobody noticed."""
        variant, looks_at = self.variant, self.variant.looks_at
        actions = [] if self.game.is_terminal(state) else list(self.game.actions(state))
        if not actions and variant.ends == "refused":
            raise _NoAnswerError
        if looks_at == "the first" or (looks_at == "the first at the root" and ply == 0):
            return actions[:1]
        if looks_at == "all but the last":
            return actions[: max(1, len(actions) - 1)]
        if variant.searches == "twice" or (variant.searches == "twice at the root" and ply == 0):
            return actions * 2
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
            "worst": min(values),
            "first": values[0],
        }[chance]


class _SignedRun(_Run):
    """One search under way whose values are to the player to move."""

    def go(self, root: Any, depth: float) -> VariantTrace:
        game, trace = self.game, self.trace
        trace.value, trace.action = self.signed(root, depth, -math.inf, math.inf)
        if game.to_move(root) != MAX and self.variant.answer_to == "MAX":
            trace.value = -trace.value
        return trace

    def signed(self, state: Any, depth: float, alpha: float, beta: float) -> tuple[float, Action | None]:
        """Return what a state is worth to the player to move, as far as the signs are right, and the action."""
        game, mover = self.game, self.game.to_move(state)
        leaf = self.leaf(state, depth, mover)
        if leaf is not None:
            return leaf, None
        best, chosen = -math.inf, None
        for action in game.actions(state):
            child = game.result(state, action)
            is_turned = self.variant.signs == "always turned"
            window = (-beta, -alpha) if is_turned else (alpha, beta)
            found, _ = self.signed(child, depth - 1, *window)
            found = -found if is_turned else found
            if found > best:
                best, chosen = found, action
            if self.variant.prunes and best >= beta:
                break
            alpha = max(alpha, best)
        return best, chosen

    def seat(self, state: Any, mover: int) -> int:
        """Return the player to move: a leaf is worth what it is worth to that one."""
        return max(0, self.game.to_move(state))


def _number(action: Action | None) -> float:
    """Return an action as a number, where it is one."""
    if not isinstance(action, int | float):
        raise _NoAnswerError
    return action
