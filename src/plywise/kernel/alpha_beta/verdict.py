"""From the numbers of a compiled search to a Decision in the game's own words.

A state may have been searched by its canonical image, so a line's actions are found again through the states they
lead to. What a line's end is worth is asked of the plain rules.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from plywise.kernel.alpha_beta.switches import symmetry_depth
from plywise.kernel.alpha_beta.value_scale import ValueScale, Worth
from plywise.kernel.running import RootAction
from plywise.rules import Action, Bound, Choice, Decision, Game, Status, Unit


class DecisionBuilder:
    """Reports what a round found at one root."""

    def __init__(self, game: Game, state: Any, is_symmetric: bool, steps: ValueScale, decode: Any) -> None:
        self.game, self.state, self.is_symmetric, self.steps, self.decode = game, state, is_symmetric, steps, decode

    def decide(self, roots: Sequence[RootAction], depth: int, rules_order: Sequence[Action]) -> Decision:
        """Report a round: its choices in the order of the rules, the best of them, and how sure that is."""
        looked_at = self._in_rules_order(roots, depth, rules_order)
        choices = [
            self.choice(root, (root.action, *self.real_line(root.action, root.line, depth))) for root in looked_at
        ]
        best, status, bound = self._verdict(looked_at, choices)
        if self.is_symmetric and self.game.repetition:
            choices = self._doubting_images(looked_at, choices, best, status)
        return Decision(
            best.action,
            best.value,
            self.game.to_move(self.state),
            status,
            bound,
            best.unit,
            best.line,
            tuple(choices),
            depth=depth,
            distance=best.distance,
        )

    def _doubting_images(
        self, roots: Sequence[RootAction], choices: Sequence[Choice], best: Choice, status: Status
    ) -> list[Choice]:
        """Return the choices without what isn't known where some line ended as a draw at an image of the root.

        Where the root may be won, so may be its image: then other actions may be worth more than was found (ADR 38).
        """
        high = self.steps.scale.high
        if status is Status.PROVEN and best.value < high:
            return list(choices)
        return [
            replace(choice, status=choice.status if choice.value == high else Status.HEURISTIC, distance=None)
            if root.repeats and not (choice is best and choice.value == high)
            else choice
            for root, choice in zip(roots, choices, strict=True)
        ]

    def amend(self, decision: Decision, roots: Sequence[RootAction], depth: int) -> Decision:
        """Return a completed round's Decision with what the next one, to `depth`, found before it was stopped.

        The round before had `roots` in this order. If the first of them was looked into, and another was found to be
        better, that is the action. It is never more than heuristic: some actions weren't looked at.
        """
        found = [root for root in roots if root.depth == depth]
        if not found or roots[0].depth != depth or decision.action != roots[0].action:
            return decision
        best = max(found, key=lambda root: (root.is_exact, root.value))
        if best is roots[0] or not best.is_exact or not best.has_estimates:
            return decision
        line = (best.action, *self.real_line(best.action, best.line, depth))
        told = self.choice(best, line)
        choices = tuple(told if choice.action == best.action else choice for choice in decision.choices)
        return replace(decision.choosing(told), status=Status.HEURISTIC, choices=choices, distance=None)

    def is_proven(self, roots: Sequence[RootAction], depth: int) -> bool:
        """Whether a round leaves nothing open; lines, which cost more, aren't looked at."""
        looked_at = [root for root in roots if root.depth == depth]
        best = max(looked_at, key=lambda root: root.value)
        if best.has_estimates and abs(best.value) < self.steps.top:  # an estimate, which nothing proves
            return False
        return self._verdict(looked_at, [self.choice(root, (root.action,)) for root in looked_at])[1] is Status.PROVEN

    @staticmethod
    def _in_rules_order(roots: Sequence[RootAction], depth: int, rules_order: Sequence[Action]) -> list[RootAction]:
        looked_at = [root for root in roots if root.depth == depth]
        return sorted(looked_at, key=lambda root: rules_order.index(root.action))

    def _verdict(self, roots: Sequence[RootAction], choices: Sequence[Choice]) -> tuple[Choice, Status, Bound]:
        """Return the best choice, the first of equals, and what is proven of the root."""
        pairs = zip(roots, choices, strict=True)
        best = max(pairs, key=lambda pair: (pair[0].value, pair[0].is_exact))[1]
        return best, *self.steps.scale.verdict(best, choices)

    def choice(self, root: RootAction, line: tuple[Action, ...]) -> Choice:
        """Describe one action of the root by the line that follows."""
        worth = self.worth(root, line)
        unit = Unit.UTILITY if worth.is_utility or not self.steps.scale.stretched else Unit.EVALUATION
        bound = Bound.EXACT if root.is_exact else Bound.UPPER
        choice = self.steps.scale.choice(line, worth.value, unit, bound, root.has_estimates)
        if root.leans:
            choice = replace(choice, status=Status.HEURISTIC)
        is_known = choice.status is not Status.HEURISTIC and choice.bound is Bound.EXACT
        return replace(choice, distance=worth.distance if is_known else None)

    def worth(self, root: RootAction, line: tuple[Action, ...]) -> Worth:
        """Return an action's worth to the player; an estimate as the plain rules give it at the line's end."""
        worth = self.steps.worth(root.value)
        is_estimate = root.has_estimates and self.steps.scale.stretched and abs(root.value) <= self.steps.top
        if not is_estimate:
            return worth
        is_bound = not root.is_exact or len(line) <= len(root.line)
        if self.steps.is_learned or is_bound:  # neither needs a look at the end of its line
            return Worth(self.steps.estimate(root.value), False)
        state = self.state
        for action in line:
            state = self.game.result(state, action)
        if self.game.is_terminal(state):
            return worth
        exact = self.game.evaluate(state, self.game.to_move(self.state))
        if abs(exact * self.steps.per_unit - root.value) <= 1:
            return Worth(exact, False)
        return Worth(root.value / self.steps.per_unit, False)

    def real_line(self, first: Action, codes: Sequence[int], depth: int) -> list[Action]:
        """Return a line's actions as they are played from the root itself."""
        game = self.game
        least = symmetry_depth(game)
        seen = real = game.result(self.state, first)
        line: list[Action] = []
        for left, code in zip(count(depth - 1, -1), codes, strict=False):  # below 0 beyond the horizon
            action = self.decode(code)
            if not self.is_symmetric:
                line.append(action)
                continue
            seen = game.result(game.canonical(seen) if left >= least else seen, action)
            match = self._same_through(real, game.canonical(seen))
            if match is None:
                break
            line.append(match)
            real = game.result(real, match)
        return line

    def _same_through(self, state: Any, wanted: Any) -> Action | None:
        """Return the action of a state that leads to an image of the wanted one."""
        game = self.game
        for action in game.actions(state):
            if game.canonical(game.result(state, action)) == wanted:
                return action
        return None
