"""A partial game tree, as figure 5.1 has it: a few plies, each state with its backed-up value.

>>> from plywise.games.tree import Tree
>>> tree = Tree([[3, 12], [2, 4]])
>>> [(branch.label, branch.value) for branch in grow(tree, tree.initial(), depth=2).children]
[('a1', 3), ('a2', 2)]
"""

from dataclasses import dataclass, field
from typing import Any

from plywise.explain.prose import tell_value
from plywise.rules import CHANCE, MAX, Game, Limit, SearchError
from plywise.search import Leaf, LimitReachedError, Search

MOST_STATES = 20_000


@dataclass(slots=True)
class TreeBranch:
    """One state of a drawn tree: how it was reached, who moves, and what it is worth."""

    state: Any
    label: str
    player: int | None
    values: tuple[float, ...] = ()
    is_exact: bool = True
    is_evaluation: bool = False
    is_best: bool = False
    is_shown_above: bool = False
    """Whether what follows stands where the state came first, in a tree of merged states."""
    children: list["TreeBranch"] = field(default_factory=list)

    @property
    def value(self) -> float:
        """The value to player A."""
        return self.values[MAX]

    def to_data(self, game: Game) -> dict[str, Any]:
        """Return the tree as data that JSON can hold."""
        return {
            "action": self.label,
            "state": game.state_name(self.state),
            "player": self.player,
            "values": list(self.values),
            "exact": self.is_exact,
            "best": self.is_best,
            "unit": "evaluation" if self.is_evaluation else "utility",
            "children": [child.to_data(game) for child in self.children],
        }


def grow(game: Game, state: Any, depth: int) -> TreeBranch:
    """Grow the tree to a depth and back its values up; states at the edge count for what `evaluate` says."""
    try:
        return _Growth(game, depth).branch(state, "", depth)
    except LimitReachedError:
        raise SearchError(f"The tree has more than {MOST_STATES:,} states at this depth: draw a smaller one.") from None


class _Growth:
    """A tree growing, with its size watched."""

    def __init__(self, game: Game, depth: int) -> None:
        self.game = game
        self.search = Search(game, Limit(nodes=MOST_STATES, depth=depth))
        self.scale = self.search.scale

    def branch(self, state: Any, label: str, depth: int) -> TreeBranch:
        game, seats = self.game, range(self.game.players)
        leaf = self.search.leaf(state, depth)
        if leaf is Leaf.REPEATED:
            return TreeBranch(state, label, None, (game.draw_utility,) * game.players, self.search.is_draw_certain)
        if leaf is Leaf.TERMINAL:
            return TreeBranch(state, label, None, tuple(game.utility(state, seat) for seat in seats))
        player = game.to_move(state)
        if leaf is Leaf.HORIZON:
            estimate = tuple(game.evaluate(state, seat) for seat in seats)
            return TreeBranch(state, label, player, estimate, False, self.scale.stretched)
        branch = TreeBranch(state, label, player)
        self.search.path.step_into(state)
        if player == CHANCE:
            self.average(branch, depth)
        else:
            self.choose(branch, depth, player)
        self.search.path.step_back()
        return branch

    def choose(self, branch: TreeBranch, depth: int, player: int) -> None:
        """Give a state the values of the child that is best for the player to move."""
        state = branch.state
        for action, child in self.search.successors(state):
            branch.children.append(self.branch(child, self.game.action_name(state, action), depth - 1))
        best = max(branch.children, key=lambda child: self.rank(child, player))
        best.is_best = True
        branch.values, branch.is_evaluation = best.values, best.is_evaluation
        is_unbeatable = best.is_exact and best.values[player] == self.scale.high
        branch.is_exact = is_unbeatable or all(child.is_exact for child in branch.children)

    def average(self, branch: TreeBranch, depth: int) -> None:
        """Give a chance state the mean of its outcomes' values."""
        game, state = self.game, branch.state
        total = [0.0] * game.players
        for outcome, odds in game.chances(state):
            probability = float(odds)  # rules may give a Fraction or a Decimal
            label = f"{game.action_name(state, outcome)} ({tell_value(probability)})"
            child = self.branch(game.result(state, outcome), label, depth - 1)
            branch.children.append(child)
            total = [part + probability * share for part, share in zip(total, child.values, strict=True)]
        branch.values = tuple(total)
        branch.is_exact = all(child.is_exact for child in branch.children)

    def rank(self, child: TreeBranch, player: int) -> float:
        """Place a child's value to a player on the line where utilities and evaluations are compared."""
        place = self.scale.of_evaluation if child.is_evaluation else self.scale.of_utility
        return place(child.values[player])


def tell_values(game: Game, branch: TreeBranch) -> str:
    """Write the values, "?" where nothing is known: no end in sight, and the game has no `evaluate`."""
    if not branch.is_exact and not game.offers("evaluate"):
        return "?"
    shown = branch.values if not game.is_adversarial else branch.values[:1]
    numbers = ", ".join(map(tell_value, shown))
    return f"{'=' if branch.is_exact else '≈'} {numbers if len(shown) == 1 else f'({numbers})'}"
