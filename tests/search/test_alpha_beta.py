"""Alpha-beta gives minimax's answer, and minimax gives the definition's."""

import math
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise import Decision, Game, Limit, Unit
from plywise.games.tree import Tree
from plywise.search import alpha_beta, minimax
from plywise.search.alpha_beta import AlphaBeta
from tests.search.trees import HALVES, KINDS, WHOLE, Guessed, height, mirrored, nodes, random_root, worth

TREES = 2_000
"""Of each kind: 21,000 together."""


def answer(decision: Decision) -> tuple[Any, ...]:
    return decision.action, decision.value, decision.unit, decision.player, decision.line


def end_of_line(game: Game, decision: Decision) -> float:
    state = game.initial()
    for action in decision.line:
        assert action in list(game.actions(state))
        state = game.result(state, action)
    assert game.is_terminal(state)
    return game.utility(state, decision.player)


def check_full(node: Any, utility_sum: float) -> None:
    game = Tree(node, utility_sum=utility_sum)
    plain, pruned = minimax(game), alpha_beta(game)
    true = worth(node) if node["player"] == 0 else utility_sum - worth(node)
    assert answer(pruned) == answer(plain)
    assert plain.value == true == end_of_line(game, pruned)
    assert pruned.nodes <= plain.nodes
    assert pruned.leaves <= plain.leaves
    extremes = alpha_beta(game, known_extremes=True)
    assert (extremes.value, extremes.nodes <= pruned.nodes) == (true, True)


def check_limited(node: Any, seed: int, utility_sum: float) -> None:
    game = Guessed(node, seed, utility_sum)
    for depth in range(1, height(node) + 2):
        limit = Limit(depth=depth)
        plain, pruned = minimax(game, limit=limit), alpha_beta(game, limit=limit)
        assert answer(pruned) == answer(plain)
        assert pruned.nodes <= plain.nodes
        extremes = alpha_beta(game, limit=limit, known_extremes=True)
        assert (extremes.value, extremes.unit) == (plain.value, plain.unit)
        exact = alpha_beta(game, limit=limit, all_exact=True)
        assert [choice.value for choice in exact.choices] == [choice.value for choice in plain.choices]
    assert plain.unit is Unit.UTILITY


@pytest.mark.parametrize("kind", KINDS)
def test_alpha_beta_equals_minimax_on_random_trees(kind):
    leaf, utility_sum = KINDS[kind]
    random = Random(kind)
    for _ in range(TREES):
        check_full(random_root(random, leaf, random.randint(1, 5)), utility_sum)


@pytest.mark.parametrize("kind", KINDS)
def test_alpha_beta_equals_minimax_at_every_depth(kind):
    leaf, utility_sum = KINDS[kind]
    random = Random(f"{kind} at every depth")
    for seed in range(300):
        check_limited(random_root(random, leaf, random.randint(1, 5)), seed, utility_sum)


@given(nodes(WHOLE))
def test_alpha_beta_equals_minimax_on_small_whole_trees(node):
    check_full(node, 0)


@given(nodes(HALVES), st.integers(0, 1000))
def test_alpha_beta_equals_minimax_on_small_trees_of_sum_1(node, seed):
    check_full(node, 1)
    check_limited(node, seed, 1)


@given(nodes(WHOLE), st.integers(0, 1000))
def test_alpha_beta_equals_minimax_with_estimates(node, seed):
    check_limited(node, seed, 0)


@pytest.mark.parametrize("algorithm", [minimax, alpha_beta])
@pytest.mark.parametrize("kind", KINDS)
def test_swapping_seats_mirrors_the_value(kind, algorithm):
    leaf, utility_sum = KINDS[kind]
    random = Random(f"{kind} mirrored")
    for _ in range(300):
        node = random_root(random, leaf, 4)
        game = Tree(node, utility_sum=utility_sum)
        mirror = Tree(mirrored(node, utility_sum), utility_sum=utility_sum)
        there, here = algorithm(mirror), algorithm(game)
        assert (there.action, there.line, there.player) == (here.action, here.line, 1 - here.player)
        assert there.value == pytest.approx(here.value)
        assert there.nodes == here.nodes


def check_window(node: Any, alpha: float, beta: float) -> None:
    """The contract of `value`'s docstring, and that its line shows what it says."""
    game = Tree({"player": 0, "children": [node]})
    found, line = AlphaBeta(game).value(game.State(1), math.inf, alpha, beta)
    true = worth(node)
    if found <= alpha:
        assert true <= found
    elif found < beta:
        assert true == found
    else:
        assert found <= true
    state = game.State(1)
    for action in line:
        assert isinstance(action, int)
        state = game.result(state, action)
    assert game.utility(state, 0) == found


def test_bounds_are_true_for_random_windows():
    random = Random("windows")
    below = inside = above = 0
    for _ in range(4_000):
        node = random_root(random, KINDS["integers"][0], random.randint(1, 5))
        alpha, beta = sorted(random.sample(range(-11, 12), 2))
        check_window(node, alpha, beta)
        true = worth(node)
        below, inside, above = below + (true <= alpha), inside + (alpha < true < beta), above + (true >= beta)
    assert min(below, inside, above) > 500


@given(nodes(WHOLE), st.integers(-4, 3), st.integers(1, 8))
def test_bounds_are_true_for_any_window(node, alpha, width):
    check_window(node, alpha, alpha + width)


def test_a_bound_at_the_root_is_marked_and_true():
    random = Random("root bounds")
    upper = 0
    for _ in range(500):
        node = random_root(random, KINDS["integers"][0], 3)
        game = Tree(node)
        for exact, bounded in zip(minimax(game).choices, alpha_beta(game).choices, strict=True):
            assert bounded.value == exact.value if bounded.bound == "exact" else bounded.value >= exact.value
            upper += bounded.bound == "upper"
    assert upper > 100


def test_a_winning_choice_found_late_is_exact():
    game = Tree([[-1, 1], [1, 1]])
    late = alpha_beta(game, known_extremes=True)
    assert [(choice.value, choice.bound) for choice in late.choices] == [(-1, "exact"), (1, "exact")]
