"""States that came up before: in the played game, or on the way from the root.

KEYS holds what of the history still counts (SEEN of them), then the keys of the path, ply after ply. 0 is the key of a
state that never counts as repeated.
"""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    KEYS,
    MAX_ACTIONS,
    SEEN,
    STACK,
    int64,
    load,
    ply_decode,
    ply_load_state,
    ply_RulesError,
    repetition_hash,
    rule_actions,
    rule_result,
    store,
)


def is_repeated(block: int, state: Any, ply: int) -> bool:
    """Whether a state at this ply stands before on the path or in the history."""
    return has_key(block, repetition_hash(state), ply)


def has_key(block: int, key: int, ply: int) -> bool:
    """Whether a key stands on the path before a ply, or in the history."""
    if key != 0:
        for i in range(load(block, SEEN) + ply - 1, -1, -1):
            if load(block, KEYS + i) == key:
                return True
    return False


def step_into(block: int, state: Any, ply: int) -> None:
    """Make a state part of the path."""
    store(block, KEYS + load(block, SEEN) + ply, repetition_hash(state))


def step_into_key(block: int, key: int, ply: int) -> None:
    """Make the state with a key part of the path."""
    store(block, KEYS + load(block, SEEN) + ply, key)


def is_blocked(block: int, state: Any, ply: int, base: int) -> bool:
    """Whether every action would repeat a state where that is illegal; requires the state to be on the path."""
    if base + MAX_ACTIONS > STACK:
        raise ply_RulesError("The line of play is too long for the stack of actions: give the search a depth.")
    at = block + 8 * (ACTIONS + base)
    n = rule_actions(state, at, int64(0))
    for i in range(n):
        if not is_repeated(block, rule_result(state, ply_decode(load(at, i))), ply + 1):
            return False
    return n > 0


def keep_legal(block: int, state: Any, at: int, n: int, ply: int) -> int:
    """Keep the actions that repeat nothing, in their order; return how many there are. Requires the same."""
    kept = 0
    for i in range(n):
        action = load(at, i)
        if not is_repeated(block, rule_result(state, ply_decode(action)), ply + 1):
            store(at, kept, action)
            kept += 1
    return kept


def run_repetition_key(block: int) -> int:
    """Return the key of the state at the block's start by which repetitions are known."""
    return repetition_hash(ply_load_state(block))
