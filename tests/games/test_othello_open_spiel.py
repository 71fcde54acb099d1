"""Othello against OpenSpiel's: boards, squares, passes, ends and who wins.

The rules are the same, and so are the numbers of the squares and of the pass. OpenSpiel returns who has won; here the
utility says by how many discs.
"""

from typing import Any

import pyspiel
import pytest

from plywise.games.placing.othello import Othello
from tests.games.open_spiel import compare_playings, winner


def their_board(position: Any) -> list[list[str]]:
    """Return the rows that OpenSpiel prints between its letters, top row first."""
    lines = [line.split() for line in str(position).replace("-", ".").upper().splitlines()]
    return [line[1:9] for line in lines if len(line) == 10 and line[0].isdigit()]


@pytest.mark.parametrize("positions", [5_000, pytest.param(50_000, marks=pytest.mark.slow)])
def test_positions_are_the_same(positions):
    game = Othello()
    peer = pyspiel.load_game("othello")
    compare_playings(game, peer, positions, seed=6, board=game.rows, their_board=their_board, outcome=winner)
