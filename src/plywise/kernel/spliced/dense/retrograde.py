"""Retrograde analysis as it is compiled: dense tables whose slots are numbered by the game's own index.

A *component* is a group of tiers that lead to each other and are solved together; its slots are numbered through. Each
has three int16s: a code, a count, a due.

    code    EMPTY | OPEN (a draw, in the end) | CLOSED (a draw at once) | LOST + plies | WON + plies, to who moves
    count   successors in the component that aren't won by the opponent yet; NEVER for a state that can't be lost,
            UNCOUNTED until the first of them is won: most states are decided otherwise
    due     0, or the ply number at which an action out of the component decides: won then, or (negative) lost at least

Pass n decides what is won or lost in exactly n plies: whoever can go to a state lost in n - 1, or must go to states
that are won, the last of them in n - 1. A message is slot << 1 | whether it wins.

Of one *shard*, a range of a component's slots, the same: codes, counts and dues are its own only, addressed as if all
others were there too. A message to another shard goes out whether its slot is open or not; the receiver checks.
"""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    BEFORE,
    BY_CONVERSION,
    CODES_AT,
    COUNTS_AT,
    DUE_AT,
    KNOWS_AFTER,
    KNOWS_BEFORE,
    KNOWS_CONVERSIONS,
    MAX_STATES,
    OWN_TERMINAL,
    SHARDED,
    TAKEN,
    TIER_BEFORE,
    TIER_COUNT,
    TIERS,
    int64,
    load,
    load_short,
    ply_decode,
    ply_RulesError,
    ply_who,
    prefetch,
    rule_actions,
    rule_actions_count,
    rule_converting_actions,
    rule_index,
    rule_indexes_after,
    rule_indexes_before,
    rule_is_terminal,
    rule_predecessors,
    rule_result,
    rule_tier,
    rule_unindex,
    store,
    store_short,
)
from plywise.kernel.spliced.dense.component import (
    CLOSED,
    EMPTY,
    ENTRY,
    FOLLOWING,
    LEADING,
    LOST,
    OPEN,
    PLACE,
    TIER,
    WIDTH,
    WON,
    code_after,
    end_code,
    entry_of,
    is_closed,
    is_inside,
    is_new,
    mark,
    turned,
)

NEVER, UNCOUNTED = -1, -2
AHEAD = 16
"""How many messages ahead memory is asked for what they concern."""

FAR = 1 << 14
"""More plies than any code can hold."""


def open_successors(block: int, slot: int, number: int) -> int:
    """Count the slots of the component that a slot's actions lead to, but those that won before pass `number` - 1.

    Those were counted already, in a count that is lost: work that resumes after a stop counts again. With a number of 0
    all are counted, and no codes are looked at.
    """
    codes = load(block, CODES_AT)
    entry, home = TIERS, TIERS
    for _ in range(load(block, TIER_COUNT)):
        if load(block, entry + WIDTH) == 0 and load(block, entry + PLACE) <= slot:
            home = entry if load(block, entry + PLACE) >= load(block, home + PLACE) else home
        entry += ENTRY
    state = rule_unindex(load(block, home + TIER), slot - load(block, home + PLACE))
    following, at, player = load(block, home + FOLLOWING), block + 8 * ACTIONS, ply_who(state)
    knows, seen, marks = KNOWS_AFTER and following >= 0, int64(0), int64(0)
    n = rule_indexes_after(state, block + 8 * BEFORE, int64(0)) if knows else rule_actions(state, at, int64(0))
    for i in range(n):
        if knows:
            tier, index, other = following, load(block, BEFORE + i), 1 - player
        else:
            after = rule_result(state, ply_decode(load(at, i)))
            tier, other = rule_tier(after), ply_who(after)
            index = rule_index(after) if is_inside(block, tier) else int64(-1)
        if index < 0:
            continue
        place, is_past = load(block, entry_of(block, tier) + PLACE) + index, False
        if number > 0:
            code = load_short(codes, place) & 0xFFFF
            code = code if other == player else turned(code)
            is_past = LOST <= code < LOST + number - 1
        if not is_past and is_new(block, seen, marks, place):
            seen += 1
            marks |= mark(place)
    return seen


def begin_slot(block: int, slot: int, state: Any) -> None:
    """Return what ends, and actions that leave the component, make of a state."""
    codes, counts, dues = load(block, CODES_AT), load(block, COUNTS_AT), load(block, DUE_AT)
    at, player = block + 8 * ACTIONS, ply_who(state)
    store_short(counts, slot, NEVER)
    store_short(dues, slot, 0)
    is_over, n = rule_is_terminal(state) if OWN_TERMINAL else False, int64(0)
    if not is_over:
        n = rule_converting_actions(state, at, int64(0)) if KNOWS_CONVERSIONS else rule_actions(state, at, int64(0))
    if is_over or (n == 0 and not KNOWS_CONVERSIONS):
        code = end_code(state, player)
        store_short(codes, slot, CLOSED if code == OPEN else code)
        return
    store_short(codes, slot, OPEN)
    begin_open(block, slot, state, player, n)


def begin_open(block: int, slot: int, state: Any, player: int, n: int) -> None:
    """Set count and due of a state that goes on, by what those of its n actions that leave the component lead to."""
    by_conversion, best, worst, leaving, is_safe = load(block, BY_CONVERSION) > 0, int64(FAR), int64(0), 0, False
    for i in range(n):
        after = rule_result(state, ply_decode(load(block, ACTIONS + i)))
        tier = rule_tier(after)
        # A state without an index leaves the component, whatever its tier is; what converts tells which do.
        if is_inside(block, tier) and (KNOWS_CONVERSIONS or rule_index(after) >= 0):
            continue
        leaving += 1
        code = code_after(block, after, tier, player)
        if code == EMPTY:
            raise ply_RulesError("An action leads to a slot that is empty.")
        plies = 1 if by_conversion else 1 + (code - WON if code >= WON else code - LOST)
        if code >= WON:
            best = min(best, plies)
            if best == 1:  # nothing can be sooner
                break
        elif code == OPEN:
            is_safe = True
        else:
            worst = max(worst, plies)
    if best < FAR:
        store_short(load(block, DUE_AT), slot, best)
    elif not is_safe:
        stays = leaving == 0 or leaving < (rule_actions_count(state, int64(0)) if KNOWS_CONVERSIONS else n)
        store_short(load(block, COUNTS_AT), slot, UNCOUNTED if stays else 0)
        store_short(load(block, DUE_AT), slot, -worst)


def run_begin(block: int, tier: int, first: int, last: int, offset: int) -> int:
    """Fill the slots of a tier from `first` to `last`, which follow `offset` in the component; count the states.

    In TAKEN is the slot looked at, for whoever must say where an error came up.
    """
    codes, states = load(block, CODES_AT), 0
    for index in range(first, last):
        store(block, TAKEN, index)
        state = rule_unindex(tier, index)
        if rule_tier(state) != tier or rule_index(state) != index:
            store_short(codes, offset + index, EMPTY)
        else:
            begin_slot(block, offset + index, state)
            states += 1
    return states


def before(block: int, state: Any, code: int, out: int, n: int) -> int:
    """Write a message to every open state that can go to a decided one; return how many there are then."""
    if KNOWS_BEFORE and load(block, TIER_BEFORE) > 0:
        found = known_before(block, state, code)
    else:
        found = found_before(block, state, code)
    seen, marks = int64(0), int64(0)
    for i in range(found):
        message = load(block, BEFORE + i)
        slot = message >> 1
        if is_closed(block, slot):
            continue
        # Who wins by it does so however often it is said; of what is lost, successors are counted.
        if message & 1 == 0:
            if not is_new(block, seen, marks, slot):
                continue
            seen += 1
            marks |= mark(slot)
        store(out, n, message)
        n += 1
    return n


def known_before(block: int, state: Any, code: int) -> int:
    """Set BEFORE to the messages that a decided state has for those before it, as the game tells their slots."""
    place = load(block, entry_of(block, load(block, TIER_BEFORE) - 1) + PLACE)
    wins, found = 1 if code < WON else 0, 0
    for i in range(rule_indexes_before(state, block + 8 * BEFORE, int64(0))):
        index = load(block, BEFORE + i)
        if index >= 0:
            prefetch(load(block, CODES_AT) + 2 * (place + index))
            store(block, BEFORE + found, place + index << 1 | wins)
            found += 1
    return found


def found_before(block: int, state: Any, code: int) -> int:
    """Set BEFORE to the messages that a decided state has for those before it, which are found as states."""
    player, found = ply_who(state), 0
    for i in range(rule_predecessors(state, block + 8 * BEFORE, int64(0))):
        at = BEFORE + 3 * i
        index = load(block, at + 1)
        if index >= 0:
            entry = entry_of(block, load(block, at))
            if load(block, entry + WIDTH) != 0:
                raise ply_RulesError("A predecessor lies in a tier that can't be reached from its successor's.")
            slot = load(block, entry + PLACE) + index
            prefetch(load(block, CODES_AT) + 2 * slot)
            wins = (code >= WON) == (load(block, at + 2) == player)
            store(block, BEFORE + found, slot << 1 | (1 if wins else 0))
            found += 1
    return found


def run_expand(block: int, tier: int, offset: int, slots: int, n: int, out: int, room: int) -> int:
    """Write the messages of decided slots of one tier; return how many, and in TAKEN for how many there was room."""
    codes, written = load(block, CODES_AT), 0
    store(block, TIER_BEFORE, 1 + load(block, entry_of(block, tier) + LEADING))
    for i in range(n):
        if written + MAX_STATES > room:
            store(block, TAKEN, i)
            return written
        store(block, TAKEN, i)
        slot = load(slots, i)
        state = rule_unindex(tier, slot - offset)
        written = before(block, state, load_short(codes, slot) & 0xFFFF, out, written)
    store(block, TAKEN, n)
    return written


def run_apply(block: int, messages: int, n: int, number: int, out: int, decided: int) -> int:
    """Take messages in pass `number`: first whatever wins, then what is lost by it; return the decided slots so far."""
    codes, counts, dues = load(block, CODES_AT), load(block, COUNTS_AT), load(block, DUE_AT)
    for i in range(n):
        slot = load(messages, i) >> 1
        prefetch(codes + 2 * (load(messages, min(i + AHEAD, n - 1)) >> 1))
        if load(messages, i) & 1 and load_short(codes, slot) == OPEN:
            store_short(codes, slot, WON + number)
            store(out, decided, slot)
            decided += 1
    for i in range(n):
        slot = load(messages, i) >> 1
        prefetch(counts + 2 * (load(messages, min(i + AHEAD, n - 1)) >> 1))
        count = load_short(counts, slot)
        if load(messages, i) & 1 or load_short(codes, slot) != OPEN or count == NEVER or count == 0:
            continue
        # Other shards' codes aren't at hand, and what is kept of a shard is counted again by `recount`.
        left = (open_successors(block, slot, 0 if SHARDED else number) if count == UNCOUNTED else count) - 1
        store_short(counts, slot, left)
        if left == 0 and -load_short(dues, slot) <= number:
            store_short(codes, slot, LOST + number)
            store(out, decided, slot)
            decided += 1
    return decided


def run_due(block: int, slots: int, n: int, number: int, out: int, decided: int) -> int:
    """Decide those of the given slots that are due in pass `number`; return the decided slots so far."""
    codes, counts, dues = load(block, CODES_AT), load(block, COUNTS_AT), load(block, DUE_AT)
    for i in range(n):
        slot = load(slots, i)
        if load_short(codes, slot) != OPEN:
            continue
        if load_short(dues, slot) > 0:
            store_short(codes, slot, WON + number)
        elif load_short(counts, slot) == 0:
            store_short(codes, slot, LOST + number)
        else:
            continue
        store(out, decided, slot)
        decided += 1
    return decided


def run_recount(block: int, counts: int, first: int, last: int, number: int) -> int:
    """Count again for open slots, as it was when pass `number` was done; needs the codes of all shards."""
    codes, taken = load(block, CODES_AT), 0
    for slot in range(first, last):
        if load_short(codes, slot) == OPEN and load_short(counts, slot) != NEVER:
            store_short(counts, slot, open_successors(block, slot, number + 1))
            taken += 1
    return taken
