"""Random playings of a game and of its peer in OpenSpiel, side by side."""

from collections.abc import Callable
from random import Random
from typing import Any

from plywise import Game


def winner(utility: float) -> float:
    """Return the sign of a margin: 1 to who has won, -1 to who has lost."""
    return (utility > 0) - (utility < 0)


def compare_playings(
    game: Game,
    peer: Any,
    positions: int,
    seed: int,
    *,
    board: Callable[[Any], Any],
    their_board: Callable[[Any], Any],
    their_action: Callable[[Any, Any], int] = lambda state, action: action,
    outcome: Callable[[float], float] = lambda utility: utility,
) -> None:
    """Play at random in both, to the end, until so many positions are compared.

    `board` and `their_board` show a state and a position alike, `their_action` is what they call an action of ours,
    and `outcome` what they return for a utility.
    """
    chooser, compared = Random(seed), 0
    while compared < positions:
        state, position = game.initial(), peer.new_initial_state()
        while not position.is_terminal():
            assert not game.is_terminal(state), game.state_name(state)
            assert game.to_move(state) == position.current_player(), game.state_name(state)
            assert board(state) == their_board(position)
            actions = list(game.actions(state))
            assert sorted(their_action(state, action) for action in actions) == position.legal_actions(), board(state)
            action = chooser.choice(actions)
            position.apply_action(their_action(state, action))
            state = game.result(state, action)
            compared += 1
        assert game.is_terminal(state), game.state_name(state)
        assert board(state) == their_board(position)
        assert [outcome(game.utility(state, player)) for player in (0, 1)] == position.returns(), board(state)
