"""Trees in which every player has the same number of actions, down to one depth, and leaves are drawn at random."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from plywise.rules import CHANCE, MAX, Game


class UniformTree(Game):
    """A tree with a branching factor and a depth; with dice, a roll of equally likely outcomes follows each action.

    Leaves are worth a number between -1 and 1 to MAX. Actions come as they are, or best first.

    >>> tree = UniformTree(3, 2, random.Random(1))
    >>> len(list(tree.actions(tree.initial()))), tree.is_terminal(tree.State(2, 8))
    (3, True)
    """

    class State(NamedTuple):
        """How many actions and rolls came before, and which of the nodes there it is."""

        ply: int = 0
        node: int = 0

    utility_range = (-1, 1)

    def __init__(
        self, branching: int, depth: int, chooser: random.Random, *, rolls: int = 1, best_first: bool = False
    ) -> None:
        self.branching, self.depth, self.rolls, self.best_first = branching, depth, rolls, best_first
        self.widths = [branching, rolls] * depth if rolls > 1 else [branching] * depth
        self.leaves = [2 * chooser.random() - 1 for _ in range((branching * rolls) ** depth)]
        self.values = self._back_up() if best_first else []

    def _back_up(self) -> list[list[float]]:
        """Return the minimax values of all nodes, level by level."""
        levels = [self.leaves]
        for ply in range(len(self.widths) - 1, -1, -1):
            width, below, mover = self.widths[ply], levels[0], self.to_move(self.State(ply))
            groups = [below[start : start + width] for start in range(0, len(below), width)]
            if mover == CHANCE:
                levels.insert(0, [sum(group) / width for group in groups])
            else:
                levels.insert(0, [max(group) if mover == MAX else min(group) for group in groups])
        return levels

    @property
    def has_chance(self) -> bool:
        """Whether rolls follow actions."""
        return self.rolls > 1

    def to_move(self, state: State) -> int:
        """Return MAX or MIN by turns; with dice, chance after each."""
        if self.rolls > 1:
            return CHANCE if state.ply % 2 else state.ply // 2 % 2
        return state.ply % 2

    def actions(self, state: State) -> Iterator[int]:
        """Yield the numbers of the branches."""
        order = range(self.branching)
        if not self.best_first:
            return iter(order)
        below, first = self.values[state.ply + 1], state.node * self.branching
        is_max = self.to_move(state) == MAX
        return iter(sorted(order, key=lambda action: below[first + action], reverse=is_max))

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Yield outcomes that are equally likely."""
        for outcome in range(self.rolls):
            yield outcome, 1 / self.rolls

    def result(self, state: State, action: int) -> State:  # type: ignore[override]
        """Go down a branch."""
        return self.State(state.ply + 1, state.node * self.widths[state.ply] + action)

    def is_terminal(self, state: State) -> bool:
        """Whether it is a leaf."""
        return state.ply == len(self.widths)

    def utility(self, state: State, player: int) -> float:
        """Return what the leaf is worth."""
        return self.leaves[state.node] if player == MAX else -self.leaves[state.node]
