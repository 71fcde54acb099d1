"""UCT: a tree that grows where simulations do well, and remembers what they prove (section 5.4, 4th edition).

    1 select      from the root, take the action whose mean plus bonus is greatest, until a state not seen before
    2 expand      add all states after it; where the game ends there, their values are proven
    3 play out    unless that proves the state itself, play on at random, but neither miss nor allow a win at once
    4 back up     add the outcome to every state on the way, and see whether each is proven now

The bonus (UCB1) is `exploration * sqrt(log(visits of the state) / visits of the action)`, in units of half the range of
utilities: what was seldom tried is tried again. A state is proven where all its actions are, or one of them gives its
player the best there is; a proven state is never searched again, and when the root is proven all is done. This is
known as MCTS-Solver (Winands, Björnsson and Saito, 2008). In step 3 wins are looked for where a game ends in a win, a
loss or a draw; where some wins are larger than others, all actions are drawn at random.

With `rave`, step 1 mixes an action's mean with that of all simulations in which the same player played it later and
nobody had before (all moves as first; Gelly and Silver, 2007): such a mean is there long before the action's own. With
`fpu`, an action not tried yet is taken to be worth that, instead of being tried before all others. With `bias`, the
order that the game's `rank` gives to actions counts for that many later moves. With `trust`, an `estimate` of what
states are worth counts for that many, in its stead. With `margin`, a win counts for more than its size. None of these
touches what is proven.

The compiled twin, `plywise.kernel.TreeSearcher`, draws the same numbers in the same order, so its visits are the same:
in step 1 a fraction where chance moves, one of the actions not tried yet where these come first, and otherwise, with
`fpu`, the action that is looked at first, because the first of equals is taken; the rest in step 3.

>>> from plywise.games.tree import Tree
>>> from plywise.rules import Limit
>>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> decision = uct(tree, limit=Limit(simulations=100))
>>> decision.describe(tree), decision.simulations
('a1: value 3 to player A, proven; line a1 b1; 16 states, depth 2', 3)
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from plywise.rules import CHANCE, MAX, Action, Decision, Game, Limit, SearchError, TreeOptions, TreeWeights, natural_log
from plywise.search.shared import Leaf, PlayoutSearch, SimulatedBranch, Vector, best_known, report

OnSimulation: TypeAlias = Callable[[list[SimulatedBranch]], None]
Estimate: TypeAlias = Callable[[Any, int], float]
"""What a state is worth to a player, as a lead over a draw in units of utility."""


def uct(
    game: Game,
    state: Any = None,
    *,
    limit: Limit,
    history: Sequence[Any] = (),
    seed: int = 0,
    options: TreeOptions | None = None,
    estimate: Estimate | None = None,
    on_simulation: OnSimulation | None = None,
    **weights: float,
) -> Decision:
    """Return the action proven best, or else the one visited most, after as many simulations as the limit allows.

    Works for every game: each player looks after its own mean, dice fall by their probabilities. It can be stopped at
    any moment. An action proven to lose is not taken while another is open. Simulations of more than 1,000 plies, or
    of more than `limit.depth`, are cut short as in `monte_carlo`. `on_simulation` is handed the way each one took
    through the tree, from the root to the branch it added. `weights` are fields of the options, by name:
    `exploration=1`.
    """
    if limit.is_open and game.cyclic and game.repetition is None:
        raise SearchError(f"{game.name} is cyclic: give the search a time or a number of simulations.")
    counts = replace(options or TreeOptions(), **weights).weigh(game)
    search = PlayoutSearch(game, limit, history, seed, decisive=game.wins_are_equal)
    state = game.initial() if state is None else state
    search.count()
    if search.is_terminal(state):
        return search.terminal_decision(state)
    root = SimulatedBranch(None, MAX)
    expand(search, root, state, 0, counts, estimate)
    try:
        while root.proven is None and not search.is_spent():
            trail = simulate(search, root, state, counts, estimate)
            if on_simulation:
                on_simulation(trail)
    except KeyboardInterrupt:  # the tree has an answer at any moment, after the first simulation
        if search.simulations < 2:
            raise
    return report(search, root, counts).about(game, state)


def simulate(
    search: PlayoutSearch, root: SimulatedBranch, state: Any, weights: TreeWeights, estimate: Estimate | None
) -> list[SimulatedBranch]:
    """Go once from the root to the end of the game, and take the outcome back; return the way through the tree."""
    search.start()
    branch, trail = root, [root]
    while branch.branches and branch.proven is None:
        search.step_into(state)
        player, branch = branch.player, select(search, branch, weights)
        search.played.append((player, branch.action))
        state = search.game.result(state, branch.action)
        search.count()
        trail.append(branch)
    if branch.proven is None:
        expand(search, branch, state, len(trail) - 1, weights, estimate)
    back_up(search, trail, branch.proven or search.play_out(state, len(trail) - 1), weights)
    return trail


def select(search: PlayoutSearch, branch: SimulatedBranch, weights: TreeWeights) -> SimulatedBranch:
    """Return the branch to follow: by its odds, or an open one not tried yet, or the greatest mean plus bonus."""
    if branch.player == CHANCE:
        return search.lots.draw((each, each.odds) for each in branch.branches)
    if weights.first == math.inf:
        fresh = [each for each in branch.branches if each.proven is None and each.visits == 0]
        if fresh:
            return fresh[search.lots.below(len(fresh))]
        start = 0
    else:
        start = search.lots.below(len(branch.branches))
    log_visits = natural_log(max(1, branch.visits))
    still_open = [each for each in branch.branches[start:] + branch.branches[:start] if each.proven is None]
    return max(
        still_open,
        key=lambda each: each.expected(weights) + weights.bonus * math.sqrt(log_visits / max(1, each.visits)),
    )


def expand(
    search: PlayoutSearch,
    branch: SimulatedBranch,
    state: Any,
    ply: int,
    weights: TreeWeights,
    estimate: Estimate | None,
) -> None:
    """Add the states after a state that is `ply` plies from the root; some may prove it."""
    search.step_into(state)
    branch.player = search.game.to_move(state)
    for action, child, odds in search.options(state):
        new = SimulatedBranch(action, max(branch.player, MAX), odds)
        leaf = search.playout_leaf(child, search.longest - ply - 1)
        if leaf is not None:
            new.proven = search.utilities(child, leaf)
            search.estimates += search.is_estimate(leaf)
        elif weights.trust and estimate and branch.player != CHANCE:
            new.amaf_visits = weights.trust
            new.amaf_total = weights.trust * (weights.middle + estimate(child, branch.player))
        branch.branches.append(new)
    branch.proven = proven_value(search.game, branch) if branch.branches else search.utilities(state, Leaf.TERMINAL)
    if weights.bias and not (weights.trust and estimate) and branch.player != CHANCE:
        prefer_ranked(search.game, branch, state, weights)


def prefer_ranked(game: Game, branch: SimulatedBranch, state: Any, weights: TreeWeights) -> None:
    """Let the branches' means of later moves start from their places in the order of `rank`."""
    rules: Any = game
    ranks = [rules.rank(state, each.action) for each in branch.branches]
    for each, rank in zip(branch.branches, ranks, strict=True):
        place = sum(other > rank for other in ranks)
        each.amaf_visits, each.amaf_total = weights.bias, weights.bias * weights.ranked(place, len(ranks))


def back_up(search: PlayoutSearch, trail: list[SimulatedBranch], values: Vector, weights: TreeWeights) -> None:
    """Count the visit of every state on the way.

    From a proven one on, its value is what goes up. So does that of a proven action which the player would rather
    take than the one tried.
    """
    tried: SimulatedBranch | None = None
    first_players: dict[Action, int] = {}
    for player, action in reversed(search.played[len(trail) - 1 :]):
        if player != CHANCE:
            first_players[action] = player
    for branch in reversed(trail):
        branch.proven = branch.proven or proven_value(search.game, branch)
        if branch.proven is not None:
            values = branch.proven
        if tried is not None and branch.player != CHANCE:
            first_players[tried.action] = branch.player
            if branch.proven is None:
                count_later_moves(branch, first_players, weights.score(values[branch.player]))
                if tried.proven is None:
                    values = preferred(branch, tried, values, weights)
        branch.visits += 1
        branch.total += weights.score(values[branch.chooser])
        branch.gained += values[branch.chooser]
        tried = branch


def count_later_moves(branch: SimulatedBranch, first_players: dict[Action, int], score: float) -> None:
    """Count a simulation for every open action that the player to move was the first to play, now or later."""
    for each in branch.branches:
        if each.proven is None and first_players.get(each.action) == branch.player:
            each.amaf_visits += 1
            each.amaf_total += score


def preferred(branch: SimulatedBranch, tried: SimulatedBranch, values: Vector, weights: TreeWeights) -> Vector:
    """Return the values of the best proven action where the player would rather have them than what was tried."""
    known = best_known(branch)
    if known is None or known.proven is None:
        return values
    return known.proven if weights.score(known.proven[branch.player]) >= tried.mean else values


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
