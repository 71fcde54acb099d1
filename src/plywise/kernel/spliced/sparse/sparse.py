"""Tables of what can be reached, as they are compiled: a state is known by its place in a sorted row of keys.

A key is the state's numbers packed into WORDS int64s that are never negative (see `kernel.tables`). Codes are int16s as
in `dense.retrograde`: EMPTY (not known yet), OPEN, LOST + plies, WON + plies; or, where a game ends with more than a
win, a draw or a loss, FIRST_VALUE + what the value is above the least. They are to whom `to_move` names, in ends too.
"""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    HAS_CHANCE,
    HIGHEST,
    HINTS,
    LOWEST,
    MAX_ACTIONS,
    MIDDLE,
    ODDS,
    OWN_TERMINAL,
    SCALE,
    SYMMETRIC,
    TAKEN,
    VALUED,
    WORDS,
    int64,
    load,
    load_short,
    ply_decode,
    ply_RulesError,
    ply_scaled,
    ply_who,
    put_key,
    rule_actions,
    rule_canonical,
    rule_chances,
    rule_is_terminal,
    rule_result,
    rule_utility,
    state_at,
    store,
    store_short,
)
from plywise.kernel.spliced.sparse.short_codes import CODE_BYTES, code_in, put_code

EMPTY, OPEN, LOST, WON = 0, 1, 2, 1 << 15
FIRST_VALUE = 2
FAR = 1 << 14
WINDOW = 32 if SYMMETRIC else 1


def successors(block: int, state: Any) -> int:
    """Write the actions of a state that isn't over, or the outcomes and their odds; return how many."""
    if HAS_CHANCE and ply_who(state) < 0:
        return rule_chances(state, block + 8 * ACTIONS, block + 8 * ODDS, int64(0))
    return rule_actions(state, block + 8 * ACTIONS, int64(0))


def run_follow(block: int, keys: int, first: int, last: int, out: int, room: int) -> int:
    """Write the keys of the successors of some states; return how many, and in TAKEN how far there was room."""
    at, written = block + 8 * ACTIONS, int64(0)
    for i in range(first, last):
        if written + MAX_ACTIONS > room:
            store(block, TAKEN, i)
            return written
        store(block, TAKEN, i)  # where an error comes up
        state = state_at(block, keys + 8 * WORDS * i)
        is_over = rule_is_terminal(state) if OWN_TERMINAL else False
        n = 0 if is_over else successors(block, state)
        for j in range(n):
            after = rule_result(state, ply_decode(load(at, j)))
            put_key(block, out + 8 * WORDS * written, rule_canonical(after) if SYMMETRIC else after)
            written += 1
    store(block, TAKEN, last)
    return written


def is_below(left: int, right: int) -> bool:
    """Whether the key at an address comes before the one at another."""
    for w in range(WORDS):
        if load(left, w) != load(right, w):
            return load(left, w) < load(right, w)
    return False


def find(block: int, key: int, keys: int, n: int, hint: int) -> int:
    """Return the place of a key in a sorted row, or -1; looks first near where the last one with this hint was.

    States are taken in their order, so the same action leads to keys that are near each other; but where equivalent
    states count once, often to one far away, so that small steps don't pay. No branch depends on what halving finds.
    """
    if n == 0:
        return int64(-1)
    low, step = min(load(block, HINTS + hint), n - 1), int64(WINDOW)
    if is_below(key, keys + 8 * WORDS * low):
        high = low
        while low > 0 and is_below(key, keys + 8 * WORDS * low):
            high = low
            low = max(low - step, 0)
            step += step
    else:
        high = min(low + step, n)
        while high < n and not is_below(key, keys + 8 * WORDS * high):
            low = high
            step += step
            high = min(high + step, n)
    size = high - low
    while size > 1:
        half = size >> 1
        low += 0 if is_below(key, keys + 8 * WORDS * (low + half)) else half
        size -= half
    store(block, HINTS + hint, low)
    at = keys + 8 * WORDS * low
    for w in range(WORDS):
        if load(at, w) != load(key, w):
            return int64(-1)
    return low


def place_of(block: int, key: int, keys: int, n: int, hint: int) -> int:
    """Return the place of a key that an action leads to, which must be there."""
    place = find(block, key, keys, n, hint)
    if place < 0:
        raise ply_RulesError("An action leads to a state that wasn't reached before: are the rules pure?")
    return place


def end_code(state: Any, player: int) -> int:
    """Return the code of a terminal state, to a player."""
    utility = ply_scaled(rule_utility(state, player), SCALE)
    if utility < LOWEST or utility > HIGHEST:
        raise ply_RulesError("utility is outside the declared utility_range: fix the rule or widen the range.")
    if VALUED:
        return FIRST_VALUE + utility - LOWEST
    if 2 * utility == MIDDLE:
        return OPEN
    return WON if 2 * utility > MIDDLE else LOST


def turned(code: int) -> int:
    """Return what a code is to the other player."""
    if VALUED:
        return 2 * FIRST_VALUE + MIDDLE - 2 * LOWEST - code
    if code <= OPEN:
        return code
    return code - WON + LOST if code >= WON else code - LOST + WON


def order_of(code: int) -> int:
    """Return a number that is larger the better a code is: the shortest win, a draw, the longest loss."""
    if VALUED or code == OPEN:
        return code
    return 3 * FAR - code + WON if code >= WON else code - FAR


def code_of(block: int, state: Any, keys: int, n: int, codes: int, before: int) -> int:
    """Return a state's code from those of its successors; EMPTY where that isn't clear from what is known.

    Only wins and losses of fewer plies than `before` count as known.
    """
    at, key = block + 8 * ACTIONS, block + 8 * ACTIONS + 8 * MAX_ACTIONS
    if OWN_TERMINAL and rule_is_terminal(state):
        return end_code(state, ply_who(state))
    count = rule_actions(state, at, int64(0))
    player = ply_who(state)
    if count == 0:
        if OWN_TERMINAL:
            raise ply_RulesError("A state that isn't terminal offers no action.")
        return end_code(state, player)
    best, all_known = int64(EMPTY), True
    for i in range(count):
        after = rule_result(state, ply_decode(load(at, i)))
        put_key(block, key, rule_canonical(after) if SYMMETRIC else after)
        place = place_of(block, key, keys, n, i)
        code = load_short(codes, place) & 0xFFFF
        plies = code - WON if code >= WON else code - LOST
        if code == EMPTY or (not VALUED and code != OPEN and plies >= before):
            all_known = False
            continue
        code = code if ply_who(after) == player else turned(code)
        if not VALUED and code != OPEN:
            code += 1
        if best == EMPTY or order_of(code) > order_of(best):
            best = code
    return best if all_known or (not VALUED and best >= WON) else int64(EMPTY)


def brought(code: int, is_same: bool) -> int:
    """Return what an action is worth to who plays it, by the code of where it leads; `is_same` if they move there."""
    code = code if is_same else turned(code)
    return code if VALUED or code == OPEN else code + 1


def promised(block: int, key: int, is_same: bool, later: int, n: int, later_codes: int, hint: int) -> int:
    """Return the code that an action has by the next level, to who plays it; `is_same` if they move there too."""
    place = place_of(block, key, later, n, hint)
    code = load_short(later_codes, place) & 0xFFFF
    if code == EMPTY:
        raise ply_RulesError("A state of the next level isn't known.")
    return brought(code, is_same)


def run_level(
    block: int,
    keys: int,
    first: int,
    last: int,
    codes: int,
    later: int,
    n: int,
    later_codes: int,
    low: int,
    high: int,
) -> int:
    """Work out the codes of some states from a part of the next level: the keys from one on and below another.

    `low` and `high` are the addresses of those two; 0 for the first part and for the last. Parts come in order. A code
    holds the best of the parts so far, or EMPTY.
    """
    at, key = block + 8 * ACTIONS, block + 8 * ACTIONS + 8 * MAX_ACTIONS
    for i in range(first, last):
        store(block, TAKEN, i)
        state = state_at(block, keys + 8 * WORDS * i)
        is_over = rule_is_terminal(state) if OWN_TERMINAL else False
        count = 0 if is_over else rule_actions(state, at, int64(0))
        if count == 0:
            if OWN_TERMINAL and not is_over:
                raise ply_RulesError("A state that isn't terminal offers no action.")
            store_short(codes, i, end_code(state, ply_who(state)))
            continue
        best = int64(EMPTY) if low == 0 else load_short(codes, i) & 0xFFFF
        for j in range(count):
            after = rule_result(state, ply_decode(load(at, j)))
            put_key(block, key, rule_canonical(after) if SYMMETRIC else after)
            if (low == 0 or not is_below(key, low)) and (high == 0 or is_below(key, high)):
                code = promised(block, key, ply_who(after) == ply_who(state), later, n, later_codes, j)
                best = code if best == EMPTY or order_of(code) > order_of(best) else best
        if high == 0 and best == EMPTY:
            raise ply_RulesError("A state of the next level isn't known.")
        store_short(codes, i, best)
    return last - first


def run_merge(
    block: int, left: int, n: int, right: int, m: int, out: int, left_codes: int, right_codes: int, out_codes: int
) -> int:
    """Merge two sorted rows of keys, with their codes unless those are at 0; return how many differ.

    A key that is in both counts once, and must have the same code in both.
    """
    i, j, taken = int64(0), int64(0), int64(0)
    while i < n and j < m:
        ours, theirs = left + 8 * WORDS * i, right + 8 * WORDS * j
        is_left, is_right = is_below(ours, theirs), is_below(theirs, ours)
        at = theirs if is_right else ours
        for w in range(WORDS):
            store(out, WORDS * taken + w, load(at, w))
        if out_codes != 0:
            code = code_in(right_codes, j) if is_right else code_in(left_codes, i)
            if not is_left and not is_right and code != code_in(right_codes, j):
                raise ply_RulesError(
                    "A state has two values: its rules depend on more than the state. Run `plywise check`."
                )
            put_code(out_codes, taken, code)
        taken += 1
        i += 0 if is_right else 1
        j += 0 if is_left else 1
    rest = n - i if i < n else m - j
    at = left + 8 * WORDS * i if i < n else right + 8 * WORDS * j
    codes = left_codes + CODE_BYTES * i if i < n else right_codes + CODE_BYTES * j
    for k in range(rest):
        for w in range(WORDS):
            store(out, WORDS * (taken + k) + w, load(at, WORDS * k + w))
        if out_codes != 0:
            put_code(out_codes, taken + k, code_in(codes, k))
    return taken + rest


def run_look(block: int, keys: int, first: int, last: int, codes: int, n: int, number: int) -> int:
    """Look again at each state that isn't known: pass `number` decides what takes `number` plies; count those."""
    decided = int64(0)
    for i in range(first, last):
        if load_short(codes, i) & 0xFFFF != EMPTY:
            continue
        store(block, TAKEN, i)
        code = code_of(block, state_at(block, keys + 8 * WORDS * i), keys, n, codes, number)
        if code != EMPTY:
            store_short(codes, i, code)
            decided += 1
    return decided
