"""Packed tables of chess with up to four men: fewer bytes than Syzygy's allow, and the same values."""

import os
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plywise.agents.tables import Tables
from plywise.games.catalog import load_game
from plywise.solve import solve_tiers
from plywise.solve.packing import LaidOut, pack_folder
from tests.solve.published import CHESS
from tests.solve.syzygy import some_filled

MOST_TIMES = {"conversion": 1.5, "none": 3.0}
"""How many times Syzygy's bytes the tables may take: WDL and DTZ, or WDL alone."""


@pytest.mark.slow
@pytest.mark.parametrize("metric", MOST_TIMES)
def test_chess_with_four_men_is_small_and_says_the_same(metric: Any, tmp_path):
    data = os.environ.get("PLYWISE_TEST_DATA")
    if not data:
        pytest.skip("Name the folder of the test data in PLYWISE_TEST_DATA.")
    game = load_game("chess")
    solve_tiers(game, "chess", game.parse_tier("4"), tmp_path / "full", metric=metric, threads=2)
    assert list(pack_folder(game, tmp_path / "full", tmp_path / "packed", threads=2))
    size = sum(file.stat().st_size for file in (tmp_path / "packed").rglob("*") if file.is_file())
    kinds = ("rtbw", "rtbz") if metric == "conversion" else ("rtbw",)
    theirs = sum((Path(data) / "syzygy" / f"{name}.{kind}").stat().st_size for name in CHESS for kind in kinds)
    assert size <= MOST_TIMES[metric] * theirs
    full, packed = (Tables(game, tmp_path / each) for each in ("full", "packed"))
    laid = LaidOut(packed, 2)
    for entry in full.manifest.tables:
        assert np.array_equal(laid.codes(entry.tier), full.folder.table(entry.name).working()), entry.name
    compare_outcomes(packed, laid, Path(data) / "syzygy", 50)


def compare_outcomes(tables: Tables, laid: LaidOut, syzygy_files: Path, count: int) -> None:
    """Compare what a probe says of some random states of each table with Syzygy."""
    chess, syzygy = pytest.importorskip("chess"), pytest.importorskip("chess.syzygy")
    lots = random.Random(3)
    with syzygy.open_tablebase(str(syzygy_files)) as theirs:
        for entry in tables.manifest.tables:
            for slot in some_filled(laid.codes(entry.tier), count, lots):
                state = tables.state_of(tables.folder.table(entry.name), slot)
                board, known = chess.Board(tables.game.state_name(state)), tables.solved(state)
                assert known is not None
                said = theirs.probe_wdl(board)
                assert known.value == (said > 0) - (said < 0), board.fen()
