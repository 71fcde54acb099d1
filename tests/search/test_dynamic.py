"""Dynamic programming gives minimax's answers, valuing each distinct state once."""

from random import Random

import pytest
from hypothesis import given

from plywise.games.nim import Nim
from plywise.games.placing.connect_four import ConnectFour
from plywise.games.placing.mnk import MNK
from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.games.tree import Tree
from plywise.rules import Limit, SearchError
from plywise.search import (
    LimitReachedError,
    alpha_beta,
    dynamic_programming,
    expectiminimax,
    max_n,
    minimax,
    solve_states,
)
from tests.search.small_games import Countless, Ring
from tests.search.states import played_states
from tests.search.trees import HALVES, KINDS, WHOLE, nodes, random_root, random_vector_node

SMALL = {
    "II-Nim": Nim(piles=(2, 2)),
    "nim": Nim(piles=(1, 2, 3)),
    "normal nim": Nim(piles=(2, 3), misere=False),
    "mnk 3x2": MNK(3, 2, 2),
    "mnk 2x3": MNK(2, 3, 3),
    "figure 5.2": Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]),
}


def answer(decision):
    choices = [(choice.action, choice.value, choice.line, choice.status) for choice in decision.choices]
    return decision.action, decision.value, decision.player, decision.line, decision.status, decision.unit, choices


@pytest.mark.parametrize("name", SMALL)
def test_small_games_are_worth_what_minimax_says(name):
    game = SMALL[name]
    found, plain = dynamic_programming(game), minimax(game)
    assert answer(found) == answer(plain)
    assert found.nodes <= plain.nodes


@pytest.mark.parametrize("name", SMALL)
def test_every_state_is_worth_what_minimax_says(name):
    game = SMALL[name]
    values = solve_states(game)
    waiting, seen = [game.initial()], set()
    while waiting:
        state = waiting.pop()
        if game.key(state) in seen:
            continue
        seen.add(game.key(state))
        truth = minimax(game, state)
        to_max = truth.value if truth.player == 0 else (game.utility_sum or 0) - truth.value
        assert values[game.key(state)] == to_max
        if not game.is_terminal(state):
            waiting += [game.result(state, action) for action in game.actions(state)]
    assert len(seen) == len(values)


@pytest.mark.parametrize(("game", "plies"), [(TicTacToe(), 3), (ConnectFour(4, 4), 10)])
def test_states_along_random_games(game, plies):
    for state in played_states(game, 20, plies):
        found = dynamic_programming(game, state)
        assert answer(found) == answer(minimax(game, state))
        assert dynamic_programming(game, state, symmetry=True).value == found.value


def test_tic_tac_toe_from_the_start():
    game = TicTacToe()
    found = dynamic_programming(game)
    assert answer(found) == answer(alpha_beta(game, all_exact=True))
    assert len(solve_states(game)) == 5_478
    assert len(solve_states(game, symmetry=True)) == 765
    assert found.nodes == 1 + sum(1 for _ in edges(game))


def edges(game):
    """Yield once each successor of each distinct state."""
    seen, waiting = {game.initial()}, [game.initial()]
    while waiting:
        state = waiting.pop()
        if not game.is_terminal(state):
            for action in game.actions(state):
                yield state, action
                child = game.result(state, action)
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)


@pytest.mark.parametrize("kind", KINDS)
def test_random_trees(kind):
    leaf, utility_sum = KINDS[kind]
    random = Random(f"{kind} by dynamic programming")
    for _ in range(300):
        game = Tree(random_root(random, leaf, 4), utility_sum=utility_sum)
        assert answer(dynamic_programming(game)) == answer(minimax(game))


@given(nodes(WHOLE))
def test_trees_of_hypothesis(node):
    assert answer(dynamic_programming(Tree(node))) == answer(minimax(Tree(node)))


@given(nodes(HALVES))
def test_trees_of_sum_1(node):
    game = Tree(node, utility_sum=1)
    assert answer(dynamic_programming(game)) == answer(minimax(game))


def test_chance_is_averaged_as_by_expectiminimax():
    random = Random("chance by dynamic programming")
    for _ in range(300):
        game = Tree(random_vector_node(random, 2, 4, chance=0.4, sum_zero=True))
        assert answer(dynamic_programming(game)) == answer(expectiminimax(game))


def test_a_game_that_is_over_is_worth_its_utility():
    game = Nim(piles=(1,))
    found = dynamic_programming(game, game.parse_state("B(0)"))
    assert (found.action, found.value, found.player, found.nodes) == (None, -1, 0, 1)


def test_what_it_refuses():
    with pytest.raises(SearchError, match="never comes back to a state: for ring use alpha_beta with a depth"):
        dynamic_programming(Ring())
    with pytest.raises(SearchError, match="leave the depth out"):
        dynamic_programming(Nim(), limit=Limit(depth=3))
    with pytest.raises(SearchError, match="use max_n"):
        dynamic_programming(Tree([(1, 2, 3), (3, 2, 1)], players=3))
    with pytest.raises(SearchError, match="longer than 300 plies"):
        dynamic_programming(Countless())
    with pytest.raises(LimitReachedError):
        dynamic_programming(TicTacToe(), limit=Limit(nodes=100))
    assert max_n(Nim(piles=(2, 2))).values == (-1, 1)
