"""UCT: a tree that grows where simulations do well, and remembers what they prove (Russell & Norvig, section 5.4).

    1 select      from the root, take the action whose mean plus bonus is greatest, until a state not seen before
    2 expand      add all states after it; where the game ends there, their values are proven
    3 play out    unless that proves the state itself, play on at random, but neither miss nor allow a win at once
    4 back up     add the outcome to every state on the way, and see whether each is proven now

The bonus (UCB1) is `exploration * sqrt(log(visits of the state) / visits of the action)`, in units of half the range of
utilities: what was seldom tried is tried again. A state is proven where all its actions are, or one of them gives its
player the best there is; a proven state is never searched again, and when the root is proven all is done. This is
known as MCTS-Solver (Winands, Björnsson and Saito, 2008). In step 3 wins are looked for where a game ends in a win, a
loss or a draw; where some wins are larger than others, all actions are drawn at random.

The compiled twin, `plywise.kernel.TreeSearcher`, draws the same numbers in the same order, so its visits are the same:
in step 1 a fraction where chance moves, one of the actions not tried yet where there are any; the rest in step 3.

>>> from plywise.games.tree import Tree
>>> from plywise.rules import Limit
>>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> decision = uct(tree, limit=Limit(simulations=100))
>>> decision.describe(tree), decision.simulations
('a1: value 3 to player A, proven; line a1 b1; 16 states, depth 2', 3)
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from plywise.rules import CHANCE, MAX, Action, Bound, Choice, Decision, Game, Limit, SearchError, Unit
from plywise.search.shared import Line, PlayoutSearch, Vector

EXPLORATION = 0.7
"""How much a seldom tried action is preferred; more looks wider, less looks deeper."""


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
    """What the chooser got in all these visits."""
    proven: Vector | None = None

    @property
    def mean(self) -> float:
        """What the chooser got on average; requires a visit."""
        return self.total / self.visits


OnSimulation: TypeAlias = Callable[[list[SimulatedBranch]], None]


def uct(
    game: Game,
    state: Any = None,
    *,
    limit: Limit,
    history: Sequence[Any] = (),
    seed: int = 0,
    exploration: float = EXPLORATION,
    on_simulation: OnSimulation | None = None,
) -> Decision:
    """Return the action proven best, or else the one visited most, after as many simulations as the limit allows.

    Works for every game: each player looks after its own mean, dice fall by their probabilities. It can be stopped at
    any moment. An action proven to lose is not taken while another is open. Simulations of more than 1,000 plies, or
    of more than `limit.depth`, are cut short as in `monte_carlo`. `on_simulation` is handed the way each one took
    through the tree, from the root to the branch it added.
    """
    if limit.is_open and game.cyclic and game.repetition is None:
        raise SearchError(f"{game.name} is cyclic: give the search a time or a number of simulations.")
    if not 0 <= exploration < math.inf:
        raise SearchError(f"exploration={exploration} is no weight: give 0 or more, {EXPLORATION} if in doubt.")
    search = PlayoutSearch(game, limit, history, seed, decisive=game.wins_are_equal)
    state = game.initial() if state is None else state
    search.count()
    if search.is_terminal(state):
        return search.terminal_decision(state)
    root = SimulatedBranch(None, MAX)
    expand(search, root, state, 0)
    low, high = game.utility_range
    weight = exploration * (high - low) / 2
    try:
        while root.proven is None and not search.is_spent():
            trail = simulate(search, root, state, weight)
            if on_simulation:
                on_simulation(trail)
    except KeyboardInterrupt:  # the tree has an answer at any moment, after the first simulation
        if search.simulations < 2:
            raise
    return report(search, root)


def simulate(search: PlayoutSearch, root: SimulatedBranch, state: Any, weight: float) -> list[SimulatedBranch]:
    """Go once from the root to the end of the game, and take the outcome back; return the way through the tree."""
    search.start()
    branch, trail = root, [root]
    while branch.branches and branch.proven is None:
        search.step_into(state)
        branch = select(search, branch, weight)
        state = search.game.result(state, branch.action)
        search.count()
        trail.append(branch)
    if branch.proven is None:
        expand(search, branch, state, len(trail) - 1)
    back_up(search, trail, branch.proven or search.play_out(state, len(trail) - 1))
    return trail


def select(search: PlayoutSearch, branch: SimulatedBranch, weight: float) -> SimulatedBranch:
    """Return the branch to follow: by its odds, or an open one not tried yet, or the greatest mean plus bonus."""
    if branch.player == CHANCE:
        return search.draw_outcome((each, each.odds) for each in branch.branches)
    still_open = [each for each in branch.branches if each.proven is None]
    fresh = [each for each in still_open if each.visits == 0]
    if fresh:
        return fresh[search.lots.below(len(fresh))]
    log_visits = math.log(branch.visits)
    return max(still_open, key=lambda each: each.mean + weight * math.sqrt(log_visits / each.visits))


def expand(search: PlayoutSearch, branch: SimulatedBranch, state: Any, ply: int) -> None:
    """Add the states after a state that is `ply` plies from the root; some may prove it."""
    search.step_into(state)
    branch.player = search.game.to_move(state)
    for action, child, odds in search.options(state):
        new = SimulatedBranch(action, max(branch.player, MAX), odds)
        leaf = search.leaf(child, search.longest - ply - 1)
        if leaf is not None:
            new.proven = search.utilities(child, leaf)
            search.estimates += search.is_estimate(leaf)
        branch.branches.append(new)
    branch.proven = proven_value(search.game, branch)


def back_up(search: PlayoutSearch, trail: list[SimulatedBranch], values: Vector) -> None:
    """Count the visit of every state on the way.

    From a proven one on, its value is what goes up. So does that of a proven action which the player would rather
    take than the one tried.
    """
    tried: SimulatedBranch | None = None
    for branch in reversed(trail):
        branch.proven = branch.proven or proven_value(search.game, branch)
        if branch.proven is not None:
            values = branch.proven
        elif tried is not None and tried.proven is None and branch.player != CHANCE:
            known = best_known(branch)
            if known is not None and known.proven is not None and known.proven[branch.player] >= tried.mean:
                values = known.proven
        branch.visits += 1
        branch.total += values[branch.chooser]
        tried = branch


def best_known(branch: SimulatedBranch) -> SimulatedBranch | None:
    """Return the proven branch that is best for the player to move, the first of equals."""
    known = (each for each in branch.branches if each.proven is not None)
    return max(known, key=lambda each: (each.proven or ())[each.chooser], default=None)


def proven_value(game: Game, branch: SimulatedBranch) -> Vector | None:
    """Return the utilities that play comes to, where the branches prove them; as max^n has them, None otherwise.

    Where one player's gain isn't the other's loss it matters which of two equal actions comes first, so an open one
    before a proven best leaves the state open.
    """
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


# At the end


def best_branch(branch: SimulatedBranch, lowest: float) -> SimulatedBranch | None:
    """Return the branch proven best if it is as good as the mean of the one visited most, otherwise that one."""
    best = best_known(branch)
    tried = [each for each in branch.branches if each.proven is None and each.visits]
    favourite = max(tried, key=lambda each: (each.visits, each.mean), default=None)
    if best is None or best.proven is None or favourite is None:
        return best or favourite
    worth = best.proven[best.chooser]
    return best if worth >= favourite.mean and worth > lowest else favourite


def principal_line(branch: SimulatedBranch | None, lowest: float) -> Line:
    """Return the best actions as far as they are known, or to the first roll."""
    line: list[Action] = []
    while branch is not None and branch.branches and branch.player != CHANCE:
        branch = best_branch(branch, lowest)
        line += [] if branch is None else [branch.action]
    return tuple(line)


def choice(search: PlayoutSearch, branch: SimulatedBranch) -> Choice:
    """Describe a root action by what is proven of it, or by its mean."""
    line = (branch.action, *principal_line(branch, search.scale.low))
    if branch.proven is not None:
        worth = branch.proven[branch.chooser]
        told = search.scale.choice(line, worth, Unit.UTILITY, Bound.EXACT, horizon=search.estimates > 0)
        return replace(told, visits=branch.visits)
    mean = branch.mean if branch.visits else search.game.draw_utility
    return Choice(branch.action, mean, line=line, visits=branch.visits)


def report(search: PlayoutSearch, root: SimulatedBranch) -> Decision:
    """Return what the tree says of its root."""
    if root.player == CHANCE:
        mean = root.mean if root.visits else search.game.draw_utility
        value = mean if root.proven is None else root.proven[MAX]
        search.horizon_leaves = search.estimates + (root.proven is None)
        return replace(search.expect(value), values=root.proven)
    choices = tuple(choice(search, each) for each in root.branches)
    chosen = best_branch(root, search.scale.low) or root.branches[0]
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
