"""Paranoid search against a brute force that knows only its definition, and against alpha-beta and max^n."""

from random import Random
from typing import Any

import pytest

from plywise import Limit, load_game
from plywise.games.tree import Tree
from plywise.search import LimitReachedError, alpha_beta, max_n, paranoid
from tests.search.trees import KINDS, Guessed, height, random_root, random_vector_node


def feared(node: Any, player: int) -> float:
    """Return what a player is sure of when all others take the least for it, straight from the definition."""
    if "utility" in node:
        return float(node["utility"][player])
    if "chance" in node:
        return float(sum(odds * feared(child, player) for odds, child in node["chance"]))
    values = [feared(child, player) for child in node["children"]]
    return max(values) if node["player"] == player else min(values)


@pytest.mark.parametrize("chance", [0, 0.3])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_paranoid_equals_its_definition(players, chance):
    random = Random(f"fear of {players}, chance {chance}")
    for _ in range(400):
        node = random_vector_node(random, players, random.randint(3, 5), chance)
        decision = paranoid(Tree(node, players=players, utility_sum=None))
        assert decision.value == feared(node, decision.player)
        assert decision.status == "proven"
        if "chance" in node:
            assert (decision.action, decision.choices, decision.player) == (None, (), 0)
            continue
        each = [feared(child, node["player"]) for child in node["children"]]
        assert decision.action == each.index(max(each))
        for choice, truth in zip(decision.choices, each, strict=True):
            assert choice.value == truth if choice.bound == "exact" else choice.value >= truth


@pytest.mark.parametrize("kind", KINDS)
def test_paranoid_is_alpha_beta_for_two(kind):
    leaf, utility_sum = KINDS[kind]
    random = Random(f"{kind} in fear")
    for seed in range(200):
        node = random_root(random, leaf, random.randint(1, 4))
        game = Guessed(node, seed, utility_sum)
        for depth in range(1, height(node) + 1):
            ours, theirs = paranoid(game, limit=Limit(depth=depth)), alpha_beta(game, limit=Limit(depth=depth))
            assert (ours.action, ours.value, ours.status, ours.unit) == (
                theirs.action,
                theirs.value,
                theirs.status,
                theirs.unit,
            )
            assert ours.nodes == theirs.nodes


def test_nobody_is_promised_less_than_it_gets_where_all_look_after_themselves():
    random = Random("selfish")
    for _ in range(300):
        node = random_vector_node(random, 3, 4)
        game = Tree(node, players=3, utility_sum=None)
        fear, trust = paranoid(game), max_n(game)
        assert fear.value <= trust.value
        assert fear.nodes <= trust.nodes


def test_figure_5_4_in_fear():
    game = load_game("figure-5.4")
    assert paranoid(game).describe(game) == "d1: value 1 to player A, proven; line d1 e1 x1; 12 states, depth 3"


def test_who_expects_a_fight_leaves():
    game = load_game("cooperation")
    assert paranoid(game).describe(game) == "leave: value 500 to player A, proven; line leave stay; 7 states, depth 2"
    assert max_n(game).action == 0


def test_paranoid_keeps_to_its_limit():
    game = load_game("mnk:players=3")
    with pytest.raises(LimitReachedError):
        paranoid(game, limit=Limit(nodes=50))
    decision = paranoid(game, limit=Limit(depth=2))
    # A takes the centre and the others a corner: A has three lines of the five that are open to someone
    assert (decision.status, decision.depth) == ("heuristic", 2)
    assert decision.value == pytest.approx(1.5 * 3 / 5 - 0.5)
