"""Dice and cards: chance moves at random, by the odds that the rules give."""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    ODDS,
    int64,
    load,
    ply_decode,
    ply_RulesError,
    rule_chances,
    rule_result,
)
from plywise.kernel.spliced.trees.lots import draw_by_odds


def roll(block: int, state: Any) -> Any:
    """Return the state after an outcome of chance, drawn by its odds."""
    n = rule_chances(state, block + 8 * ACTIONS, block + 8 * ODDS, int64(0))
    if n == 0:
        raise ply_RulesError("A state where chance moves offers no outcome.")
    return rule_result(state, ply_decode(load(block, ACTIONS + draw_by_odds(block, n))))
