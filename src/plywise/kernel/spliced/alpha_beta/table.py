"""The transposition table: two slots a bucket, each a pair (hash xor data, data), so that threads need no locks.

    data    value 32 bits | age 5 | complete 1 | bound 2 | depth 8 | tag of the best action 16

The first slot of a bucket keeps the deeper search of the present age, the second the later one. A torn pair fails its
own test and counts as empty. *Complete* says that no estimate took part: the value holds at any depth.
"""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    AGE,
    ANY_DEPTH,
    BANKED,
    DISTANCES,
    DRAW_REPEATS,
    HORIZON,
    ILLEGAL_REPEATS,
    LEANS,
    REPETITIONS,
    SEEN,
    SETTLES,
    SHIFT,
    TABLE_AT,
    TOP,
    TUPLE_ACTIONS,
    load,
    logical_shift,
    rule_rest,
    state_hash,
    store,
)

LOWER, UPPER, EXACT = 1, 2, 3
"""Bounds, as the table keeps them."""


def spread(action: int) -> int:
    """Return a number whose low bits distinguish actions: those of a tuple lie far apart from each other."""
    return logical_shift(action * -7046029254386353131, 40) if TUPLE_ACTIONS else action


def tag(action: int) -> int:
    """Return sixteen bits that stand for an action, 0 for none; it only orders, so a collision does no harm."""
    return (spread(action) + 1) & 0xFFFF


def table_hash(state: Any) -> int:
    """Return what a state is found by in the table: what was banked on the way to it doesn't matter."""
    return state_hash(rule_rest(state)) if BANKED else state_hash(state)


def bucket(block: int, key: int) -> int:
    """Return the address of the bucket that a state's hash belongs to."""
    return load(block, TABLE_AT) + (logical_shift(key, load(block, SHIFT)) << 5)


def find(at: int, key: int) -> int:
    """Return what a bucket knows of a state, 0 for nothing."""
    data = load(at, 1)
    if load(at, 0) ^ data == key:
        return data
    data = load(at, 3)
    if load(at, 2) ^ data == key:
        return data
    return 0


def remember(block: int, at: int, key: int, data: int) -> None:
    """Put an entry first in its bucket, and another state's after it, unless that was searched deeper."""
    old = load(at, 1)
    held = load(at, 0) ^ old
    is_kept = (old >> 16 & 255) > (data >> 16 & 255) and (old >> 27 & 31) == load(block, AGE)
    if held == key:
        place = 0
    elif is_kept:
        place = 2
    else:
        store(at, 2, held ^ old)
        store(at, 3, old)
        place = 0
    store(at, place, key ^ data)
    store(at, place + 1, data)


def pack(block: int, value: int, depth: int, bound: int, complete: int, action_tag: int) -> int:
    """Return an entry's data."""
    return value << 32 | load(block, AGE) << 27 | complete << 26 | bound << 24 | depth << 16 | action_tag


def from_root(value: int, ply: int) -> int:
    """Return a value stored for a state as it counts from the root, `ply` plies above."""
    if DISTANCES:
        if value > TOP:
            return value - ply
        if value < -TOP:
            return value + ply
    return value


def from_state(value: int, ply: int) -> int:
    """Return a value that counts from the root as it counts from the state itself."""
    if DISTANCES:
        if value > TOP:
            return value + ply
        if value < -TOP:
            return value - ply
    return value


def bound_at(depth: int, data: int) -> int:
    """Return what kind of bound an entry is for a search to this depth; 0 where it says nothing.

    A win found is at least a win however deep one looks, though the twin, which sees no further than its horizon, may
    not know it yet.
    """
    value, held, bound, is_complete = data >> 32, data >> 16 & 255, data >> 24 & 3, data >> 26 & 1
    if not ANY_DEPTH:
        return bound if held == depth or (is_complete != 0 and held <= depth) else 0
    if held >= depth or is_complete != 0:
        return bound
    if value > TOP and bound != UPPER:
        return LOWER
    if value < -TOP and bound != LOWER:
        return UPPER
    return 0


def is_settled(bound: int, value: int) -> bool:
    """Whether a bound is proven although estimates were met: a win in hand, or a loss that can't be helped.

    A win needs a strategy all of whose leaves are wins, and estimates rank below them.
    """
    return (bound == LOWER and value > TOP) or (bound == UPPER and value < -TOP)


def leans_on_path(block: int, is_free: bool) -> bool:
    """Whether a value may depend on the states before; `is_free`: no repetition of one of them took part in it.

    Beside solved tables such a value is what the state is worth by itself, as the tables' values are: who wins has a
    way that comes ever nearer to the end, so it visits no state twice. It may visit one of the played game, if any.
    """
    return (DRAW_REPEATS or ILLEGAL_REPEATS) and not (is_free and SETTLES and load(block, SEEN) == 0)


def settle(block: int, estimates: int, leans: int, repeats: int) -> None:
    """Leave out of account what was met below a settled state: its win has a strategy without any of it."""
    store(block, HORIZON, estimates)
    if not leans_on_path(block, True):
        store(block, LEANS, leans)
        store(block, REPETITIONS, repeats)
