"""Retrograde analysis of one shard of a component, as it is compiled: the codes of other shards aren't at hand.

A shard is a range of the component's slots. Codes, counts and dues are its own only, and are addressed as if all others
were there too. So a message to another shard goes out whether its slot is open or not, and who gets it looks; and a
slot counts all its successors when the first of them is won, because none of them has said so before.
"""

from typing import Any

from plywise.kernel.spliced.retrograde import (
    ENTRY,
    LOST,
    NEVER,
    OPEN,
    PLACE,
    TIER,
    UNCOUNTED,
    WIDTH,
    WON,
    entry_of,
    is_inside,
    is_new,
    open_successors,
)
from plywise.kernel.spliced.slots import (
    ACTIONS,
    BEFORE,
    CODES_AT,
    COUNTS_AT,
    DUE_AT,
    MAX_STATES,
    SHARD_FIRST,
    SHARD_LAST,
    TAKEN,
    TIER_COUNT,
    TIERS,
    int64,
    load,
    load_short,
    ply_decode,
    ply_RulesError,
    ply_who,
    rule_actions,
    rule_index,
    rule_predecessors,
    rule_result,
    rule_tier,
    rule_unindex,
    store,
    store_short,
)


def is_decided_here(block: int, slot: int) -> bool:
    """Whether a slot is one of this shard's and no message can change it."""
    if slot < load(block, SHARD_FIRST) or slot >= load(block, SHARD_LAST):
        return False
    return load_short(load(block, CODES_AT), slot) != OPEN


def tell_before(block: int, state: Any, code: int, out: int, n: int) -> int:
    """Write a message to every state that can go to a decided one; return how many there are then."""
    player, seen = ply_who(state), int64(0)
    found = rule_predecessors(state, block + 8 * BEFORE, int64(0))
    for i in range(found):
        at = BEFORE + 3 * i
        index = load(block, at + 1)
        if index < 0:
            continue
        entry = entry_of(block, load(block, at))
        if load(block, entry + WIDTH) != 0:
            raise ply_RulesError("A predecessor lies in a tier that can't be reached from its successor's.")
        slot = load(block, entry + PLACE) + index
        if is_decided_here(block, slot) or not is_new(block, seen, slot):
            continue
        seen += 1
        wins = (code >= WON) == (load(block, at + 2) == player)
        store(out, n, slot << 1 | (1 if wins else 0))
        n += 1
    return n


def all_successors(block: int, slot: int) -> int:
    """Count the slots of the component that a slot's actions lead to."""
    entry, home = TIERS, TIERS
    for _ in range(load(block, TIER_COUNT)):
        if load(block, entry + WIDTH) == 0 and load(block, entry + PLACE) <= slot:
            home = entry if load(block, entry + PLACE) >= load(block, home + PLACE) else home
        entry += ENTRY
    state = rule_unindex(load(block, home + TIER), slot - load(block, home + PLACE))
    at, seen = block + 8 * ACTIONS, int64(0)
    for i in range(rule_actions(state, at, int64(0))):
        after = rule_result(state, ply_decode(load(at, i)))
        tier = rule_tier(after)
        if is_inside(block, tier):
            seen += 1 if is_new(block, seen, load(block, entry_of(block, tier) + PLACE) + rule_index(after)) else 0
    return seen


def run_send(block: int, tier: int, offset: int, slots: int, n: int, out: int, room: int) -> int:
    """Write the messages of decided slots of one tier; return how many, and in TAKEN for how many there was room."""
    codes, written = load(block, CODES_AT), 0
    for i in range(n):
        if written + MAX_STATES > room:
            store(block, TAKEN, i)
            return written
        slot = load(slots, i)
        state = rule_unindex(tier, slot - offset)
        written = tell_before(block, state, load_short(codes, slot) & 0xFFFF, out, written)
    store(block, TAKEN, n)
    return written


def run_take(block: int, messages: int, n: int, number: int, out: int, decided: int) -> int:
    """Take messages in pass `number`: first whatever wins, then what is lost by it; return the decided slots so far."""
    codes, counts, dues = load(block, CODES_AT), load(block, COUNTS_AT), load(block, DUE_AT)
    for i in range(n):
        slot = load(messages, i) >> 1
        if load(messages, i) & 1 and load_short(codes, slot) == OPEN:
            store_short(codes, slot, WON + number)
            store(out, decided, slot)
            decided += 1
    for i in range(n):
        slot = load(messages, i) >> 1
        count = load_short(counts, slot)
        if load(messages, i) & 1 or load_short(codes, slot) != OPEN or count == NEVER or count == 0:
            continue
        left = (all_successors(block, slot) if count == UNCOUNTED else count) - 1
        store_short(counts, slot, left)
        if left == 0 and -load_short(dues, slot) <= number:
            store_short(codes, slot, LOST + number)
            store(out, decided, slot)
            decided += 1
    return decided


def run_recount(block: int, counts: int, first: int, last: int, number: int) -> int:
    """Take the counts of open slots anew, as they were when pass `number` was done; needs the codes of all shards."""
    codes, taken = load(block, CODES_AT), 0
    for slot in range(first, last):
        if load_short(codes, slot) == OPEN and load_short(counts, slot) != NEVER:
            store_short(counts, slot, open_successors(block, slot, number + 1))
            taken += 1
    return taken
