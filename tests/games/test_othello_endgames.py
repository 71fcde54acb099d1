"""Othello to the last disc: FForum's endgames #45 to #49, 24 to 26 squares empty; #40 to #44 are in `test_proofs`.

Run them with `pytest tests/games/test_othello_endgames.py -m slow -s`: each prints its states and CPU time.
"""

import os
import time
from pathlib import Path

import pytest

from plywise import Limit
from plywise.games.othello import Othello
from plywise.kernel import Searcher, Switches
from plywise.rules import Status

FIRST = 40
"""The number of the file's first position."""


def read_position(number: int) -> tuple[str, dict[str, int]]:
    """Return a position and what each action is worth to the player to move."""
    folder = os.environ.get("PLYWISE_TEST_DATA")
    if not folder:
        pytest.skip("PLYWISE_TEST_DATA names no folder.")
    lines = (Path(folder) / "othello" / "fforum-40-59.obf").read_text(encoding="utf-8").splitlines()
    board, *scores = lines[number - FIRST].split(";")
    worth = (score.split(":") for score in scores if ":" in score)
    return board, {name.strip().lower(): int(discs) for name, discs in worth}


@pytest.mark.slow
@pytest.mark.parametrize("number", [45, 46, 47, 48, 49])
def test_hard_endgames_are_solved(number):
    board, worth = read_position(number)
    game = Othello(empties="winner")
    state = game.parse_state(board)
    # So late no two lines lead to mirror images: to look for them would cost a third of the speed.
    searcher = Searcher(game, Switches().without("distances", "symmetry"), table_mb=1024)
    begun = time.process_time()
    decision = searcher.decide(state, limit=Limit(), prove=True)
    seconds = time.process_time() - begun
    print(f"\n#{number}: {decision.value:+}, {decision.nodes:,} states, {seconds:,.1f} CPU-s")  # noqa: T201 (figures)
    assert (decision.value, decision.status) == (max(worth.values()), Status.PROVEN)
    assert worth[game.action_name(state, decision.action)] == decision.value
