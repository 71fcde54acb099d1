"""Max^n against its definition: any number of players, any utilities, with and without dice."""

from random import Random
from typing import Any

import pytest

from plywise import Limit, load_game
from plywise.games.placing.mnk import MNK
from plywise.games.tree import Tree
from plywise.rules import RulesError, SearchError
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


def shared_vector_node(random: Random, players: int, height: int, chance: float = 0.0) -> Any:
    """Return a node whose leaves share 12 among the players, nobody getting less than 0."""
    if height == 0 or (height < 3 and random.random() < 0.15):
        cuts = sorted(random.choices(range(13), k=players - 1))
        return {"utility": [after - before for before, after in zip([0, *cuts], [*cuts, 12], strict=True)]}
    children = [shared_vector_node(random, players, height - 1, chance) for _ in range(random.randint(1, 3))]
    if random.random() < chance and len(children) in (1, 2):
        return {"chance": [[1 / len(children), child] for child in children]}
    return {"player": random.randrange(players), "children": children}


@pytest.mark.parametrize("chance", [0, 0.3])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_shallow_pruning_gives_the_same_vector_after_fewer_states(players, chance):
    random = Random(f"{players} players share, chance {chance}")
    nodes = pruned_nodes = 0
    for _ in range(200):
        node = shared_vector_node(random, players, random.randint(3, 6), chance)
        game = Tree(node, players=players)
        plain, pruned = max_n(game), max_n(game, shallow_pruning=True)
        assert pruned.values == plain.values == vector_worth(node)
        assert (pruned.action, pruned.value, pruned.line) == (plain.action, plain.value, plain.line)
        assert pruned.nodes <= plain.nodes
        truth = {choice.action: choice.value for choice in plain.choices}
        for choice in pruned.choices:
            assert choice.value >= truth[choice.action]
            assert choice.bound == "upper" or choice.value == truth[choice.action]
        nodes, pruned_nodes = nodes + plain.nodes, pruned_nodes + pruned.nodes
    assert pruned_nodes < 0.95 * nodes


def test_immediate_pruning_stops_at_everything():
    game = Tree([(12, 0, 0), [(4, 4, 4), (5, 3, 4)]], players=3)
    decision = max_n(game, shallow_pruning=True)
    assert (decision.values, decision.nodes, len(decision.choices)) == ((12, 0, 0), 2, 1)


def test_shallow_pruning_needs_a_constant_sum():
    with pytest.raises(SearchError, match="needs a constant utility_sum: search figure-5"):
        max_n(load_game("figure-5.4"), shallow_pruning=True)
    with pytest.raises(SearchError, match="for connect-four use alpha_beta"):
        max_n(load_game("connect-four"), limit=Limit(depth=2), shallow_pruning=True)


def test_estimates_that_do_not_add_up_are_refused_where_it_could_matter():
    class Greedy(MNK):
        def evaluate(self, state, player):
            return 1

    assert max_n(Greedy(players=3), limit=Limit(depth=2)).values == (1, 1, 1)
    with pytest.raises(RulesError, match="add up to 3, not to utility_sum 0: fix the rules"):
        max_n(Greedy(players=3), limit=Limit(depth=2), shallow_pruning=True)


def test_shallow_pruning_on_three_in_a_row_for_three():
    game = load_game("mnk:m=3,n=2,k=2,players=3")
    plain, pruned = max_n(game), max_n(game, shallow_pruning=True)
    assert (pruned.values, pruned.line) == (plain.values, plain.line)
    assert pruned.nodes < plain.nodes
