"""Tables of games with chance, as they are compiled: each slot's value follows from those that its state leads to.

Values are float64s to the player to move; of a state where chance moves, to who moves after its first outcome. A slot
that isn't known yet, and one that is empty, is NaN. States without an index are *looked through*: an average where
chance moves, the best where a player does, until a state with an index or an end is met.

A slot of the component has a least and a most value, each in two arrays: that of the last sweep, and a new one. Slots
from FRESH_FROM to FRESH_TO, which the thread is working on, are read from the new ones.
"""

from typing import Any

from plywise.kernel.spliced.common.payoffs import utility_of
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    FRESH_FROM,
    FRESH_TO,
    HAS_CHANCE,
    INFINITY,
    LEASTS_AT,
    MAX_ACTIONS,
    MOSTS_AT,
    NEW_LEASTS_AT,
    NEW_MOSTS_AT,
    OWN_TERMINAL,
    STACK,
    TIER_COUNT,
    TIERS,
    UTILITY_SUM,
    WEIGHTS,
    int64,
    load,
    load_float,
    ply_decode,
    ply_RulesError,
    ply_who,
    rule_actions,
    rule_actions_count,
    rule_chances,
    rule_index,
    rule_is_terminal,
    rule_result,
    rule_tier,
    rule_unindex,
    store,
    store_float,
)

LEAST, MOST = 0, 1
"""Which bound of a value is asked for."""

DEEPEST = 64
"""How many plies may follow each other without an index."""

TIER, OUTSIDE, PLACE, ENTRY = 0, 1, 2, 3
"""A known tier: its number, whether it is a finished table, and where it is (an address, or its first slot)."""


def holder_of(block: int, state: Any, base: int) -> int:
    """Return to whom a state's value is: who moves, or moves after chance."""
    player = ply_who(state)
    if HAS_CHANCE and player < 0:
        at = block + 8 * (ACTIONS + base)
        if rule_chances(state, at, block + 8 * (WEIGHTS + base), int64(0)) > 0:
            player = ply_who(rule_result(state, ply_decode(load(at, 0))))
        if player < 0:
            raise ply_RulesError("Chance moves twice after a state with an index: give one to the state in between.")
    return player


def read(block: int, tier: int, index: int, bound: int) -> float:
    """Return a bound of what a slot is worth to its holder; both are the same in a finished table."""
    entry = TIERS
    for _ in range(load(block, TIER_COUNT)):
        if load(block, entry + TIER) == tier:
            if load(block, entry + OUTSIDE) != 0:
                value = load_float(load(block, entry + PLACE), index)
                if value != value:
                    raise ply_RulesError("An action leads to a slot that is empty.")
                return value
            slot = load(block, entry + PLACE) + index
            if load(block, FRESH_FROM) <= slot < load(block, FRESH_TO):
                array = load(block, NEW_LEASTS_AT if bound == LEAST else NEW_MOSTS_AT)
            else:
                array = load(block, LEASTS_AT if bound == LEAST else MOSTS_AT)
            return load_float(array, slot)
        entry += ENTRY
    raise ply_RulesError("An action leads to a tier that next_tiers leaves out.")


def has_ended(state: Any, player: int) -> bool:
    """Whether the game is over; `player` is to move."""
    if OWN_TERMINAL:
        return rule_is_terminal(state)
    return player >= 0 and rule_actions_count(state, int64(0)) == 0


# One long function on purpose: Numba compiles a recursion of two functions twice as slowly.
def worth(  # noqa: C901
    block: int, state: Any, own: int, bound: int, base: int, plies: int
) -> float:
    """Return a bound of what a state is worth to a player; NaN where that isn't known yet."""
    player = ply_who(state)
    if has_ended(state, player):
        return utility_of(state, own)
    if plies > DEEPEST or base + 2 * MAX_ACTIONS > STACK:
        raise ply_RulesError("Too many states without an index follow each other: give some of them one.")
    if plies > 0:
        index = rule_index(state)
        if index >= 0:
            if holder_of(block, state, base) == own:
                return read(block, rule_tier(state), index, bound)
            return UTILITY_SUM - read(block, rule_tier(state), index, 1 - bound)
    at, odds = block + 8 * (ACTIONS + base), block + 8 * (WEIGHTS + base)
    if HAS_CHANCE and player < 0:
        mean = 0.0
        n = rule_chances(state, at, odds, int64(0))
        for i in range(n):
            after = rule_result(state, ply_decode(load(at, i)))
            found = worth(block, after, own, bound, base + n, plies + 1)
            if found != found:
                return found
            mean += load_float(odds, i) * found
        return mean
    n = rule_actions(state, at, int64(0))
    if n == 0:
        raise ply_RulesError("A state that isn't terminal offers no action.")
    best = -INFINITY if player == own else INFINITY
    for i in range(n):
        after = rule_result(state, ply_decode(load(at, i)))
        found = worth(block, after, own, bound, base + n, plies + 1)
        if found != found:
            return found
        best = max(best, found) if player == own else min(best, found)
    return best


def run_list(block: int, tier: int, first: int, last: int, offset: int, out: int) -> int:
    """Write which slots of a tier, counted from `offset`, hold a state; return how many."""
    states = int64(0)
    for index in range(first, last):
        state = rule_unindex(tier, index)
        if rule_tier(state) == tier and rule_index(state) == index:
            store(out, states, offset + index)
            states += 1
    return states


def run_settle(block: int, tier: int, offset: int, slots: int, n: int) -> int:
    """Work out the given slots of a tier as far as all that they lead to is known; count those."""
    values, settled = load(block, NEW_LEASTS_AT), int64(0)
    for i in range(n):
        slot = load(slots, i)
        state = rule_unindex(tier, slot - offset)
        own = holder_of(block, state, int64(0))
        value = worth(block, state, own, int64(LEAST), int64(0), int64(0))
        if value == value:
            store_float(values, slot, value)
            settled += 1
    return settled


def run_narrow(block: int, tier: int, offset: int, slots: int, n: int) -> int:
    """Bring the bounds of the given slots of a tier, which are in order, nearer to each other."""
    leasts, mosts = load(block, NEW_LEASTS_AT), load(block, NEW_MOSTS_AT)
    store(block, FRESH_FROM, load(slots, 0))
    store(block, FRESH_TO, load(slots, n - 1) + 1)
    for i in range(n):
        slot = load(slots, i)
        state = rule_unindex(tier, slot - offset)
        own = holder_of(block, state, int64(0))
        least = worth(block, state, own, int64(LEAST), int64(0), int64(0))
        most = worth(block, state, own, int64(MOST), int64(0), int64(0))
        if least != least or most != most:
            raise ply_RulesError("An action leads to a slot that is empty.")
        store_float(leasts, slot, max(least, load_float(leasts, slot)))
        store_float(mosts, slot, min(most, load_float(mosts, slot)))
    return n
