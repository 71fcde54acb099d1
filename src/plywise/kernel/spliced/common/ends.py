"""Where games end, and where chance moves."""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    HAS_CHANCE,
    OWN_TERMINAL,
    int64,
    ply_who,
    rule_actions_count,
    rule_is_terminal,
)


def is_roll(state: Any) -> bool:
    """Whether chance moves at a state where the game goes on."""
    return HAS_CHANCE and ply_who(state) < 0


def is_over(state: Any) -> bool:
    """Whether the rules say that the game ends at a state."""
    if OWN_TERMINAL:
        return rule_is_terminal(state)
    if is_roll(state):
        return False
    return rule_actions_count(state, int64(0)) == 0
