"""Draughts with few pieces against a fix-point in plain Python that knows no index, no tier and no predecessor."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from plywise.games.draughts.game import Draughts
from plywise.games.draughts.squares import bits_of
from plywise.knowledge.solved import SolvedFolder
from plywise.solve import solve_tiers

SQUARES = range(1, 33)
State = Draughts.State


def placements(pieces: int) -> Iterator[State]:
    """Yield every board with so many pieces, some of each side, Black to move; no man stands on its last row."""
    for squares in combinations(SQUARES, pieces):
        for kinds in range(4**pieces):
            kind = [kinds >> 2 * i & 3 for i in range(pieces)]
            black = [square for square, k in zip(squares, kind, strict=True) if k < 2]
            white = [square for square, k in zip(squares, kind, strict=True) if k >= 2]
            kings = [square for square, k in zip(squares, kind, strict=True) if k & 1]
            late = {square for square in set(black) - set(kings) if square > 28}
            late |= {square for square in set(white) - set(kings) if square < 5}
            if black and white and not late:
                yield State(bits_of(*black), bits_of(*white), bits_of(*kings), 0, 0)


def turned(state: State) -> State:
    """Turn the board round and change colours, so that Black is to move; forget the clock."""
    if state.turn == 0:
        return state._replace(clock=0)
    black, white, kings = (sum(bits_of(33 - s) for s in SQUARES if board & bits_of(s)) for board in state[:3])
    return State(white, black, kings, 0, 0)


def solve_plainly(game: Draughts, pieces: int) -> dict[State, tuple[int, int]]:
    """Return the outcome and plies of every decided board with up to so many pieces: mark, look again."""
    after = {
        state: {turned(game.result(state, action)) for action in game.actions(state)}
        for count in range(2, pieces + 1)
        for state in placements(count)
    }
    known = {state: (-1, 0) for state, following in after.items() if not following}
    bare = (-1, 0)
    waiting = after.keys() - known.keys()
    number = 0
    while True:
        number += 1
        new = {}
        for state in waiting:
            values = [bare if not then.black else known.get(then) for then in after[state]]
            if any(value and value[0] < 0 for value in values):
                new[state] = (1, number)
            elif all(value and value[0] > 0 for value in values):
                new[state] = (-1, number)
        if not new:
            return known
        known.update(new)
        waiting -= new.keys()


def compare(pieces: int, path) -> None:
    game = Draughts()
    solve_tiers(game, "draughts", game.parse_tier(str(pieces)), path, threads=2)
    folder, known, seen = SolvedFolder.open(path), solve_plainly(game, pieces), 0
    codes = {name: folder.table(name) for name in folder.names}
    for state in (state for count in range(2, pieces + 1) for state in placements(count)):
        solved = codes[game.tier_name(game.tier(state))].solved(game.index(state))
        assert solved is not None
        outcome, plies = known.get(state, (0, None))
        assert (solved.value, solved.distance) == (outcome, plies), game.state_name(state)
        seen += 1
    assert seen == sum(folder.table(name).entry.states for name in folder.names)


def test_two_pieces(tmp_path):
    compare(2, tmp_path / "tables")


@pytest.mark.slow
def test_three_pieces(tmp_path):
    compare(3, tmp_path / "tables")
