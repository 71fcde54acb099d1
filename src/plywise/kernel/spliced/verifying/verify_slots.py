"""Looks up dense tables while they are verified, as it is compiled: by the game's own tiers and indexes."""

from typing import Any

from plywise.kernel.spliced.common.ends import is_over
from plywise.kernel.spliced.common.supplied import (
    BY_CONVERSION,
    TIER_COUNT,
    TIERS,
    load,
    ply_RulesError,
    ply_who,
    rule_index,
    rule_tier,
    rule_unindex,
)
from plywise.kernel.spliced.verifying.verify_codes import EMPTY, ended, farther, read_code, swapped

TIER, WIDTH, ADDRESS, SLOTS_THERE, CONVERTS = 0, 1, 2, 3, 4
ENTRY = 5
"""A table: its tier, bytes a slot, where it is, how many slots it has, and whether going there is a conversion."""


def table_of(block: int, tier: int) -> int:
    """Return where in the block a tier's table is described."""
    for i in range(load(block, TIER_COUNT)):
        if load(block, TIERS + ENTRY * i + TIER) == tier:
            return TIERS + ENTRY * i
    raise ply_RulesError("An action leads to a state of a table that isn't in the folder.")


def said_in(block: int, tier: int, slot: int) -> int:
    """Return the code that a table has in a slot."""
    table = table_of(block, tier)
    if slot >= load(block, table + SLOTS_THERE):
        raise ply_RulesError("An index is beyond the size of its tier.")
    return read_code(load(block, table + ADDRESS), load(block, table + WIDTH), slot)


def state_in(block: int, tier: int, slot: int) -> Any:
    """Return the state of a slot."""
    return rule_unindex(tier, slot)


def is_filled(block: int, tier: int, slot: int, state: Any) -> bool:
    """Whether a slot holds a state: whether that state has this slot."""
    return rule_tier(state) == tier and rule_index(state) == slot


def promised(block: int, after: Any, player: int) -> int:
    """Return the code that an action has to who plays it, by the state it leads to."""
    slot = rule_index(after)
    if slot < 0:
        if not is_over(after):
            raise ply_RulesError("An action leads to a state that has no index and isn't terminal.")
        return farther(ended(after, player), True)
    tier = rule_tier(after)
    code = said_in(block, tier, slot)
    if code == EMPTY:
        raise ply_RulesError("An action leads to a slot that is empty.")
    converts = load(block, BY_CONVERSION) > 0 and load(block, table_of(block, tier) + CONVERTS) > 0
    code = farther(code, converts)
    return code if ply_who(after) == player else swapped(code)
