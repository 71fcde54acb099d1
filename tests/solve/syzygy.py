"""Chess tables against Syzygy's, read by python-chess."""

import os
import random
from pathlib import Path
from typing import Any

import pytest

from plywise.knowledge.solved import SolvedFolder


def compare_with_syzygy(game: Any, folder: SolvedFolder, positions: int, lots: random.Random) -> None:
    """Compare the outcome of so many random states of each table; ordinary tables hold no captures in passing."""
    chess = pytest.importorskip("chess")
    syzygy = pytest.importorskip("chess.syzygy")
    data = os.environ.get("PLYWISE_TEST_DATA")
    if not data:
        pytest.skip("Name the folder of the test data in PLYWISE_TEST_DATA.")
    compared = 0
    with syzygy.open_tablebase(str(Path(data) / "syzygy")) as tablebase:
        for name in folder.names:
            table = folder.table(name)
            codes = table.working()
            for slot in some_filled(codes, positions, lots):
                state = game.unindex(table.entry.tier, slot)
                board = chess.Board(game.state_name(state))
                if board.is_insufficient_material() and len(board.piece_map()) == 2:
                    continue
                theirs = tablebase.probe_wdl(board)
                ours = table.solved(slot)
                assert ours is not None
                assert ours.value == (theirs > 0) - (theirs < 0), game.state_name(state)
                compared += 1
    assert compared >= len(folder.names) * min(positions, 1_000)


def some_filled(codes: Any, positions: int, lots: random.Random) -> list[int]:
    """Return random slots that hold states."""
    found: list[int] = []
    while len(found) < positions:
        slot = lots.randrange(len(codes))
        if codes[slot]:
            found.append(slot)
    return found
