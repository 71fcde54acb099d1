"""What the game itself knows of a state: bounds on its value, and what is banked in it whatever follows."""

from typing import Any

from plywise.kernel.spliced.alpha_beta.leaves import NONE
from plywise.kernel.spliced.common.supplied import (
    MIDDLE,
    ROOM,
    SCALE,
    ply_scaled,
    rule_banked,
    rule_value_bounds,
)


def utility_steps(utility: Any) -> int:
    """Return a utility in steps, where neither distances nor estimates take part."""
    return (2 * ply_scaled(utility, SCALE) - MIDDLE) * ROOM


def bounded_value(state: Any, player: int, alpha: int, beta: int) -> int:
    """Return the bound by which the rules settle a window to the player to move; NONE where they don't."""
    least, most = rule_value_bounds(state)
    low = -utility_steps(most) if player != 0 else utility_steps(least)
    high = -utility_steps(least) if player != 0 else utility_steps(most)
    if low >= beta:
        return low
    return high if high <= alpha else NONE


def banked_steps(state: Any, player: int) -> int:
    """Return in steps what the player to move has banked."""
    steps = 2 * ply_scaled(rule_banked(state), SCALE) * ROOM
    return -steps if player != 0 else steps
