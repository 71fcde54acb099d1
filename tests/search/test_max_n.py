"""Max^n against its definition: any number of players, any utilities, with and without dice."""

from random import Random

import pytest

from plywise import Limit, load_game
from plywise.games.mnk import MNK
from plywise.games.tree import Tree
from plywise.rules import RulesError
from plywise.search import max_n, minimax
from tests.search.trees import KINDS, Guessed, height, random_root, random_vector_node, vector_worth


@pytest.mark.parametrize("chance", [0, 0.3])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_max_n_equals_its_definition(players, chance):
    random = Random(f"{players} players, chance {chance}")
    for _ in range(400):
        node = random_vector_node(random, players, random.randint(3, 5), chance)
        decision = max_n(Tree(node, players=players, utility_sum=None))
        assert decision.values == vector_worth(node)
        assert decision.value == decision.values[decision.player]
        assert decision.status == "proven"
        if "children" in node:
            seat = node["player"]
            each = [vector_worth(child)[seat] for child in node["children"]]
            assert [choice.value for choice in decision.choices] == each
            assert decision.action == each.index(max(each))
        else:
            assert (decision.action, decision.choices, decision.player) == (None, (), 0)


@pytest.mark.parametrize("kind", KINDS)
def test_max_n_equals_minimax_where_one_gains_what_the_other_loses(kind):
    leaf, utility_sum = KINDS[kind]
    random = Random(f"{kind} for max_n")
    for seed in range(300):
        node = random_root(random, leaf, random.randint(1, 4))
        game = Guessed(node, seed, utility_sum)
        for depth in range(1, height(node) + 1):
            ours, theirs = max_n(game, limit=Limit(depth=depth)), minimax(game, limit=Limit(depth=depth))
            assert ours.choices == theirs.choices
            assert (ours.action, ours.value, ours.status, ours.unit) == (
                theirs.action,
                theirs.value,
                theirs.status,
                theirs.unit,
            )
            assert ours.values is not None
            assert ours.values[ours.player] == ours.value


def test_estimates_of_three_players_are_in_units_of_utility():
    class Hopeful(MNK):
        def evaluate(self, state, player):
            return (1, -0.5, -0.5)[player]

    class Reckless(MNK):
        def evaluate(self, state, player):
            return 5

    decision = max_n(Hopeful(players=3), limit=Limit(depth=2))
    assert (decision.values, decision.unit, decision.status) == ((1, -0.5, -0.5), "utility", "heuristic")
    with pytest.raises(RulesError, match="estimates are in units of utility"):
        max_n(Reckless(players=3), limit=Limit(depth=2))


def test_three_in_a_row_for_three():
    game = load_game("mnk:players=3")
    state = game.parse_state("XOZ/XOZ/OX1")
    decision = max_n(game, state)
    assert decision.describe(game, state) == "c1: value 2 to player C, proven; line c1; 2 states, depth 1"
    assert decision.values == (-1, -1, 2)


def test_the_second_of_three_stops_the_third():
    game = load_game("mnk:players=3")
    state = game.parse_state("XOZ/X1Z/OX1")
    decision = max_n(game, state)
    assert decision.describe(game, state) == "c1: value 0 to player B, proven; line c1 b2; 5 states, depth 2"
    assert decision.values == (0, 0, 0)
