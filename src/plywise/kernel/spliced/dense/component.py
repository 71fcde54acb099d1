"""The tiers that retrograde analysis knows: a component's own, which are being solved, and finished tables below it.

Codes are as in `retrograde`; in finished tables they may have 8 bits.
"""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    CODES_AT,
    FOUND,
    MIDDLE,
    OWN_TERMINAL,
    SCALE,
    SHARD_FIRST,
    SHARD_LAST,
    SHARDED,
    TIER_COUNT,
    TIERS,
    int64,
    load,
    load_byte,
    load_short,
    ply_RulesError,
    ply_scaled,
    ply_who,
    rule_actions_count,
    rule_index,
    rule_is_terminal,
    rule_utility,
    store,
)

EMPTY, OPEN, LOST, CLOSED, WON = 0, 1, 2, (1 << 15) - 1, 1 << 15
BYTE_WON = 129
"""Codes in 16 bits, and the first one for a win in 8."""

TIER, WIDTH, PLACE, LEADING, FOLLOWING = 0, 1, 2, 3, 4
ENTRY = 5
"""A known tier: its number, bytes a slot (0: it is in the component), where it is (an address, or its first slot), the
one tier of the component that leads to it, and the one that it leads to (-1: several)."""


def entry_of(block: int, tier: int) -> int:
    """Return where in the block a tier is described."""
    entry = TIERS
    for _ in range(load(block, TIER_COUNT)):
        if load(block, entry + TIER) == tier:
            return entry
        entry += ENTRY
    raise ply_RulesError("An action leads to a tier that next_tiers leaves out.")


def end_code(state: Any, player: int) -> int:
    """Return the code of a terminal state, to a player."""
    twice = 2 * ply_scaled(rule_utility(state, player), SCALE)
    if twice == MIDDLE:
        return OPEN
    return WON if twice > MIDDLE else LOST


def turned(code: int) -> int:
    """Return what a code is to the other player."""
    if code <= OPEN:
        return code
    return code - WON + LOST if code >= WON else code - LOST + WON


def code_in(block: int, entry: int, index: int) -> int:
    """Read a code out of a finished table."""
    address = load(block, entry + PLACE)
    if load(block, entry + WIDTH) == 2:
        return load_short(address, index) & 0xFFFF
    code = load_byte(address, index)
    return code - BYTE_WON + WON if code >= BYTE_WON else code


def is_new(block: int, seen: int, marks: int, slot: int) -> bool:
    """Whether a slot isn't among those found so far, each of which has its `mark` among the marks; it is added."""
    if marks & mark(slot) != 0:
        for j in range(seen):
            if load(block, FOUND + j) == slot:
                return False
    store(block, FOUND + seen, slot)
    return True


def mark(slot: int) -> int:
    """Return one of 64 bits: where it isn't set yet, no other slot need be looked at."""
    return 1 << (slot & 63)


def is_inside(block: int, tier: int) -> bool:
    """Whether a tier is one of the component's."""
    entry = TIERS
    for _ in range(load(block, TIER_COUNT)):
        if load(block, entry + TIER) == tier:
            return load(block, entry + WIDTH) == 0
        entry += ENTRY
    return False


def code_after(block: int, after: Any, tier: int, player: int) -> int:
    """Return the code, to a player, of a state outside the component."""
    index = rule_index(after)
    if index < 0:
        ends = rule_is_terminal(after) if OWN_TERMINAL else rule_actions_count(after, int64(0)) == 0
        if not ends:
            raise ply_RulesError("An action leads to a state that has no index and isn't terminal.")
        return end_code(after, player)
    code = code_in(block, entry_of(block, tier), index)
    return code if ply_who(after) == player else turned(code)


def is_closed(block: int, slot: int) -> bool:
    """Whether no message can change a slot; of another shard's that isn't known here."""
    if SHARDED and (slot < load(block, SHARD_FIRST) or slot >= load(block, SHARD_LAST)):
        return False
    return load_short(load(block, CODES_AT), slot) != OPEN
