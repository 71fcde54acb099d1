"""Monte Carlo tree search (UCT), as in figure 5.11 of the fourth edition: select, expand, simulate, back up."""

from functools import partial
from math import log, sqrt
from random import Random
from typing import Any

from plywise.rules import Action, Game


class GameNode:
    """A state in the tree: how often it was visited, and what that came to for the player who moved there."""

    def __init__(self, game: Game, state: Any, parent: "GameNode | None" = None, action: Action = None) -> None:
        self.state, self.parent, self.action = state, parent, action
        self.mover = game.to_move(parent.state) if parent else 0
        self.untried = [] if game.is_terminal(state) else list(game.actions(state))
        self.children, self.visits, self.total = list[GameNode](), 0, 0.0


def ucb1(node: GameNode, parent: GameNode) -> float:
    """Return the upper confidence bound: the mean so far, and more where little is known."""
    return node.total / node.visits + sqrt(2 * log(parent.visits) / node.visits)


def monte_carlo_tree_search(game: Game, state: Any, iterations: int, seed: int = 0) -> Action:
    """Return the action that was tried most often."""
    random, root = Random(seed), GameNode(game, state)
    for _ in range(iterations):
        node = root
        while not node.untried and node.children:  # select
            node = max(node.children, key=partial(ucb1, parent=node))
        if node.untried:  # expand
            action = node.untried.pop(random.randrange(len(node.untried)))
            node.children.append(GameNode(game, game.result(node.state, action), node, action))
            node = node.children[-1]
        end = node.state
        while not game.is_terminal(end):  # simulate
            end = game.result(end, random.choice(list(game.actions(end))))
        passed: GameNode | None = node
        while passed:  # back up
            passed.visits += 1
            passed.total += game.utility(end, passed.mover)
            passed = passed.parent
    return max(root.children, key=lambda child: child.visits).action
