"""Tables of what every player gets by max^n, as they are compiled: a level's vectors by those of the next level.

A code is FIRST + PLAYERS * vector + who moves, where the vector's digits to the base RADIX are what the players get
above LOWEST. Above its 16 bits, while a level is looked at by parts of the next one, stands the number of the action
that it is by: among equals the first is taken, and parts come in the order of keys.
"""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    HIGHEST,
    LOWEST,
    MAX_ACTIONS,
    OWN_TERMINAL,
    PLAYERS,
    RADIX,
    SCALE,
    TAKEN,
    WORDS,
    int64,
    load,
    ply_decode,
    ply_RulesError,
    ply_scaled,
    ply_who,
    put_key,
    rule_actions,
    rule_is_terminal,
    rule_result,
    rule_utility,
    state_at,
    store,
)
from plywise.kernel.spliced.sparse.sparse import EMPTY, is_below, place_of
from plywise.kernel.spliced.sparse.wide_codes import code_in, put_code

FIRST = 2
CODE = 0xFFFF


def end_vector(state: Any) -> int:
    """Return the code of a terminal state."""
    vector, digit = int64(0), int64(1)
    for player in range(PLAYERS):
        utility = ply_scaled(rule_utility(state, player), SCALE)
        if utility < LOWEST or utility > HIGHEST:
            raise ply_RulesError("utility is outside the declared utility_range: fix the rule or widen the range.")
        vector += digit * (utility - LOWEST)
        digit *= RADIX
    return FIRST + PLAYERS * vector + ply_who(state)


def share_of(code: int, player: int) -> int:
    """Return what a player gets, above the least."""
    vector = ((code & CODE) - FIRST) // PLAYERS
    for _ in range(player):
        vector //= RADIX
    return vector % RADIX


def promised_vector(block: int, key: int, mover: int, later: int, n: int, later_codes: int, hint: int) -> int:
    """Return the code that an action gives to the state in which it is played, by who moves there."""
    place = place_of(block, key, later, n, hint)
    code = code_in(later_codes, place)
    if code == EMPTY:
        raise ply_RulesError("A state of the next level isn't known.")
    return code - (code - FIRST) % PLAYERS + mover


def is_preferred(code: int, best: int, mover: int) -> bool:
    """Whether an action is better for who moves than the best so far, or as good and earlier."""
    if best == EMPTY:
        return True
    ours, theirs = share_of(code, mover), share_of(best, mover)
    return ours > theirs or (ours == theirs and code >> 16 < best >> 16)


def run_vector(
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
    holds the best of the parts so far with the number of its action, or EMPTY.
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
            put_code(codes, i, end_vector(state))
            continue
        mover = ply_who(state)
        best = int64(EMPTY) if low == 0 else code_in(codes, i)
        for j in range(count):
            after = rule_result(state, ply_decode(load(at, j)))
            put_key(block, key, after)
            if (low == 0 or not is_below(key, low)) and (high == 0 or is_below(key, high)):
                code = promised_vector(block, key, mover, later, n, later_codes, j) | j << 16
                best = code if is_preferred(code, best, mover) else best
        if high == 0 and best == EMPTY:
            raise ply_RulesError("A state of the next level isn't known.")
        put_code(codes, i, best & CODE if high == 0 else best)
    return last - first
