"""Playouts are fair, means are what they should be, limits are kept; and a tree is worth more than playouts alone."""

from dataclasses import replace
from functools import partial

import pytest

from plywise import Limit, Status, load_game
from plywise.games.placing.connect_four import ConnectFour
from plywise.games.tree import Tree
from plywise.rules import CHANCE, Game, Lots, SearchError
from plywise.search import alpha_beta, monte_carlo, monte_carlo_leaves, uct
from plywise.search.shared import PlayoutSearch
from tests.search.small_games import Circle, Countless, Rho, Ring, Shuttle

UNEVEN = {
    "player": 0,
    "children": [
        {"player": 1, "children": [0, 4]},
        {"chance": [[0.25, 8], [0.75, {"player": 0, "children": [-4, 0]}]]},
        1,
    ],
}
"""Played at random, the actions come to 2, to 8/4 - 3/4 * 2 = 0.5, and to 1."""


def test_means_are_those_of_random_play():
    decision = monte_carlo(Tree(UNEVEN), playouts=4_000)
    assert decision.simulations == 12_000
    assert [choice.visits for choice in decision.choices] == [4_000] * 3
    for choice, (mean, deviation) in zip(decision.choices, [(2, 2), (0.5, 4.6), (1, 0)], strict=True):
        assert abs(choice.value - mean) <= 4 * deviation / 4_000**0.5
    assert (decision.action, decision.status, decision.player) == (0, "heuristic", 0)


def test_every_player_maximises_its_own_mean():
    tree = {"player": 2, "children": [(9, 9, 1), {"player": 0, "children": [(0, 0, 0), (0, 0, 6)]}]}
    decision = monte_carlo(Tree(tree, players=3, utility_sum=None), playouts=300)
    assert (decision.action, decision.player) == (1, 2)
    assert abs(decision.value - 3) < 4 * 3 / 300**0.5


def test_where_chance_moves_there_is_only_something_to_expect():
    game = Tree({"chance": [[0.25, 8], [0.75, [0, 4]]]})
    decision = monte_carlo(game, playouts=2_000)
    assert (decision.action, decision.player, decision.simulations) == (None, 0, 2_000)
    assert abs(decision.value - 3.5) < 4 * 3 / 2_000**0.5


@pytest.mark.parametrize("algorithm", [monte_carlo, uct])
def test_a_game_that_is_over_is_reported_so(algorithm):
    game = load_game("tic-tac-toe")
    state = game.parse_state("XXX/OO1/3")
    decision = algorithm(game, state, limit=Limit(simulations=5))
    assert (decision.action, decision.value, decision.values, decision.status) == (None, 1, (1, -1), "proven")


@pytest.mark.parametrize(("limit", "simulations"), [(Limit(simulations=7), 7), (Limit(simulations=1), 1)])
def test_a_limit_of_simulations_is_kept(limit, simulations):
    game = load_game("tic-tac-toe")
    for algorithm in (monte_carlo, uct):
        decision = algorithm(game, limit=limit)
        assert decision.simulations == simulations
        assert sum(choice.visits for choice in decision.choices) == simulations
        assert decision.action in [choice.action for choice in decision.choices if choice.visits]


@pytest.mark.parametrize("algorithm", [partial(monte_carlo, playouts=10**9), uct])
def test_time_and_nodes_end_a_search(algorithm):
    game = load_game("connect-four")
    decision = algorithm(game, limit=Limit(nodes=2_000))
    assert 2_000 <= decision.nodes < 2_000 + 7 + 42
    assert algorithm(game, limit=Limit(time=0.05)).seconds < 0.2


def test_the_seed_decides():
    game = load_game("connect-four:width=5,height=4")
    for algorithm in (partial(monte_carlo, playouts=5), partial(uct, limit=Limit(simulations=40))):
        first, again, other = (replace(algorithm(game, seed=seed), seconds=0) for seed in (3, 3, 4))
        assert first == again
        assert first != other


def test_lines_without_end_are_cut_short():
    for game in (Circle(), Countless()):
        decision = monte_carlo(game, playouts=1, limit=Limit(depth=50))
        assert (decision.value, decision.status) == (0, "heuristic")
        assert decision.nodes == 51
    assert monte_carlo(Countless(), playouts=1).nodes == 1_001


class Drift(Game):
    """A coin decides for ever; who is ahead is estimated in units of utility."""

    State = int
    cyclic = True

    def to_move(self, state):
        return CHANCE

    def chances(self, state):
        yield 1, 0.75
        yield 0, 0.25

    def result(self, state, action):
        return state + action

    def is_terminal(self, state):
        return False

    def evaluate(self, state, player):
        return min(1, state / 100) * (1 if player == 0 else -1)


def test_a_line_cut_short_counts_for_its_estimate_where_estimates_can_be_averaged():
    decision = monte_carlo(Drift(), limit=Limit(depth=80), playouts=300)
    assert abs(decision.value - 0.6) < 4 * (80 * 3 / 16) ** 0.5 / 100 / 300**0.5


@pytest.mark.parametrize("count", [2, 3])
def test_repetition_ends_a_playout(count):
    class Drawn(Shuttle):
        repetition = "draw"
        repetition_count = count

        def actions(self, state):
            return ["pass"]

    decision = monte_carlo(Drawn(), playouts=1)
    assert (decision.value, decision.nodes) == (0, 3)


def test_what_may_not_come_again_is_not_drawn():
    decision = monte_carlo(Rho(), playouts=20)
    assert decision.value == 1, "0, 1, 2, 3, and there the second player is stuck"
    assert decision.nodes == 1 + 20 * 3


class Even(Game):
    """Pick one of five, twice."""

    State = tuple

    def to_move(self, state):
        return 0

    def actions(self, state):
        return range(5) if len(state) < 2 else ()

    def result(self, state, action):
        return (*state, action)

    def utility(self, state, player):
        return (1 if state[1] == 3 else 0) * (1 if player == 0 else -1)


def test_each_action_is_as_likely_as_another():
    decision = monte_carlo(Even(), playouts=1_000)
    assert abs(sum(choice.value for choice in decision.choices) / 5 - 0.2) < 4 * 0.4 / 5_000**0.5


class Remembering(PlayoutSearch):
    """Playouts that remember where they ended."""

    def __init__(self, game, seed):
        super().__init__(game, None, (), seed=seed, decisive=True)
        self.ends: list[str] = []

    def utilities(self, state, leaf):
        self.ends.append(self.game.state_name(state))
        return super().utilities(state, leaf)


@pytest.mark.parametrize(
    ("name", "is_end"),
    [
        ("XX1/O2/3", lambda end: end.startswith("XXO")),
        ("X2/OO1/X2", lambda end: end.split("/")[1] == "OOX"),
        ("XX1/XO1/1O1", lambda end: end.startswith("XXX") or end.split("/")[2].startswith("X")),
    ],
    ids=["the second stops the first", "the first stops the second", "two threats win"],
)
def test_decisive_playouts_neither_miss_a_win_at_once_nor_allow_one(name, is_end):
    game = load_game("tic-tac-toe")
    search = Remembering(game, seed=1)
    for _ in range(100):
        search.start()
        search.play_out(game.parse_state(name), 0)
    assert all(map(is_end, search.ends))
    assert len(set(search.ends)) > 1


@pytest.mark.parametrize("algorithm", [monte_carlo, monte_carlo_leaves])
def test_no_playouts_are_refused(algorithm):
    with pytest.raises(SearchError, match="give it 1 or more"):
        algorithm(load_game("tic-tac-toe"), limit=Limit(depth=2), playouts=0)


# Monte Carlo at alpha-beta's leaves


def test_leaves_are_estimates_between_losses_and_wins():
    game = load_game("tic-tac-toe")
    state = game.parse_state("XX1/OO1/3")
    won = monte_carlo_leaves(game, state, limit=Limit(depth=1), playouts=2)
    assert (game.action_name(state, won.action), won.value, won.unit, won.status) == ("c3", 1, "utility", "proven")
    state = game.parse_state("X2/1O1/3")
    open_yet = monte_carlo_leaves(game, state, limit=Limit(depth=2), playouts=30)
    assert (open_yet.unit, open_yet.status) == ("evaluation", "heuristic")
    assert -1 < open_yet.value < 1


def test_deep_enough_there_are_no_such_leaves():
    game = load_game("tic-tac-toe")
    state = game.parse_state("X1O/1O1/X2")
    sampled = monte_carlo_leaves(game, state, limit=Limit(depth=9))
    plain = alpha_beta(game, state)
    assert (sampled.choices, sampled.nodes, sampled.status) == (plain.choices, plain.nodes, Status.PROVEN)


def test_leaves_need_a_depth_and_two_players():
    with pytest.raises(SearchError, match="give it a limit with a depth"):
        monte_carlo_leaves(load_game("tic-tac-toe"), limit=Limit(nodes=10))
    with pytest.raises(SearchError, match="use max_n"):
        monte_carlo_leaves(load_game("mnk:players=3"), limit=Limit(depth=1))


def test_a_ring_is_sampled_too():
    decision = monte_carlo_leaves(Ring(), limit=Limit(depth=1), playouts=10)
    assert (decision.unit, decision.status) == ("evaluation", "heuristic")


# Strength


def play(game, algorithms):
    """Return the first player's utility where each player's algorithm gets a seed of its own for every action."""
    state, ply = game.initial(), 0
    while not game.is_terminal(state):
        state = game.result(state, algorithms[game.to_move(state)](game, state, seed=algorithms[2] + ply).action)
        ply += 1
    return game.utility(state, 0)


@pytest.mark.slow
def test_a_tree_is_worth_more_than_playouts_alone():
    """As many simulations each: UCT wins a match against pure Monte Carlo, which wins one against chance."""
    game, budget = ConnectFour(width=5, height=5), 70

    def by_lot(game, state, seed):
        actions = list(game.actions(state))
        return replace(uct(game, state, limit=Limit(simulations=1)), action=actions[Lots(seed).below(len(actions))])

    def by_playouts(game, state, seed):
        return monte_carlo(game, state, limit=Limit(simulations=budget), seed=seed, playouts=budget)

    def by_tree(game, state, seed):
        return uct(game, state, limit=Limit(simulations=budget), seed=seed)

    for stronger, weaker in ((by_tree, by_playouts), (by_playouts, by_lot)):
        lead = sum(play(game, (stronger, weaker, 100 * i)) - play(game, (weaker, stronger, 100 * i)) for i in range(25))
        assert lead >= 10
