"""How a tree of simulations grows: which states join it when, and what the rules prove of them at once.

TreeGrowth           all states after a state join together, so that a win among them is seen; the compiled twin does so
HurriedGrowth    one state at a time: where time counts, no rule is asked about a state that is never visited
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from plywise.rules import CHANCE, MAX, Action, Game, NoActionError, TreeWeights
from plywise.search.shared.playouts import PlayoutSearch
from plywise.search.shared.search import Leaf, Vector
from plywise.search.shared.simulated import UNSEEN, SimulatedBranch
from plywise.search.shared.state_graph import StateGraph

Estimate: TypeAlias = Callable[[Any, int], float]
"""What a state is worth to a player, as a lead over a draw in units of utility."""


class TreeGrowth:
    """How a tree grows: by all states after a state at once, so that a win among them is seen."""

    def __init__(
        self,
        search: PlayoutSearch,
        weights: TreeWeights,
        estimate: Estimate | None,
        graph: StateGraph | None = None,
    ) -> None:
        self.search, self.weights, self.estimate = search, weights, estimate
        self.graph = graph if search.game.repetition is None else None

    def plant(self, root: SimulatedBranch, known: Mapping[Action, Vector]) -> None:
        """Add the states after the root, some of whose values are known already."""
        root.place = None if self.graph is None else 0
        self.expand(root, 0)
        for branch in root.branches:
            branch.proven = branch.proven or known.get(branch.action)
        root.proven = root.proven or proven_value(self.search.game, root)

    def grows_on(self, branch: SimulatedBranch, ply: int) -> bool:
        """Expand a branch that a simulation has come to; return whether the simulation goes on within the tree."""
        self.expand(branch, ply)
        return False

    def enter(self, parent: SimulatedBranch, child: SimulatedBranch, ply: int) -> None:
        """Come to a branch of the tree."""
        self.search.count()

    def play_out(self, branch: SimulatedBranch, ply: int) -> Vector:
        """Play on from a branch to the end of the game."""
        return self.search.play_out(branch.state, ply)

    def expand(self, branch: SimulatedBranch, ply: int) -> None:
        """Add the states after a state that is `ply` plies from the root; some may prove it."""
        search, weights, state, estimate = self.search, self.weights, branch.state, self.estimate
        search.step_into(state)
        branch.player = search.game.to_move(state)
        branches = []
        for action, child, odds in search.options(state):
            new = SimulatedBranch(action, max(branch.player, MAX), odds, state=child)
            leaf = search.playout_leaf(child, search.longest - ply - 1)
            if leaf is not None:
                new.proven = search.utilities(child, leaf)
                search.estimates += search.is_estimate(leaf)
            elif weights.trust and estimate and branch.player != CHANCE:
                new.amaf_visits = weights.trust
                new.amaf_total = weights.trust * (weights.middle + estimate(child, branch.player))
            branches.append(new)
        branch.branches = branches
        branch.proven = proven_value(search.game, branch) if branches else search.utilities(state, Leaf.TERMINAL)
        if weights.bias and not (weights.trust and estimate) and branch.player != CHANCE:
            prefer_ranked(search.game, branch, state, weights)


class HurriedGrowth(TreeGrowth):
    """How a tree grows where time counts: by one state at a time, and no rule is asked twice about it."""

    def grows_on(self, branch: SimulatedBranch, ply: int) -> bool:
        """Expand a branch at its second visit: at the first, playing out from it says as much."""
        if not branch.visits:
            return False
        self.expand(branch, ply)
        return branch.proven is None

    def enter(self, parent: SimulatedBranch, child: SimulatedBranch, ply: int) -> None:
        """Come to a branch of the tree; at the first visit the rules say where it leads, and if that is the end."""
        if child.state is not UNSEEN:
            return
        search, graph = self.search, self.graph
        if child.place is not None and graph is not None and child.place < graph.expanded:
            search.nodes += 1
            child.proven = graph.ends.get(child.place)
            child.state = graph.states[child.place]
            return
        state = search.game.result(parent.state, child.action)
        leaf = search.playout_leaf(state, search.longest - ply)
        if leaf is not None:
            child.proven = search.utilities(state, leaf)
            search.estimates += search.is_estimate(leaf)
        child.state = state

    def play_out(self, branch: SimulatedBranch, ply: int) -> Vector:
        """Play on from a branch to the end of the game; keep the actions that it offered."""
        search = self.search
        if search.game.repetition == "illegal":
            return search.play_out(branch.state, ply)
        offered: list[Action] = []
        values = search.play_at_random(branch.state, ply, offered)
        branch.offered = offered or None
        return values

    def expand(self, branch: SimulatedBranch, ply: int) -> None:
        """Add a branch for each action; where they lead is asked when they are tried."""
        search, graph, state = self.search, self.graph, branch.state
        game, chooser = search.game, MAX
        branch.player = game.to_move(state)
        if branch.player == CHANCE:
            branches = [SimulatedBranch(outcome, MAX, odds) for outcome, odds in game.chances(state)]
        elif game.repetition == "illegal" or (self.weights.trust and self.estimate):
            super().expand(branch, ply)
            return
        else:
            chooser = branch.player
            offered = branch.offered or list(game.actions(state))
            branches = [SimulatedBranch(action, chooser) for action in offered]
        if not branches:
            raise NoActionError(game.name, game.state_name(state))
        if graph is not None and branch.place is not None and branch.place < graph.expanded:
            for each, place in zip(branches, graph.successors[branch.place], strict=True):
                each.place = place
        branch.branches, branch.offered = branches, None
        if self.weights.bias and branch.player != CHANCE:
            prefer_ranked(game, branch, state, self.weights)


def prefer_ranked(game: Game, branch: SimulatedBranch, state: Any, weights: TreeWeights) -> None:
    """Let the branches' means of later moves start from their places in the order of `rank`."""
    rules: Any = game
    ranks = [rules.rank(state, each.action) for each in branch.branches]
    for each, rank in zip(branch.branches, ranks, strict=True):
        place = sum(other > rank for other in ranks)
        each.amaf_visits, each.amaf_total = weights.bias, weights.bias * weights.ranked(place, len(ranks))


def proven_value(game: Game, branch: SimulatedBranch) -> Vector | None:
    """Return the utilities that play comes to, where the branches prove them; as max^n has them, None otherwise.

    Where one player's gain isn't the other's loss it matters which of two equal actions comes first, so an open one
    before a proven best leaves the state open.
    """
    if not branch.branches:
        return None
    if branch.player == CHANCE:
        return expected_value(branch)
    best: Vector | None = None
    is_open = False
    for each in branch.branches:
        if each.proven is None:
            if not game.is_adversarial:
                return None
            is_open = True
        elif best is None or each.proven[branch.player] > best[branch.player]:
            best = each.proven
            if best[branch.player] >= game.utility_range[1]:
                return best
    return None if is_open else best


def expected_value(branch: SimulatedBranch) -> Vector | None:
    """Return the mean of the outcomes' utilities, where all are proven."""
    mean = [0.0] * len(branch.branches[0].proven or ())
    for each in branch.branches:
        if each.proven is None:
            return None
        mean = [so_far + each.odds * part for so_far, part in zip(mean, each.proven, strict=True)]
    return tuple(mean)
