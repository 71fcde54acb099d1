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

Where the limit is a time, rules that are asked for little leave more of it for simulations. So states join the tree
when they are first visited, not with their siblings, and step 3 draws all actions at random: looking for wins at every
ply would take as many rules' calls as there are actions, for each of them.

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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from plywise.rules import (
    CHANCE,
    MAX,
    Action,
    Decision,
    Game,
    Limit,
    SearchError,
    TreeOptions,
    TreeWeights,
    natural_log,
)
from plywise.search.shared import (
    Estimate,
    HurriedGrowth,
    LimitReachedError,
    PlayoutSearch,
    SimulatedBranch,
    StateGraph,
    TreeGrowth,
    Vector,
    best_known,
    proven_value,
    report,
)

OnSimulation: TypeAlias = Callable[[list[SimulatedBranch]], None]


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
    on_round: Callable[[Decision], None] | None = None,
    graph: StateGraph | None = None,
    known: Mapping[Action, Vector] | None = None,
    **weights: float,
) -> Decision:
    """Return the action proven best, or else the one visited most, after as many simulations as the limit allows.

    Works for every game: each player looks after its own mean, dice fall by their probabilities. It can be stopped at
    any moment. An action proven to lose is not taken while another is open. Simulations of more than 1,000 plies, or
    of more than `limit.depth`, are cut short as in `monte_carlo`. `on_simulation` is handed the way each one took
    through the tree, from the root to the branch it added; `on_round`, what would be decided by now, now and then.
    What a `graph` lists of the states after the root isn't asked of the rules again, and actions whose values are
    `known` are proven from the start. `weights` are fields of the options, by name: `exploration=1`.
    """
    if limit.is_open and game.cyclic and game.repetition is None:
        raise SearchError(f"{game.name} is cyclic: give the search a time or a number of simulations.")
    counts = replace(options or TreeOptions(), **weights).weigh(game)
    is_hurried = limit.time is not None
    search = PlayoutSearch(game, limit, history, seed, decisive=game.wins_are_equal and not is_hurried)
    search.keeps_played = counts.rave > 0 or not is_hurried
    state = game.initial() if state is None else state
    search.count()
    if search.is_terminal(state):
        return search.terminal_decision(state)
    root = SimulatedBranch(None, MAX, state=state)
    growth = (HurriedGrowth if is_hurried else TreeGrowth)(search, counts, estimate, graph)
    growth.plant(root, known or {})
    try:
        while root.proven is None and not search.is_spent():
            trail = simulate(growth, root)
            if on_simulation:
                on_simulation(trail)
            if on_round and search.reports_now():
                on_round(report(search, root, counts).about(game, state))
    except LimitReachedError:
        search.simulations -= 1  # in the middle of a simulation, which doesn't count
    except KeyboardInterrupt:  # the tree has an answer at any moment, after the first simulation
        if search.simulations < 2:
            raise
    return report(search, root, counts).about(game, state)


def simulate(growth: TreeGrowth, root: SimulatedBranch) -> list[SimulatedBranch]:
    """Go once from the root to the end of the game, and take the outcome back; return the way through the tree."""
    search = growth.search
    search.start()
    branch, trail = root, [root]
    while branch.proven is None and (branch.branches or growth.grows_on(branch, len(trail) - 1)):
        search.step_into(branch.state)
        child = select(search, branch, growth.weights)
        if search.keeps_played:
            search.played.append((branch.player, child.action))
        growth.enter(branch, child, len(trail))
        trail.append(child)
        branch = child
    back_up(search, trail, branch.proven or growth.play_out(branch, len(trail) - 1), growth.weights)
    return trail


def select(search: PlayoutSearch, branch: SimulatedBranch, weights: TreeWeights) -> SimulatedBranch:
    """Return the branch to follow: by its odds, or an open one not tried yet, or the greatest mean plus bonus."""
    if branch.player == CHANCE:
        return search.lots.draw((each, each.odds) for each in branch.branches)
    if weights.first == math.inf:
        fresh = [each for each in branch.branches if each.proven is None and each.visits == 0]
        if fresh:
            return fresh[search.lots.below(len(fresh))]
        branches = branch.branches
    else:
        start = search.lots.below(len(branch.branches))
        branches = branch.branches[start:] + branch.branches[:start]
    log_visits, bonus, is_plain = natural_log(max(1, branch.visits)), weights.bonus, weights.rave == 0
    best: SimulatedBranch | None = None
    promise = -math.inf
    for each in branches:
        if each.proven is None:
            visits = each.visits
            mean = each.total / visits if is_plain and visits else each.expected(weights)
            value = mean + bonus * math.sqrt(log_visits / (visits or 1))
            if best is None or value > promise:  # where all utilities are equal, a promise is no number
                best, promise = each, value
    assert best is not None, "a branch all of whose actions are proven is proven itself"
    return best


def back_up(search: PlayoutSearch, trail: list[SimulatedBranch], values: Vector, weights: TreeWeights) -> None:
    """Count the visit of every state on the way.

    From a proven one on, its value is what goes up. So does that of a proven action which the player would rather
    take than the one tried.
    """
    tried: SimulatedBranch | None = None
    keeps_played = search.keeps_played
    first_players: dict[Action, int] = {}
    if keeps_played:
        later = reversed(search.played[len(trail) - 1 :])
        first_players = {action: player for player, action in later if player != CHANCE}
    for branch in reversed(trail):
        if branch.proven is None and tried is not None and tried.proven is not None:
            branch.proven = proven_value(search.game, branch)
        if branch.proven is not None:
            values = branch.proven
        if tried is not None and branch.player != CHANCE:
            if keeps_played:
                first_players[tried.action] = branch.player
            if branch.proven is None:
                if keeps_played:
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
