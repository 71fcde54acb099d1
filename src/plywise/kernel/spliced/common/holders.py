"""Whose estimate a state's sum of learned weights is: the twin of `plywise.rules.holder_of`."""

from typing import Any

from plywise.kernel.spliced.common.ends import is_over
from plywise.kernel.spliced.common.supplied import (
    HAS_CHANCE,
    MOST_ROLLS,
    ODDS,
    ROLLS,
    int64,
    load,
    ply_decode,
    ply_who,
    rule_chances,
    rule_result,
)


def holder_of(block: int, state: Any) -> int:
    """Return who moves at a state, or moves after chance's first outcome."""
    player = ply_who(state)
    if HAS_CHANCE:
        for _ in range(MOST_ROLLS):
            if player >= 0 or is_over(state):
                break
            rule_chances(state, block + 8 * ROLLS, block + 8 * ODDS, int64(0))
            state = rule_result(state, ply_decode(load(block, ROLLS)))
            player = ply_who(state)
    return max(player, int64(0))
