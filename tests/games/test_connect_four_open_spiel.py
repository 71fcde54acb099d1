"""Connect Four against OpenSpiel's, whose rules are the same: boards, columns, ends and who wins, on several sizes."""

from typing import Any

import pyspiel
import pytest

from plywise.games.placing.connect_four import ConnectFour
from tests.games.open_spiel import compare_playings


def compare(width: int, height: int, positions: int) -> None:
    game = ConnectFour(width, height)

    def board(state: Any) -> list[str]:
        return ["".join(row).lower() for row in game.rows(state)]

    def their_board(position: Any) -> list[str]:
        return str(position).split()[:height]

    peer = pyspiel.load_game(f"connect_four(columns={width},rows={height})")
    compare_playings(game, peer, positions, seed=width, board=board, their_board=their_board)


@pytest.mark.parametrize(("width", "height", "positions"), [(7, 6, 3_000), (5, 4, 1_000), (4, 7, 500), (9, 4, 500)])
def test_5000_positions_are_the_same(width, height, positions):
    compare(width, height, positions)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "positions"), [(7, 6, 30_000), (6, 5, 10_000), (8, 7, 10_000)])
def test_50000_positions_are_the_same(width, height, positions):
    compare(width, height, positions)
