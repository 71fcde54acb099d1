"""The texts' solvers as files: retrograde analysis, "putting it all together" and SSS*, against searches and tables."""

from collections import Counter
from collections.abc import Hashable
from random import Random

import pytest

from plywise import load_game
from plywise.agents import open_tables
from plywise.games.tree import Tree
from plywise.search import alpha_beta, enumerate_states, minimax, value_states
from plywise.search.textbook.dynamic_programming import dynamic_programming
from plywise.search.textbook.putting_it_together import choose_move
from plywise.search.textbook.retrograde import by_fix_point, by_unmoves
from plywise.search.textbook.sss_star import sss_star
from plywise.solve import solve_game
from tests.search.graphs import random_graph, worth
from tests.search.rook_ending import RookEnding
from tests.search.trees import KINDS, Guessed, random_root
from tests.search.trees import worth as tree_worth


def listed_marks(graph):
    """Return the mark of every listed state by enumeration."""
    values = value_states(graph)
    assert values is not None
    vectors = [vector for vector in values.vectors if vector is not None]
    assert len(vectors) == len(graph.states)
    return [mark_of(vector[0]) for vector in vectors]


def mark_of(value: float) -> str:
    return "W" if value > 0 else "B" if value < 0 else "?"


# Retrograde analysis


def test_a_rook_ending_is_marked_as_enumeration_values_it():
    game = RookEnding(4)
    graph = enumerate_states(game)
    values = listed_marks(graph)
    assert len(graph.states) > 3000
    for retrograde in (by_unmoves, by_fix_point):
        marks = retrograde(game, [*game.states(), *game.lost_rook()])
        assert [marks[state] for state in graph.states] == values
        counts = Counter((state.turn, marks[state]) for state in game.states())
        assert counts == {(0, "W"): 1312, (1, "W"): 1572, (1, "?"): 612}


@pytest.mark.slow
def test_a_rook_ending_on_the_whole_board_has_the_published_counts():
    game = RookEnding(8)
    marks = by_unmoves(game, [*game.states(), *game.lost_rook()])
    counts = Counter((state.turn, marks[state]) for state in game.states())
    assert counts == {(0, "W"): 175_168, (1, "W"): 201_700, (1, "?"): 22_244}


@pytest.fixture(scope="module")
def morris():
    """Three men's morris with every state that can come up, and the marks of both ways."""
    game = load_game("three-mens-morris")
    graph = enumerate_states(game)
    return game, graph, [list(way(game, graph.states).values()) for way in (by_unmoves, by_fix_point)]


def test_three_mens_morris_is_won_by_its_own_unmoves(morris):
    _, graph, marks = morris
    values = listed_marks(graph)
    assert (len(values), values[0]) == (5390, "W")
    assert marks == [values, values]


@pytest.mark.slow
def test_three_mens_morris_is_marked_as_the_tables_have_it(morris, tmp_path):
    game, graph, marks = morris
    solve_game(game, tmp_path, tier="reachable")
    tables = open_tables(tmp_path, game)
    values = []
    for state in graph.states:
        if game.is_terminal(state):
            values.append(game.utility(state, 0))
        else:
            solved = tables.solved(state)
            assert solved is not None
            values.append(solved.value if game.to_move(state) == 0 else -solved.value)
    assert marks[0] == [mark_of(value) for value in values]


def test_the_fix_point_needs_no_unmoves():
    game = load_game("tic-tac-toe")
    states = enumerate_states(game).states
    marks = by_fix_point(game, states)
    assert len(states) == 5478
    for state in Random("tic-tac-toe backwards").sample(states, 300):
        assert marks[game.key(state)] == mark_of(dynamic_programming(game, state)[0])


def test_cycles_without_a_win_are_draws():
    random = Random("cycles for the textbook")
    for _ in range(300):
        game = random_graph(random)
        states = list(range(len(game.targets)))
        assert by_fix_point(game, states) == {state: mark_of(worth(game, state)) for state in states}


def test_a_draw_at_an_end_is_no_loss():
    """As printed, the slide marks a state without successors as lost, since "all" of its successors are."""
    game = RookEnding(4)
    stalemate = next(each for each in game.states() if game.is_terminal(each) and game.utility(each, 0) == 0)
    for retrograde in (by_unmoves, by_fix_point):
        assert retrograde(game, [stalemate]) == {stalemate: "?"}


# Putting it all together


class CountedTree(Guessed):
    """A tree that counts how often an estimate is asked for."""

    estimates = 0

    def evaluate(self, state, player):
        self.estimates += 1
        return super().evaluate(state, player)


@pytest.mark.parametrize("kind", KINDS)
def test_a_full_table_makes_one_ply_enough(kind):
    random = Random(f"{kind} put together")
    for number in range(60):
        leaf, utility_sum = KINDS[kind]
        tree = CountedTree(random_root(random, leaf, 4), number, utility_sum)
        table = {tree.State(node): minimax(tree, tree.State(node)) for node in range(1, len(tree.movers))}
        endgames: dict[Hashable, float] = {
            state: each.value if each.player == 0 else utility_sum - each.value for state, each in table.items()
        }
        assert choose_move(tree, tree.initial(), 1, endgames, {}) == minimax(tree).action
        assert tree.estimates == 0


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_table_it_is_a_search_to_the_end(kind):
    random = Random(f"{kind} without a table")
    for _ in range(60):
        leaf, utility_sum = KINDS[kind]
        tree = Tree(random_root(random, leaf, 4), utility_sum=utility_sum)
        assert choose_move(tree, tree.initial(), 5, {}, {}) == minimax(tree).action


def test_without_enough_depth_it_goes_by_estimates():
    node = {"children": [{"player": 1, "children": [3, 12]}, {"player": 1, "children": [2, 40]}]}
    tree = CountedTree(node, 0)
    tree.guesses[1:3] = [1, 7]
    assert choose_move(tree, tree.initial(), 1, {}, {}) == 1
    assert tree.estimates == 2
    assert choose_move(tree, tree.initial(), 2, {}, {}) == 0
    assert choose_move(tree, tree.initial(), 1, {tree.State(2): 0}, {}) == 0


def test_the_book_comes_first_and_only_at_the_root():
    tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert choose_move(tree, tree.initial(), 2, {}, {tree.initial(): 2}) == 2
    assert choose_move(tree, tree.initial(), 2, {}, {tree.State(1): 1}) == 0


def test_the_end_comes_before_the_table():
    tree = Tree([3, 12])
    assert choose_move(tree, tree.initial(), 1, {tree.State(2): -5}, {}) == 1


def test_two_plies_reach_into_a_table_of_tic_tac_toe():
    game = load_game("tic-tac-toe")
    state = game.parse_state("X2/1O1/3")
    after = [game.result(state, action) for action in game.actions(state)]
    replies = [game.result(each, reply) for each in after for reply in game.actions(each)]
    marks = by_fix_point(game, enumerate_states(game, state).states)
    endgames: dict[Hashable, float] = {
        game.key(reply): {"W": 1, "B": -1, "?": 0}[marks[game.key(reply)]] for reply in replies
    }
    assert choose_move(game, state, 2, endgames, {}) == minimax(game, state).action


# SSS*


class Watched(Tree):
    """A tree that notes each leaf whose utility is asked."""

    def __init__(self, tree, utility_sum=0):
        super().__init__(tree, utility_sum=utility_sum)
        self.seen = set()

    def utility(self, state, player):
        self.seen.add(state)
        return super().utility(state, player)


@pytest.mark.parametrize("kind", KINDS)
def test_sss_star_is_minimax_and_sees_no_leaf_that_alpha_beta_leaves_out(kind):
    random = Random(f"{kind} for SSS*")
    fewer = 0
    for _ in range(300):
        leaf, utility_sum = KINDS[kind]
        node = random_root(random, leaf, random.randint(1, 5))
        best_first, depth_first = Watched(node, utility_sum), Watched(node, utility_sum)
        assert sss_star(best_first, best_first.initial()) == (tree_worth(node), alpha_beta(depth_first).action)
        assert best_first.seen <= depth_first.seen
        fewer += best_first.seen < depth_first.seen
    assert fewer > 20


def test_sss_star_needs_fewer_leaves_of_figure_5_2_in_a_bad_order():
    good, bad = Watched([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), Watched([[2, 4, 6], [14, 5, 2], [3, 12, 8]])
    assert sss_star(good, good.initial()) == (3, 0)
    assert sss_star(bad, bad.initial()) == (3, 2)
    assert (len(good.seen), len(bad.seen)) == (7, 7)
    depth_first = Watched([[2, 4, 6], [14, 5, 2], [3, 12, 8]])
    alpha_beta(depth_first)
    assert len(depth_first.seen) == 9


def test_sss_star_plays_games():
    game = load_game("tic-tac-toe")
    for text in ("X1O/1X1/1O1", "X2/1O1/3"):
        state = game.parse_state(text)
        right = minimax(game, state)
        assert sss_star(game, state) == (right.value if right.player == 0 else -right.value, right.action)
