"""Expectiminimax against exact fractions; dice at the root; means that rounding pushes over the edge."""

from functools import reduce
from operator import add
from random import Random

import pytest

from plywise import Limit, load_game
from plywise.games.tree import Tree
from plywise.rules import RulesError, SearchError
from plywise.search import alpha_beta, expectiminimax, max_n, minimax
from tests.search.trees import random_vector_node, vector_worth


def test_expectiminimax_equals_exact_fractions():
    random = Random("dice")
    at_chance = 0
    for _ in range(1_000):
        node = random_vector_node(random, 2, random.randint(3, 5), chance=0.4, sum_zero=True)
        decision = expectiminimax(Tree(node))
        assert decision.value == vector_worth(node)[decision.player]
        assert decision.status == "proven"
        if "chance" in node:
            at_chance += 1
            assert (decision.action, decision.choices, decision.line) == (None, (), ())
        else:
            each = [vector_worth(child)[decision.player] for child in node["children"]]
            assert [choice.value for choice in decision.choices] == each
            assert decision.action == each.index(max(each))
        assert max_n(Tree(node)).values == vector_worth(node)
    assert at_chance > 250


def test_a_constant_sum_is_reflected_for_the_second_player():
    coin = {"chance": [[0.25, 0], [0.75, 1]]}
    decision = expectiminimax(Tree({"player": 1, "children": [coin, 0.5]}, utility_sum=1))
    assert (decision.player, decision.value, decision.action) == (1, 0.5, 1)
    assert [choice.value for choice in decision.choices] == [0.25, 0.5]


def test_a_line_ends_at_the_roll():
    game = Tree([[{"chance": [[1, [3, 4]]]}, 9], 2])
    assert expectiminimax(game).line == (0, 0)


def test_expectiminimax_is_minimax_without_dice():
    for spec in ("ii-nim", "figure-5.2", "nau-figure-1"):
        game = load_game(spec)
        assert expectiminimax(game).choices == minimax(game).choices
    game, limit = load_game("connect-four"), Limit(depth=3)
    assert expectiminimax(game, limit=limit).choices == minimax(game, limit=limit).choices


class Dicey(Tree):
    """A tree whose estimates are all the same."""

    estimate: float = 2

    def evaluate(self, state, player):
        return self.estimate if player == 0 else -self.estimate


DICE = [[{"chance": [[0.5, [8, 0]], [0.5, [4, 6]]]}, 9], -9]


@pytest.mark.parametrize(
    ("depth", "value", "status"), [(1, 2, "heuristic"), (2, 2, "heuristic"), (3, 4, "heuristic"), (4, 7, "proven")]
)
def test_estimates_are_averaged_with_utilities(depth, value, status):
    game = Dicey([{"chance": [[0.5, [[8, 9], 1]], [0.5, [[4], 6]]]}, -9])
    decision = expectiminimax(game, limit=Limit(depth=depth))
    assert (decision.value, decision.unit, decision.status) == (value, "utility", status)


def test_dice_at_the_root_of_a_limited_search_are_a_guess():
    game = Dicey({"chance": [[0.5, [8, 0]], [0.5, 4]]})
    for algorithm in (expectiminimax, max_n):
        decision = algorithm(game, limit=Limit(depth=1))
        assert (decision.value, decision.status, decision.depth) == (3, "heuristic", 1)
        assert (algorithm(game).value, algorithm(game).status) == (2, "proven")


def test_an_estimate_outside_the_utilities_is_refused():
    game = Dicey(DICE)
    game.estimate = 10
    with pytest.raises(RulesError, match=r"evaluate returned 10, outside utility_range \(-9, 9\)"):
        expectiminimax(game, limit=Limit(depth=1))


@pytest.mark.parametrize("sign", [1, -1])
def test_a_mean_may_be_rounded_beyond_the_range(sign):
    odds = (7 / 24, 6 / 24, 7 / 24, 4 / 24)
    assert reduce(add, odds) > 1  # `sum` makes up for rounding, from Python 3.12 on
    game = Tree([{"chance": [[part, sign] for part in odds]}, 0])
    for algorithm in (expectiminimax, max_n):
        assert algorithm(game).choices[0].value == pytest.approx(sign)


@pytest.mark.parametrize("algorithm", [minimax, alpha_beta])
@pytest.mark.parametrize(
    ("spec", "advice"),
    [("coin-toss", "use expectiminimax"), ("cooperation", "use max_n"), ("mnk:players=3", "use max_n")],
)
def test_an_algorithm_that_does_not_fit_names_one_that_does(algorithm, spec, advice):
    with pytest.raises(SearchError, match=advice):
        algorithm(load_game(spec))


@pytest.mark.parametrize("spec", ["cooperation", "mnk:players=3"])
def test_expectiminimax_wants_two_players_and_a_constant_sum(spec):
    with pytest.raises(SearchError, match="use max_n"):
        expectiminimax(load_game(spec))
