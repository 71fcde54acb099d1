"""Go against OpenSpiel's: legal moves, boards, who wins, and when a board has come up before.

OpenSpiel lets a stone bring an earlier board back and then ends the game as drawn; here it may not be laid (positional
superko along the path). It cuts a game off after twice as many moves as there are points; here that is not a rule. All
else is the same: area scoring, no suicide, a ko that may not be taken back at once.
"""

from random import Random
from typing import Any

import pyspiel
import pytest

from plywise.games.go import Go


def board(position: Any, size: int) -> list[list[str]]:
    """Return the rows that OpenSpiel prints, top row first."""
    lines = [line.split() for line in str(position).splitlines()]
    return [list(line[1].replace("+", ".")) for line in lines if len(line) == 2 and line[0].isdigit()][:size]


def board_key(game: Go, state: Any) -> int:
    """Return the key of a board, whether or not it came up by a pass."""
    return game.repetition_key(state._replace(passes=0))


def compare_playings(size: int, positions: int, seed: int) -> None:
    """Play at random in both, to the end, and compare all the way."""
    komi = 0.5 if size < 9 else 7.5
    peer, game = pyspiel.load_game(f"go(board_size={size},komi={komi})"), Go(size, komi)
    chooser, compared = Random(seed), 0
    while compared < positions:
        position, state = peer.new_initial_state(), game.initial()
        seen, passes = {board_key(game, state)}, 0
        while not position.is_terminal():
            actions = list(game.actions(state))
            assert actions == position.legal_actions(), game.state_name(state)
            assert state.turn == position.current_player()
            action = chooser.choice(actions)
            passes = passes + 1 if action == game.pass_action else 0
            position.apply_action(action)
            state = game.result(state, action)
            assert game.rows(state) == board(position, size)
            compared += 1
            is_back = passes == 0 and board_key(game, state) in seen
            assert is_back == (position.is_terminal() and passes < 2 and len(position.history()) < 2 * size * size)
            seen.add(board_key(game, state))
        assert game.is_terminal(state) == (passes == 2)
        if passes == 2:
            assert [game.utility(state, player) > 0 for player in (0, 1)] == [won > 0 for won in position.returns()]


@pytest.mark.parametrize(("size", "positions"), [(9, 2_500), (5, 1_500), (4, 1_000)])
def test_5000_positions_are_the_same(size, positions):
    compare_playings(size, positions, seed=size)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "positions"), [(9, 20_000), (5, 20_000), (19, 10_000)])
def test_50000_positions_are_the_same(size, positions):
    compare_playings(size, positions, seed=1)
