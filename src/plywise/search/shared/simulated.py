"""A tree of simulations: what is known of its states, and what it says of its root at the end."""

import math
from dataclasses import dataclass, field, replace
from typing import Any

from plywise.rules import CHANCE, MAX, Action, Bound, Choice, Decision, TreeWeights, Unit
from plywise.search.shared.playouts import PlayoutSearch
from plywise.search.shared.search import Line, Vector

UNSEEN = object()
"""Stands for a state that nobody has asked the rules for yet."""


@dataclass(slots=True)
class SimulatedBranch:
    """A state in the tree, and the action that leads to it."""

    action: Action | None
    chooser: int
    """Who decides to come here: the player to move in the state before; MAX where chance does."""
    odds: float = 1.0
    player: int = MAX
    """Who moves here; like the branches, known once the state has been visited."""
    branches: list["SimulatedBranch"] = field(default_factory=list)
    visits: int = 0
    total: float = 0.0
    """What these visits counted for, to the chooser, where actions are compared."""
    gained: float = 0.0
    """What the chooser got in all these visits, in utility."""
    proven: Vector | None = None
    amaf_visits: int = 0
    """In how many simulations through the state before the chooser played this action, then or later, as the first."""
    amaf_total: float = 0.0
    """What these simulations counted for, to the chooser."""
    state: Any = UNSEEN
    """The state, once the search has come to it."""
    offered: list[Action] | None = None
    """The actions that a playout was offered here, so that the rules aren't asked again."""
    place: int | None = None
    """The number of the state in a graph that was enumerated before."""

    @property
    def mean(self) -> float:
        """What a visit counted for on average; requires a visit."""
        return self.total / self.visits

    def expected(self, weights: TreeWeights) -> float:
        """Return the mean, mixed with the mean of all moves as first as long as there are few visits."""
        mean = self.mean if self.visits else weights.first
        if weights.rave == 0:
            return mean
        share = math.sqrt(weights.rave / (3 * self.visits + weights.rave))
        return share * (self.amaf_total + weights.prior) / (self.amaf_visits + 1) + (1 - share) * mean


def best_known(branch: SimulatedBranch) -> SimulatedBranch | None:
    """Return the proven branch that is best for the player to move, the first of equals."""
    best: SimulatedBranch | None = None
    for each in branch.branches:
        if each.proven is None:
            continue
        if best is None or best.proven is None or each.proven[each.chooser] > best.proven[best.chooser]:
            best = each
    return best


def best_branch(branch: SimulatedBranch, weights: TreeWeights, lowest: float) -> SimulatedBranch | None:
    """Return the branch proven best if it is as good as the mean of the one visited most, otherwise that one."""
    best = best_known(branch)
    tried = [each for each in branch.branches if each.proven is None and each.visits]
    favourite = max(tried, key=lambda each: (each.visits, each.mean), default=None)
    if best is None or best.proven is None or favourite is None:
        return best or favourite
    worth = best.proven[best.chooser]
    return best if weights.score(worth) >= favourite.mean and worth > lowest else favourite


def principal_line(branch: SimulatedBranch | None, weights: TreeWeights, lowest: float) -> Line:
    """Return the best actions as far as they are known, or to the first roll."""
    line: list[Action] = []
    while branch is not None and branch.branches and branch.player != CHANCE:
        branch = best_branch(branch, weights, lowest)
        line += [] if branch is None else [branch.action]
    return tuple(line)


def choice(search: PlayoutSearch, branch: SimulatedBranch, weights: TreeWeights) -> Choice:
    """Describe a root action by what is proven of it, or by what it gained on average."""
    line = (branch.action, *principal_line(branch, weights, search.scale.low))
    if branch.proven is not None:
        worth = branch.proven[branch.chooser]
        told = search.scale.choice(line, worth, Unit.UTILITY, Bound.EXACT, horizon=search.estimates > 0)
        return replace(told, visits=branch.visits)
    mean = branch.gained / branch.visits if branch.visits else search.game.draw_utility
    return Choice(branch.action, mean, line=line, visits=branch.visits, is_tried=branch.visits > 0)


def report(search: PlayoutSearch, root: SimulatedBranch, weights: TreeWeights) -> Decision:
    """Return what the tree says of its root."""
    if root.player == CHANCE:
        mean = root.gained / root.visits if root.visits else search.game.draw_utility
        value = mean if root.proven is None else root.proven[MAX]
        search.horizon_leaves = search.estimates + (root.proven is None)
        return replace(search.expect(value), values=root.proven)
    choices = tuple(choice(search, each, weights) for each in root.branches)
    chosen = best_branch(root, weights, search.scale.low) or root.branches[0]
    best = choices[root.branches.index(chosen)]
    status, bound = search.scale.verdict(best, choices)
    effort = search.effort(best.line)
    return Decision(
        best.action,
        best.value,
        root.player,
        status,
        bound,
        line=best.line,
        choices=choices,
        values=root.proven,
        **effort,
    )
