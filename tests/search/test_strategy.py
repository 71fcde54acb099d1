"""A contingent strategy exists exactly where minimax says so, and its replies keep what was claimed."""

from random import Random

import pytest

from plywise.games.nim import Nim
from plywise.games.placing.connect_four import ConnectFour
from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.games.tree import Tree
from plywise.rules import CHANCE, Limit, SearchError
from plywise.search import contingent_strategy, minimax
from tests.search.small_games import Ring
from tests.search.trees import KINDS, random_root, random_vector_node


def worst_end(game, player, replies, state):
    """Return the least that a player can end with who follows the replies."""
    if game.is_terminal(state):
        return game.utility(state, player)
    if game.to_move(state) == CHANCE:
        actions = [outcome for outcome, _ in game.chances(state)]
    else:
        actions = [replies[state]] if game.to_move(state) == player else list(game.actions(state))
    return min(worst_end(game, player, replies, game.result(state, action)) for action in actions)


@pytest.mark.parametrize("player", [0, 1])
def test_exactly_what_minimax_says_can_be_forced(player):
    random = Random(f"strategies of {player}")
    leaf, _ = KINDS["integers"]
    for _ in range(200):
        game = Tree(random_root(random, leaf, 4))
        plain = minimax(game)
        value = plain.value if plain.player == player else -plain.value
        replies = contingent_strategy(game, player=player, at_least=value)
        assert worst_end(game, player, replies, game.initial()) == value
        with pytest.raises(SearchError, match="can't force"):
            contingent_strategy(game, player=player, at_least=value + 1)


def test_dice_may_fall_anyhow_and_others_may_do_anything():
    random = Random("strategies against dice")
    for _ in range(200):
        game = Tree(random_vector_node(random, 3, 4, chance=0.3), players=3, utility_sum=None)
        sure = forced(game, 0, game.initial())
        replies = contingent_strategy(game, player=0, at_least=sure)
        assert worst_end(game, 0, replies, game.initial()) == sure
        with pytest.raises(SearchError, match="can't force"):
            contingent_strategy(game, player=0, at_least=sure + 1)


def forced(game, player, state):
    """Return the most that a player can force, by definition."""
    if game.is_terminal(state):
        return game.utility(state, player)
    choose = max if game.to_move(state) == player else min
    return choose(forced(game, player, game.result(state, action)) for action in game.actions(state))


@pytest.mark.parametrize("player", [0, 1])
def test_tic_tac_toe_needs_a_reply_to_every_reply(player):
    game = TicTacToe()
    replies = contingent_strategy(game, player=player, at_least=0)
    assert worst_end(game, player, replies, game.initial()) == 0
    assert all(game.to_move(state) == player for state in replies)


@pytest.mark.parametrize("player", [0, 1])
def test_ranked_actions_are_tried_first(player):
    game = ConnectFour(4, 4)
    replies = contingent_strategy(game, player=player, at_least=0)
    assert worst_end(game, player, replies, game.initial()) == 0


def test_what_it_refuses():
    with pytest.raises(SearchError, match=r"Player A can't force 1 in nim from A\(2,2\): ask for less"):
        contingent_strategy(Nim(piles=(2, 2)), player=0, at_least=1)
    with pytest.raises(SearchError, match="never comes back"):
        contingent_strategy(Ring(), player=0, at_least=0)
    with pytest.raises(SearchError, match="has no player 2: name one from 0 to 1"):
        contingent_strategy(Nim(), player=2, at_least=0)
    with pytest.raises(SearchError, match="allow more"):
        contingent_strategy(TicTacToe(), player=0, at_least=0, limit=Limit(nodes=50))
