"""Errors of a build name the state, the action and the tier, or the path and the bytes."""

import errno
import os

import pytest

from plywise import files
from plywise.cli.screen.failures import tell_error
from plywise.rules import Game, PlywiseError
from plywise.solve import solve_game
from tests.solve.graph_game import NEXT, NODES, WORTH, Graph

STUCK = NODES + WORTH[NODES:].index(0)


class LeavesOut(Graph):
    """Its next_tiers forgets the lower layer."""

    def next_tiers(self, tier):
        turn = 1 - tier % 2
        return (turn,) if tier < 2 else (2 + turn,)


class Unnumbered(Graph):
    """One state of the lower layer has no index, though it isn't over."""

    def index(self, state):
        return -1 if state.node == NODES + 3 else state.node % NODES * 2


class Stuck(Graph):
    """A state that isn't over offers nothing."""

    def is_terminal(self, state):
        return WORTH[state.node] != 0

    def actions(self, state):
        if state.node != STUCK:
            yield from range(3)


def error_of(game: Game, tier: str, tmp_path) -> str:
    with pytest.raises(PlywiseError) as refused:
        solve_game(game, tmp_path / "tables", tier=tier, spec="graph")
    return str(refused.value)


def test_a_tier_that_next_tiers_leaves_out_is_named_with_state_and_action(tmp_path):
    told = error_of(LeavesOut(), "high", tmp_path)
    # The first state of the upper layer with a way down.
    node = next(node for node in range(NODES) if WORTH[node] == 0 and max(NEXT[node]) >= NODES)
    way = next(way for way in range(3) if NEXT[node][way] >= NODES)
    assert told == (
        f"{way} in node={node},turn=0 of tier high a leads to the tier low b, which next_tiers(high a) leaves out: "
        "fix the rules."
    )


def test_a_state_without_an_index_is_named(tmp_path):
    told = error_of(Unnumbered(), "2", tmp_path)
    assert f" leads to node={NODES + 3},turn=" in told
    assert ", which has no index and isn't over: fix the rules." in told


def test_a_state_without_actions_is_named_by_sparse_work_too(tmp_path):
    told = error_of(Stuck(), "reachable", tmp_path)
    assert told.startswith(f"node={STUCK},turn=")
    assert told.endswith(" isn't terminal and offers no action: run `plywise check`.")


def test_a_full_disk_is_told_with_path_and_bytes(tmp_path, monkeypatch):
    def full(number):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as refused:
        files.write_whole(tmp_path / "codes", b"x" * 4096)
    error = refused.value
    told = tell_error(OSError(error.errno, error.strerror, error.filename))  # where no line of a user's was on the way
    assert told.startswith(
        f"the system refused to read or write {tmp_path / 'codes'}: No space left on device; "
        "4,096 bytes were to be written, "
    )
    assert told.endswith(" are free.")
    assert list(tmp_path.iterdir()) == []
