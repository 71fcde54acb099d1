"""Kalah against OpenSpiel's mancala: boards, pits, who moves again, captures, ends and who wins.

OpenSpiel leaves a last seed where it fell if the pit opposite is empty, and so does `empty_capture=false`: these are
compared. The published values, and so this game unless told, bank that seed. OpenSpiel returns who has won; here the
utility says by how many seeds. After 1,000 moves it calls the game over: no playing here takes so long.
"""

from typing import Any

import pyspiel
import pytest

from plywise.games.sowing.kalah import Kalah
from tests.games.open_spiel import compare_playings, winner

GAME = Kalah(pits=6, seeds=4, empty_capture=False)


def their_board(position: Any) -> list[list[int]]:
    above, stores, below = ([int(word) for word in line.split("-") if word] for line in str(position).split("\n")[:3])
    return [[*below, stores[1]], [*above[::-1], stores[0]]]


def their_action(state: Any, action: int) -> int:
    """Their places run around the board from B's store: A's pits are 1 to 6, B's 8 to 13."""
    return action + (1 if state.turn == 0 else 8)


@pytest.mark.parametrize("positions", [5_000, pytest.param(50_000, marks=pytest.mark.slow)])
def test_positions_are_the_same(positions):
    compare_playings(
        GAME,
        pyspiel.load_game("mancala"),
        positions,
        seed=6,
        board=GAME.sides,
        their_board=their_board,
        their_action=their_action,
        outcome=winner,
    )


def test_the_usual_rules_bank_a_seed_that_open_spiel_leaves():
    usual, position = Kalah(), pyspiel.load_game("mancala").new_initial_state()
    state = usual.initial()
    for action in (5, 0, 1):
        position.apply_action(their_action(state, action))
        state = usual.result(state, action)
    assert usual.sides(state)[0] == [4, 0, 5, 5, 5, 0, 2]
    assert their_board(position)[0] == [4, 0, 5, 5, 5, 1, 1]
    assert usual.sides(state)[1] == their_board(position)[1]
