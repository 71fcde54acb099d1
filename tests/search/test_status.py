"""What a Decision claims is true: proven values, bounds on either side, and nothing more."""

from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plywise import Bound, Choice, Decision, Limit, Status, Unit
from plywise.games.tree import Tree
from plywise.search import alpha_beta, iterative_deepening, max_n, minimax
from tests.search.trees import HALVES, KINDS, WHOLE, Guessed, height, nodes, random_root, worth


def claim_holds(claim: Choice | Decision, true: float) -> bool:
    """Whether what a choice or decision says of its value is so, the true value being known."""
    if claim.status is Status.HEURISTIC:
        return True
    if claim.unit is not Unit.UTILITY or (claim.status is Status.BOUNDED and claim.bound is Bound.EXACT):
        return False
    return {Bound.EXACT: claim.value == true, Bound.LOWER: claim.value <= true, Bound.UPPER: claim.value >= true}[
        claim.bound
    ]


def searches(game: Tree, depth: int) -> list[Decision]:
    limit = Limit(depth=depth)
    return [
        minimax(game, limit=limit),
        max_n(game, limit=limit),
        alpha_beta(game, limit=limit),
        alpha_beta(game, limit=limit, known_extremes=True),
        alpha_beta(game, limit=limit, all_exact=True),
        iterative_deepening(game, limit=limit),
    ]


def check_claims(node: Any, game: Tree, utility_sum: float) -> list[Status]:
    """Search to every depth; return the statuses met, once every claim has been compared with the truth."""
    sign, base = (1, 0) if node["player"] == 0 else (-1, utility_sum)
    true = base + sign * worth(node)
    each = [base + sign * worth(child) for child in node["children"]]
    met = []
    for depth in range(1, height(node) + 1):
        for decision in searches(game, depth):
            assert claim_holds(decision, true)
            assert all(claim_holds(choice, each[int(str(choice.action))]) for choice in decision.choices)
            if decision.status is Status.PROVEN:
                assert decision.bound is Bound.EXACT
                assert each[int(str(decision.action))] == true
            met.append(decision.status)
    assert all(decision.status is Status.PROVEN for decision in searches(game, height(node)))
    return met


@pytest.mark.parametrize("kind", ["integers", "halves"])
def test_claims_are_true_on_random_trees(kind):
    leaf, utility_sum = KINDS[kind]
    random = Random(f"{kind} claims")
    met: list[Status] = []
    for seed in range(150):
        node = random_root(random, leaf, random.randint(2, 5))
        met += check_claims(node, Guessed(node, seed, utility_sum), utility_sum)
        met += check_claims(node, Tree(node, utility_sum=utility_sum), utility_sum)
    assert min(map(met.count, Status)) > 100


LATE_SURPRISE = {
    "player": 0,
    "children": [
        2,
        {"player": 1, "children": [{"player": 0, "children": [{"player": 0, "children": [3]}, 1]}, 3]},
    ],
}
"""The second branch looks worth 1 at depth 3, and 1 is turned down at once; it is worth 3."""


@given(nodes(WHOLE), st.integers(0, 1000))
@example(LATE_SURPRISE, 0)
def test_claims_are_true_on_small_trees(node, seed):
    check_claims(node, Guessed(node, seed), 0)


@given(nodes(HALVES), st.integers(0, 1000))
def test_claims_are_true_on_small_trees_of_sum_1(node, seed):
    check_claims(node, Guessed(node, seed, 1), 1)


def test_a_bound_found_by_pruning_proves_nothing_beyond_the_horizon():
    decision = alpha_beta(Guessed(LATE_SURPRISE, 0), limit=Limit(depth=3))
    assert (decision.value, decision.status, decision.bound) == (2, "bounded", "lower")
    assert [choice.status for choice in decision.choices] == ["proven", "heuristic"]


@pytest.mark.parametrize(
    ("tree", "depth", "claim"),
    [
        ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], 2, (3, "proven", "exact")),
        ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], 1, (0, "heuristic", "exact")),
        ([9, [[5]], [-9]], 1, (9, "proven", "exact")),
        ([5, [[9]], [-9]], 1, (5, "bounded", "lower")),
        ([-9, {"player": 0, "children": [[[9]], -9]}], 1, (0, "heuristic", "exact")),
        ([[-5, [[-9]]], -9], 2, (-5, "bounded", "upper")),
        ([[-9, [[9]]], -9], 2, (-9, "proven", "exact")),
    ],
)
def test_each_status_on_a_tree_that_shows_it(tree, depth, claim):
    for algorithm in (minimax, alpha_beta):
        decision = algorithm(Tree(tree), limit=Limit(depth=depth))
        assert (decision.value, decision.status, decision.bound) == claim


def test_a_terminal_root_has_no_action_and_its_own_utility():
    game = Tree([3, 5])
    for algorithm in (minimax, alpha_beta, max_n):
        decision = algorithm(game, game.State(1))
        assert (decision.action, decision.value, decision.player, decision.nodes) == (None, 3, 0, 1)
        assert decision.status is Status.PROVEN
    assert max_n(game, game.State(1)).values == (3, -3)
