"""Proof-number search answers as minimax would, and says no more than it has proven."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise.games.nim import Nim
from plywise.games.placing.connect_four import ConnectFour
from plywise.games.placing.mnk import MNK
from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.games.tree import Tree
from plywise.rules import Bound, Limit, SearchError, Status
from plywise.search import LimitReachedError, alpha_beta, minimax, proof_number, prove_value
from tests.search.small_games import Ring
from tests.search.states import played_states
from tests.search.trees import HALVES, KINDS, WHOLE, nodes, random_root

SMALL = {
    "II-Nim": Nim(piles=(2, 2)),
    "nim": Nim(piles=(1, 2, 3)),
    "normal nim": Nim(piles=(2, 3), misere=False),
    "mnk 3x2": MNK(3, 2, 2),
    "mnk 2x3": MNK(2, 3, 3),
    "figure 5.2": Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]),
}


def check_question(game, state, at_least, truth):
    """A yes has a lower bound, a no an upper one, both true and on the right side of the question."""
    found = proof_number(game, state, at_least=at_least)
    if truth >= at_least:
        assert at_least <= found.value <= truth
        assert found.bound is Bound.LOWER or (found.status, found.value) == (Status.PROVEN, truth)
    else:
        assert truth <= found.value < at_least
        assert found.bound is Bound.UPPER or (found.status, found.value) == (Status.PROVEN, truth)
    assert found.status is not Status.HEURISTIC
    state = game.initial() if state is None else state
    for choice in found.choices:
        real = minimax(game, game.result(state, choice.action))
        worth = real.value if real.player == found.player else game.utility_sum - real.value
        if choice.status is Status.HEURISTIC:
            continue
        assert choice.value <= worth or choice.bound is not Bound.LOWER
        assert choice.value >= worth or choice.bound is not Bound.UPPER
        assert choice.value == worth or choice.status is not Status.PROVEN
        if choice.action == found.action:
            assert (worth >= at_least) == (truth >= at_least)


def check_value(game, state=None):
    found, plain = prove_value(game, state), minimax(game, state)
    assert (found.value, found.player, found.status, found.bound) == (plain.value, plain.player, "proven", "exact")
    if found.action is not None:
        exact = {choice.action: choice.value for choice in plain.choices}
        assert exact[found.action] == plain.value


@pytest.mark.parametrize("name", SMALL)
def test_small_games(name):
    game = SMALL[name]
    check_value(game)
    truth = minimax(game).value
    for at_least in (-1, 0, 1, 2, 3, 3.5, 14):
        check_question(game, None, at_least, truth)


@pytest.mark.parametrize(("game", "plies"), [(TicTacToe(), 4), (ConnectFour(4, 4), 10)])
def test_states_along_random_games(game, plies):
    for state in played_states(game, 20, plies):
        check_value(game, state)
        check_question(game, state, 0, minimax(game, state).value)


def test_tic_tac_toe_is_a_draw_in_two_questions():
    game = TicTacToe()
    no, yes = proof_number(game), proof_number(game, at_least=0)
    assert (no.value, no.bound, no.status) == (0, Bound.UPPER, Status.BOUNDED)
    assert (yes.value, yes.bound, yes.status) == (0, Bound.LOWER, Status.BOUNDED)
    found = prove_value(game)
    assert (found.value, found.status, found.nodes) == (0, Status.PROVEN, no.nodes + yes.nodes)


@pytest.mark.parametrize("kind", KINDS)
def test_random_trees(kind):
    leaf, utility_sum = KINDS[kind]
    random = Random(f"{kind} by proof numbers")
    for _ in range(150):
        game = Tree(random_root(random, leaf, 4), utility_sum=utility_sum)
        check_value(game)
        check_question(game, None, leaf(random), minimax(game).value)


@given(nodes(WHOLE), st.integers(-4, 4))
def test_trees_of_hypothesis(node, at_least):
    check_value(Tree(node))
    check_question(Tree(node), None, at_least, minimax(Tree(node)).value)


@given(nodes(HALVES))
def test_trees_of_sum_1(node):
    check_value(Tree(node, utility_sum=1))


def test_forced_lines_are_found_with_fewer_states_than_alpha_beta():
    """A narrow win beside a wide field: what proof numbers are for."""
    game = ConnectFour(6, 5)
    state = game.parse_state("6/6/2X3/1OXO1O/1XOXOX")
    found = proof_number(game, state)
    plain = alpha_beta(game, state, limit=Limit(depth=7), known_extremes=True)
    assert (found.value, found.status) == (1, Status.PROVEN)
    assert plain.value == 1
    assert found.nodes < plain.nodes / 20


def test_the_line_is_legal_and_ends_as_claimed():
    game = ConnectFour(4, 4)
    for start in played_states(game, 10, plies=9):
        found, state = proof_number(game, start, at_least=0), start
        for action in found.line:
            assert action in list(game.actions(state))
            state = game.result(state, action)
        assert game.is_terminal(state)
        assert (game.utility(state, found.player) >= 0) == (found.bound is Bound.LOWER or found.value == 1)


def test_the_limit_leaves_the_question_open():
    found = proof_number(TicTacToe(), limit=Limit(nodes=200))
    assert (found.status, found.nodes, len(found.choices)) == (Status.HEURISTIC, 200, 9)
    with pytest.raises(LimitReachedError):
        proof_number(TicTacToe(), limit=Limit(nodes=1))
    first = proof_number(TicTacToe()).nodes
    half_way = prove_value(TicTacToe(), limit=Limit(nodes=first + 50))
    assert (half_way.status, half_way.bound, half_way.value, half_way.nodes) == ("bounded", "upper", 0, first + 50)
    hardly = prove_value(TicTacToe(), limit=Limit(nodes=first + 1))
    assert (hardly.status, hardly.bound, hardly.value, hardly.nodes) == ("bounded", "upper", 0, first + 1)
    only_no = prove_value(TicTacToe(), limit=Limit(nodes=first))
    assert (only_no.status, only_no.bound, only_no.nodes) == ("bounded", "upper", first)


def test_what_it_refuses():
    with pytest.raises(SearchError, match="never comes back to a state: for ring use alpha_beta"):
        proof_number(Ring())
    with pytest.raises(SearchError, match="leave the depth out"):
        proof_number(Nim(), limit=Limit(depth=3))
    with pytest.raises(SearchError, match="use expectiminimax"):
        proof_number(Tree({"chance": [[0.5, 1], [0.5, 2]]}))
    over = proof_number(Nim(piles=(1,)), Nim(piles=(1,)).parse_state("A(0)"))
    assert (over.action, over.value, over.status) == (None, 1, Status.PROVEN)
