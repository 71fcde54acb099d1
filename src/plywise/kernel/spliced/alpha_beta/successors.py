"""The state that an action leads to, as the search goes on from it."""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    DRAW_REPEATS,
    SEEN,
    SYMMETRY,
    SYMMETRY_DEPTH,
    load,
    ply_decode,
    rule_canonical,
    rule_result,
)


def successor(block: int, state: Any, action: int, depth: int) -> Any:
    """Return the state after an action, or its canonical image where the search goes on deep enough to gain by that.

    Where a state of the played game may come again, and not just any image of it, there are no images.
    """
    child = rule_result(state, ply_decode(action))
    if SYMMETRY and depth > SYMMETRY_DEPTH and not (DRAW_REPEATS and load(block, SEEN) != 0):
        return rule_canonical(child)
    return child
