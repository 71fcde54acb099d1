"""Looks up a sparse table while it is verified, as it is compiled: by bisecting its sorted keys."""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    CODE_WIDTH,
    CODES_AT,
    KEY,
    KEY_COUNT,
    KEYS_AT,
    SYMMETRIC,
    WORDS,
    int64,
    load,
    ply_RulesError,
    ply_who,
    put_key,
    rule_canonical,
    state_at,
)
from plywise.kernel.spliced.verifying.verify_codes import EMPTY, farther, read_code, swapped


def order_of_keys(left: int, right: int) -> int:
    """Return -1, 0 or 1 as the key at an address is below, equal to or above the one at another."""
    for word in range(WORDS):
        if load(left, word) < load(right, word):
            return -1
        if load(left, word) > load(right, word):
            return 1
    return 0


def said_in(block: int, tier: int, slot: int) -> int:
    """Return the code that the table has in a slot."""
    return read_code(load(block, CODES_AT), load(block, CODE_WIDTH), slot)


def state_in(block: int, tier: int, slot: int) -> Any:
    """Return the state of a slot."""
    return state_at(block, load(block, KEYS_AT) + 8 * WORDS * slot)


def is_filled(block: int, tier: int, slot: int, state: Any) -> bool:
    """Say that a slot holds a state: all do, if the key is the state's own and above the one before."""
    keys, key = load(block, KEYS_AT), block + 8 * KEY
    put_key(block, key, rule_canonical(state) if SYMMETRIC else state)
    if order_of_keys(key, keys + 8 * WORDS * slot) != 0:
        raise ply_RulesError("A key isn't that of the state it stands for.")
    if slot > 0 and order_of_keys(keys + 8 * WORDS * (slot - 1), key) >= 0:
        raise ply_RulesError("The keys aren't sorted.")
    return True


def promised(block: int, after: Any, player: int) -> int:
    """Return the code that an action has to who plays it, by the state it leads to."""
    keys, key = load(block, KEYS_AT), block + 8 * KEY
    put_key(block, key, rule_canonical(after) if SYMMETRIC else after)
    low, high = int64(0), load(block, KEY_COUNT)
    while low < high:
        middle = (low + high) // 2
        if order_of_keys(keys + 8 * WORDS * middle, key) < 0:
            low = middle + 1
        else:
            high = middle
    if low == load(block, KEY_COUNT) or order_of_keys(keys + 8 * WORDS * low, key) != 0:
        raise ply_RulesError("An action leads to a state that isn't in the table.")
    code = said_in(block, int64(0), low)
    if code == EMPTY:
        raise ply_RulesError("An action leads to a slot that is empty.")
    code = farther(code, False)
    return code if ply_who(after) == player else swapped(code)
