"""Solved tables inside the search: what a state is worth where its table is at hand.

TIERS is the address of the tables, TIER_COUNT of them, sorted by tier: see `probing`. A table leaves out clocks, so a
win that takes more plies than the clock allows (`plies_left`) isn't proven by a table.
"""

from typing import Any

from plywise.kernel.spliced.alpha_beta.leaves import NONE
from plywise.kernel.spliced.common.supplied import (
    BEST,
    DISTANCES,
    HITS,
    TIER_COUNT,
    TIERS,
    load,
    load_byte,
    load_short,
    ply_who,
    rule_index,
    rule_plies_left,
    rule_tier,
    store,
)

EMPTY, DRAWN, LOST, WON, BYTE_WON = 0, 1, 2, 1 << 15, 129
"""Codes in 16 bits, and the first one for a win in 8."""


def code_of(block: int, state: Any) -> int:
    """Return the code of a state in 16 bits, EMPTY where there is no table for it."""
    at, tier, low, high = load(block, TIERS), rule_tier(state), 0, load(block, TIER_COUNT)
    while low < high:
        middle = (low + high) >> 1
        if load(at, 3 * middle) < tier:
            low = middle + 1
        else:
            high = middle
    if low == load(block, TIER_COUNT) or load(at, 3 * low) != tier:
        return EMPTY
    index = rule_index(state)
    if index < 0:
        return EMPTY
    if load(at, 3 * low + 1) == 2:
        return load_short(load(at, 3 * low + 2), index) & 0xFFFF
    code = load_byte(load(at, 3 * low + 2), index)
    return code - BYTE_WON + WON if code >= BYTE_WON else code


def told_value(block: int, state: Any, ply: int) -> int:
    """Return what a state's table says it is worth to MAX; NONE where no table knows."""
    code = code_of(block, state)
    if code == EMPTY:
        return NONE
    plies = 0 if code == DRAWN else code - WON if code >= WON else code - LOST
    if plies > rule_plies_left(state):
        return NONE
    store(block, HITS, load(block, HITS) + 1)
    if code == DRAWN:
        return 0
    worth = BEST - ply - plies if DISTANCES else BEST
    return worth if (code >= WON) == (ply_who(state) == 0) else -worth
