"""Games proven by the compiled search alone, against published values; the long ones are marked slow.

Run the slow ones with `pytest tests/kernel/test_proofs.py -m slow -s`: each prints its states and CPU time.
"""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from plywise import Limit, load_game
from plywise.kernel import Searcher, Switches
from plywise.rules import Decision, Status

SMALL = {
    "connect-four:width=6,height=4": -1,
    "connect-four:width=5,height=5": 0,
    "othello:size=4": -8,
    "kalah:pits=4,seeds=3": 8,
    "kalah:pits=6,seeds=2": 10,
    "kalah:pits=6,seeds=2,empty_capture=false": 6,
    "mnk:m=4,n=3,k=3": 1,
}
"""Values to the first player: J. Tromp's table for Connect Four, Irving, Donkers & Uiterwijk for Kalah."""

LARGE = {
    "connect-four:width=6,height=5": 0,
    "connect-four:width=6,height=6": -1,
    "connect-four:width=7,height=5": 0,
    "kalah:pits=6,seeds=3": 2,
    "kalah:pits=4,seeds=4": 2,
    "mnk:m=5,n=4,k=4": 0,
}


def prove(spec: str, state: Any = None, *, table_mb: float = 16, all_exact: bool = False) -> Decision:
    searcher = Searcher(load_game(spec), Switches().without("distances"), table_mb=table_mb)
    begun = time.process_time()
    decision = searcher.decide(state, limit=Limit(depth=250), prove=True, all_exact=all_exact)
    seconds = time.process_time() - begun
    told = f"{spec}: {decision.value}, {decision.status}, {decision.nodes:,} states, {seconds:,.1f} CPU-s"
    print(f"\n{told}")  # noqa: T201 (figures for the closing note)
    assert decision.status is Status.PROVEN
    return decision


QUICK = ("othello:size=4", "kalah:pits=4,seeds=3")


@pytest.mark.parametrize(
    "spec", [pytest.param(spec, marks=() if spec in QUICK else pytest.mark.slow) for spec in SMALL]
)
def test_small_games(spec):
    assert prove(spec).value == SMALL[spec]


@pytest.mark.slow
@pytest.mark.parametrize("spec", LARGE)
def test_larger_games(spec):
    assert prove(spec, table_mb=512).value == LARGE[spec]


@pytest.mark.slow
def test_connect_four_is_a_win_for_the_first_player():
    decision = prove("connect-four", table_mb=1024)
    assert (decision.value, decision.action) == (1, 3)


@pytest.mark.slow
@pytest.mark.parametrize("number", [40, 41, 42, 43, 44])
def test_endgames_of_the_french_othello_federation(number):
    """FForum's positions, with the score of every action; the first is the best."""
    folder = os.environ.get("PLYWISE_TEST_DATA")
    if not folder:
        pytest.skip("PLYWISE_TEST_DATA names no folder.")
    lines = (Path(folder) / "othello" / "fforum-40-59.obf").read_text(encoding="utf-8").splitlines()
    board, *scores = lines[number - 40].rstrip(";").split(";")
    wanted = {name.strip().lower(): int(score) for name, score in (each.split(":") for each in scores if ":" in each)}
    game = load_game("othello:empties=winner")
    state = game.parse_state(board)
    everything = number == 40
    decision = prove("othello:empties=winner", state, table_mb=1024, all_exact=everything)
    best = max(wanted.values())
    assert decision.value == best
    assert wanted[game.action_name(state, decision.action)] == best
    if everything:
        found = {game.action_name(state, choice.action): choice.value for choice in decision.choices}
        assert found == wanted
