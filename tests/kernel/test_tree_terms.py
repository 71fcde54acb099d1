"""The further terms of UCT (later moves, first-play urgency, margins) and forbidden repetition: the twins agree."""

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from plywise import Limit, load_game
from plywise.games.tree import Tree
from plywise.kernel import TreeSearcher
from plywise.rules import TreeOptions
from plywise.search import minimax, uct
from tests.kernel.search_games import SuperRounds, random_rounds
from tests.search.trees import random_vector_node

TERMS = {
    "later moves": TreeOptions(rave=60),
    "later moves, first play": TreeOptions(rave=300, fpu=0.2, exploration=0.2),
    "first play": TreeOptions(fpu=0),
    "order": TreeOptions(rave=200, fpu=0, bias=7, exploration=0.1),
    "wins": TreeOptions(margin=0.1, rave=20, fpu=0.5),
}


@cache
def game_of(name):
    if name == "dice":
        return Tree(random_vector_node(Random("dice for uct"), 2, 7, chance=0.4, sum_zero=True))
    if name == "three":
        return Tree(random_vector_node(Random("three for uct"), 3, 8, chance=0.2), players=3, utility_sum=None)
    return load_game(name)


@cache
def small_go():
    return load_game("go:size=3,komi=0")


def counted(decision):
    """Leave out what the twins don't count alike."""
    return replace(decision, seconds=0, leaves=0)


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four:width=5,height=4", "dice", "three", "othello:size=4"])
def test_visits_are_those_of_the_readable_twin(name):
    game = game_of(name)
    for terms in TERMS.values():
        searcher = TreeSearcher(game, tree_mb=16, options=terms)
        for simulations, seed in ((1, 0), (30, 1), (700, -5)):
            limit = Limit(simulations=simulations)
            plain, compiled = uct(game, limit=limit, seed=seed, options=terms), searcher.decide(limit=limit, seed=seed)
            assert [choice.visits for choice in compiled.choices] == [choice.visits for choice in plain.choices]
            assert counted(compiled) == counted(plain)


def test_forbidden_repetition_counts_in_the_tree_and_in_playouts():
    game = SuperRounds()
    searcher = TreeSearcher(game, tree_mb=4)
    for seed in range(20):
        state = random_rounds(game, seed)
        for history in ([], *([game.result(state, action)] for action in game.actions(state))):
            for simulations in (3, 200):
                limit = Limit(simulations=simulations)
                plain = uct(game, state, limit=limit, history=history, seed=seed)
                compiled = searcher.decide(state, limit=limit, history=history, seed=seed)
                assert compiled.values == plain.values
                assert [each.visits for each in compiled.choices] == [each.visits for each in plain.choices]
                assert (compiled.nodes, compiled.status) == (plain.nodes, plain.status)
                if plain.status == "proven":
                    assert plain.value == minimax(game, state, history=history).value


def test_go_is_searched_alike_with_superko_and_its_own_playouts():
    game = small_go()
    terms = TERMS["wins"]
    searcher = TreeSearcher(game, tree_mb=16, options=terms)
    state = game.initial()
    history: list[Any] = []
    for ply in range(5):
        limit = Limit(simulations=120)
        plain = uct(game, state, limit=limit, history=history, seed=ply, options=terms)
        compiled = searcher.decide(state, limit=limit, history=history, seed=ply)
        assert [each.visits for each in compiled.choices] == [each.visits for each in plain.choices]
        assert (compiled.action, compiled.value, compiled.nodes) == (plain.action, plain.value, plain.nodes)
        history.append(state)
        state = game.result(state, plain.action)
        if game.is_terminal(state):
            break


GOLDEN = {
    # terms: states visited, visits of the root's actions
    "none": (133_083, [544, 1448, 72, 1738, 1198]),
    "later moves": (133_018, [1152, 1113, 142, 796, 1797]),
    "later moves, first play": (128_917, [1081, 590, 27, 2909, 393]),
    "first play": (130_996, [934, 1585, 171, 708, 1602]),
    "order": (120_026, [39, 51, 31, 4715, 164]),
    "wins": (131_860, [759, 1506, 162, 1996, 577]),
}
"""Connect Four on 5x4 after 5,000 simulations: changes only with a reason, which the commit gives."""


@pytest.mark.parametrize("terms", GOLDEN)
def test_the_tree_is_the_one_it_was(terms):
    searcher = TreeSearcher(game_of("connect-four:width=5,height=4"), tree_mb=16, options=TERMS.get(terms))
    decision = searcher.decide(limit=Limit(simulations=5_000), seed=3)
    assert (decision.nodes, [choice.visits for choice in decision.choices]) == GOLDEN[terms]
