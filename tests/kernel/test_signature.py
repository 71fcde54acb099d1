"""The compiled search's node signature: how many states it visits with everything on, exactly.

A change that was to make it faster, not other, must leave this file as it is.
"""

import pytest

from plywise import load_game
from plywise.kernel import Searcher
from plywise.lab import TABLE_MB, bench, signature

GOLDEN: dict[str, tuple[int, int, float]] = {
    # game: (depth, states visited, value to the player to move)
    "tic-tac-toe": (9, 1_754, 0),
    "nim": (10, 2_553, 1),
    "mnk:m=5,n=5,k=4": (8, 193_266, -1),
    "kalah": (14, 104_105, 7),
    "connect-four": (14, 102_575, 0),
    "othello:size=6": (13, 59_025, 8),
    "othello": (12, 61_510, -8),
}

UPDATE = """{spec} is searched otherwise than before: expected {expected}, found {found}.
If the search was not meant to change, this is a bug. If it was, put this line into GOLDEN, say why in the commit, and
measure what the change is worth (`plywise bench`, `plywise ablate {spec}`):
    "{spec}": ({depth}, {nodes:_}, {value:g}),"""


@pytest.mark.parametrize("spec", GOLDEN)
def test_node_signature(spec):
    searcher = Searcher(load_game(spec), table_mb=TABLE_MB)
    row = bench(spec, searcher, GOLDEN[spec][0])
    found = (row.depth, row.nodes, row.value)
    told = UPDATE.format(
        spec=spec, expected=GOLDEN[spec], found=found, depth=row.depth, nodes=row.nodes, value=row.value
    )
    assert found == GOLDEN[spec], told
    again = bench(spec, searcher, GOLDEN[spec][0])
    assert signature([again]) == signature([row]), "A second search with a fresh table visits other states."
