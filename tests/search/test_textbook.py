"""The textbook's pseudo-code: short, right by our own grader, and of the same opinion as the longer versions."""

import math
from pathlib import Path
from random import Random

import pytest

import plywise.search.textbook
from plywise import Limit, load_game
from plywise.games.tree import Tree
from plywise.search import dynamic_programming, expectiminimax, max_n, minimax, paranoid, value_iteration
from plywise.search.textbook import cutting_off
from plywise.search.textbook import dynamic_programming as dynamic_programming_file
from plywise.search.textbook import max_n as max_n_file
from plywise.search.textbook import paranoid as paranoid_file
from plywise.search.textbook import value_iteration as value_iteration_file
from plywise.search.textbook.iterative_deepening import iterative_deepening
from plywise.search.textbook.monte_carlo import monte_carlo
from plywise.search.textbook.monte_carlo_tree_search import monte_carlo_tree_search
from plywise.search.textbook.mtd_f import mtd_f
from plywise.search.textbook.proof_number import proof_number
from plywise.search.textbook.star1 import star1
from tests.code_lines import code_lines
from tests.grading.searches import grade_searches
from tests.search.trees import KINDS, Guessed, height, random_root, random_vector_node, worth

FOLDER = Path(plywise.search.textbook.__file__).parent
FILES = sorted(path.name for path in FOLDER.glob("*.py") if path.name != "__init__.py")
GRADED = ("alpha_beta.py", "cutting_off.py", "expectiminimax.py", "minimax.py")


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_short(name):
    assert code_lines((FOLDER / name).read_text(encoding="utf-8")) <= 40


@pytest.mark.parametrize("name", GRADED)
def test_a_file_has_full_marks(name):
    (report,) = grade_searches(FOLDER / name)
    assert report.has_full_marks, report.first_failure
    assert (report.left_out == 0) == (name == "cutting_off.py")


def trees(kind, count=60):
    leaf, utility_sum = KINDS[kind]
    random = Random(f"{kind} for the textbook")
    for _ in range(count):
        node = random_root(random, leaf, random.randint(1, 4))
        yield node, Tree(node, utility_sum=utility_sum)


@pytest.mark.parametrize("kind", KINDS)
def test_values_and_actions_are_those_of_minimax(kind):
    for node, tree in trees(kind):
        right, state = minimax(tree), tree.initial()
        expected = (worth(node), right.action)
        assert mtd_f(tree, state) == expected
        assert mtd_f(tree, state, guess=worth(node)) == expected
        assert dynamic_programming_file.dynamic_programming(tree, state) == expected
        assert iterative_deepening(tree, state, math.inf, deepest=height(node)) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_a_depth_gives_the_choice_that_minimax_has_there(kind):
    for number, (node, tree) in enumerate(trees(kind)):
        guessed = Guessed(node, number, tree.utility_sum or 0)
        guessed.utility_range = (-1000, 1000)  # estimates and utilities are compared as they are
        for depth in range(1, height(node) + 1):
            full = cutting_off.alpha_beta(guessed, guessed.initial(), depth)
            assert full == cut_off_plainly(guessed, guessed.initial(), depth)


def cut_off_plainly(game, state, depth):
    """Return what H-Minimax is by its definition."""
    if game.is_terminal(state):
        return game.utility(state, 0), None
    if depth == 0:
        return game.evaluate(state, 0), None
    choose = max if game.to_move(state) == 0 else min
    found = [(cut_off_plainly(game, game.result(state, each), depth - 1)[0], each) for each in game.actions(state)]
    return choose(found, key=lambda pair: pair[0])


@pytest.mark.parametrize("kind", KINDS)
def test_a_goal_is_reached_or_not(kind):
    for node, tree in trees(kind):
        value, state = worth(node), tree.initial()
        assert proof_number(tree, state, value)
        assert not proof_number(tree, state, math.nextafter(value, math.inf))


def test_dice():
    random = Random("dice for the textbook")
    for _ in range(100):
        tree = Tree(random_vector_node(random, 2, random.randint(2, 4), chance=0.4, sum_zero=True))
        right = expectiminimax(tree)
        value, action = star1(tree, tree.initial())
        assert action == right.action
        assert value == pytest.approx(right.value if right.player == 0 else -right.value)


def test_three_players():
    random = Random("three players for the textbook")
    for _ in range(100):
        tree = Tree(random_vector_node(random, 3, random.randint(2, 4)), players=3, utility_sum=None)
        right = max_n(tree)
        assert max_n_file.max_n(tree, tree.initial()) == (right.values, right.action)
        hostile = paranoid(tree)
        if hostile.action is not None:
            assert paranoid_file.paranoid(tree, tree.initial()) == (hostile.value, hostile.action)


def test_states_that_come_up_again():
    game = load_game("pig:goal=8")
    right = value_iteration(game)
    found = value_iteration_file.value_iteration(game, game.initial())
    assert found == pytest.approx(right.value, abs=1e-6)


def test_games_are_decided_alike():
    game = load_game("tic-tac-toe")
    state = game.parse_state("X1O/1X1/1O1")
    right = minimax(game, state)
    assert mtd_f(game, state)[0] == right.value
    assert dynamic_programming(game, state).value == dynamic_programming_file.dynamic_programming(game, state)[0]
    assert iterative_deepening(game, state, 0.0)[1] in game.actions(state)


def test_simulations_find_what_wins():
    game = load_game("tic-tac-toe")
    state = game.parse_state("XX1/OO1/3")
    wins = minimax(game, state, limit=Limit(depth=1)).action
    assert monte_carlo(game, state, 50)[1] == wins
    assert monte_carlo_tree_search(game, state, 200) == wins
    assert monte_carlo_tree_search(game, game.initial(), 3000) == game.parse_action(game.initial(), "b2")


def test_a_planted_mistake_costs_marks(tmp_path):
    text = (FOLDER / "alpha_beta.py").read_text(encoding="utf-8").replace("if value >= beta:", "if value >= alpha:")
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    (report,) = grade_searches(tmp_path / "mine.py")
    assert not report.has_full_marks
