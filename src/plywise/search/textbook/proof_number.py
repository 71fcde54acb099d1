"""Proof-number search: can MAX reach a goal? Grow the tree where the fewest leaves are left to show it (Allis 1994)."""

from math import inf
from typing import Any

from plywise.rules import MAX, Game


class AndOrNode:
    """A state, and how many leaves at least must still be shown to prove, or to disprove, that MAX reaches the goal."""

    def __init__(self, game: Game, state: Any, goal: float) -> None:
        self.state, self.children, self.proof, self.disproof = state, list[AndOrNode](), 1.0, 1.0
        self.is_max = not game.is_terminal(state) and game.to_move(state) == MAX
        if game.is_terminal(state):
            reached = game.utility(state, MAX) >= goal
            self.proof, self.disproof = (0.0, inf) if reached else (inf, 0.0)

    def count(self) -> None:
        """Take the numbers from the children: one proven child is enough for MAX, one disproven child for MIN."""
        proofs, disproofs = [each.proof for each in self.children], [each.disproof for each in self.children]
        self.proof = min(proofs) if self.is_max else sum(proofs)
        self.disproof = sum(disproofs) if self.is_max else min(disproofs)


def proof_number(game: Game, state: Any, goal: float) -> bool:
    """Return whether MAX can reach a utility of at least `goal`."""
    root = AndOrNode(game, state, goal)
    while root.proof and root.disproof:
        path = [root]
        while path[-1].children:  # to the leaf that would help most
            node = path[-1]
            path.append(min(node.children, key=lambda each: each.proof if node.is_max else each.disproof))
        leaf = path[-1]
        leaf.children = [AndOrNode(game, game.result(leaf.state, action), goal) for action in game.actions(leaf.state)]
        for node in reversed(path):
            node.count()
    return root.proof == 0
