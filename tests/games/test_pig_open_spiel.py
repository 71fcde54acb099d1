"""Pig against OpenSpiel's: points, who may roll or hold, the die's odds, ends and who wins.

OpenSpiel lets a player hold before the first roll of a turn; here a turn starts with a roll, as holding nothing would
only pass. There, who could hold at the goal must still do so, and has won then; here that player has won already. After
`horizon` actions it calls the game a draw: set so high that no playing here takes so long.
"""

from random import Random
from typing import Any

import pyspiel
import pytest

from plywise import CHANCE
from plywise.games.dice.pig import HOLD, ROLL, Pig

THEIR_ROLL, THEIR_HOLD = 0, 1


def told(state: Any) -> str:
    """Tell a state as OpenSpiel does."""
    points = f"Scores: {state.banked[0]} {state.banked[1]}, Turn total: {state.pot}"
    return f"{points}\nCurrent player: {state.turn}{' (rolling)' * state.rolling}\n"


def compare_decision(game: Pig, state: Any, position: Any) -> None:
    """Compare who is to move, and what may be done or rolled."""
    if position.is_chance_node():
        assert game.to_move(state) == CHANCE
        assert [(side - 1, odds) for side, odds in game.chances(state)] == position.chance_outcomes()
        return
    assert game.to_move(state) == position.current_player()
    if game.is_terminal(state):
        assert position.legal_actions() == [THEIR_HOLD]
    else:
        assert position.legal_actions() == [THEIR_ROLL, THEIR_HOLD]
        assert list(game.actions(state)) == ([ROLL, HOLD] if state.pot else [ROLL])


def compare_playings(game: Pig, positions: int, seed: int) -> None:
    """Play at random in both, to the end, until so many positions are compared."""
    peer = pyspiel.load_game(f"pig(winscore={game.goal},diceoutcomes={game.sides},horizon=1000000)")
    chooser, compared = Random(seed), 0
    while compared < positions:
        state, position = game.initial(), peer.new_initial_state()
        while not game.is_terminal(state):
            assert told(state) == str(position)
            compare_decision(game, state, position)
            compared += 1
            if state.rolling:
                action = chooser.randint(1, game.sides)
                position.apply_action(action - 1)
            else:
                action = chooser.choice(list(game.actions(state)))
                position.apply_action(THEIR_ROLL if action == ROLL else THEIR_HOLD)
            state = game.result(state, action)
        compare_decision(game, state, position)
        position.apply_action(THEIR_HOLD)
        assert position.is_terminal()
        assert [2 * game.utility(state, player) - 1 for player in (0, 1)] == position.returns()


@pytest.mark.parametrize(("goal", "sides", "positions"), [(100, 6, 3_000), (20, 6, 1_000), (7, 3, 1_000)])
def test_5000_positions_are_the_same(goal, sides, positions):
    compare_playings(Pig(goal, sides), positions, seed=goal)


@pytest.mark.slow
@pytest.mark.parametrize(("goal", "sides", "positions"), [(100, 6, 30_000), (50, 10, 10_000), (12, 4, 10_000)])
def test_50000_positions_are_the_same(goal, sides, positions):
    compare_playings(Pig(goal, sides), positions, seed=goal)
