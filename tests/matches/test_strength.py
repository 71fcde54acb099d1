"""What the match against OpenSpiel claims: openings that decide nothing, an even pace, losses that are looked into."""

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from plywise.games.catalog import load_game
from plywise.matches import Openings
from plywise.matches.openings import ends_at_once
from plywise.rules import Record

FOLDER = Path(__file__).parents[2] / "benchmarks" / "strength"


@pytest.fixture(scope="module")
def program() -> Any:
    pytest.importorskip("pyspiel", reason="the opponent is OpenSpiel's")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(FOLDER), *sys.path])
        return importlib.import_module("open_spiel_mcts")


def test_no_opening_can_be_ended_at_once(program):
    for name, plies in program.PLIES.items():
        openings = Openings(load_game(name), plies=plies, seed=1)
        records = [openings[pair].begin(openings.game) for pair in range(40)]
        assert {len(record.actions) for record in records} == {plies}
        assert not any(ends_at_once(record) for record in records)


def test_the_pace_follows_the_last_move_and_not_one_that_was_proven_early(program):
    pace = program.Pace(1.0)
    pace.note(30_000, 0.4)
    assert pace.simulations == 75_000
    pace.note(75_000, 0.5)
    assert pace.simulations == 150_000
    pace.note(40, 0.001)
    assert pace.simulations == 150_000


def test_the_peer_takes_the_time_it_is_given(program):
    peer = program.Peer("connect-four", [3, 3, 2, 4], seed=3, seconds=0.2)
    for _ in range(4):
        peer.choose()
    assert sum(peer.spent) / 4 == pytest.approx(0.2, rel=0.5)
    assert len(peer.simulations) == 4


def test_a_loss_names_the_last_position_that_was_not_lost(program):
    game = load_game("connect-four:width=4,height=4")
    record = Record(game)
    for name in "11224341424":
        record.play(record.find(name))
    assert record.utilities[0] > 0
    assert program.thrown_away(game, record, 1) == 9
    assert program.thrown_away(game, record, 1, opening=10) is None
