"""Tables of games with chance, of what can be reached, as they are compiled: a level's values by the next level's.

Values are float64s to the player to move, in ends too; where chance moves, to the first player. NaN: not known.

A mean is added up in whole multiples of a small unit (see `kernel.tables.sparse`): such sums are exact, so that they
don't depend on the order. A state that comes up at several plies has the same value at each of them, to the last bit,
and so has a level that is valued by parts of the next one.
"""

from typing import Any

from plywise.kernel.spliced.common.payoffs import utility_of
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    HAS_CHANCE,
    INFINITY,
    MAX_ACTIONS,
    ODDS,
    OWN_TERMINAL,
    ROUNDER,
    TAKEN,
    UTILITY_SUM,
    WORDS,
    int64,
    load,
    load_float,
    ply_decode,
    ply_RulesError,
    ply_who,
    put_key,
    rule_is_terminal,
    rule_result,
    state_at,
    store,
    store_float,
)
from plywise.kernel.spliced.sparse.sparse import is_below, place_of, successors

SLACK = 1e-9
"""By how much probabilities may miss 1."""


def whole(number: float) -> float:
    """Round a number to the unit of means: beside a number so large, nothing smaller is left."""
    return (number + ROUNDER) - ROUNDER


def holder_of(state: Any) -> int:
    """Return to whom a state's value is."""
    return max(ply_who(state), int64(0))


def promised_value(block: int, key: int, after: Any, own: int, later: int, n: int, values: int, hint: int) -> float:
    """Return what a state of the next level, whose key is at an address, is worth to a player."""
    place = place_of(block, key, later, n, hint)
    value = load_float(values, place)
    return value if holder_of(after) == own else UTILITY_SUM - value


def run_average(
    block: int,
    keys: int,
    first: int,
    last: int,
    values: int,
    later: int,
    n: int,
    later_values: int,
    low: int,
    high: int,
) -> int:
    """Work out the values of some states from a part of the next level: the keys from one on and below another.

    `low` and `high` are the addresses of those two; 0 for the first part and for the last. Parts come in order. A
    value holds the best of the parts so far, or what they add to the mean; NaN where there was nothing.
    """
    at, key = block + 8 * ACTIONS, block + 8 * ACTIONS + 8 * MAX_ACTIONS
    for i in range(first, last):
        store(block, TAKEN, i)
        state = state_at(block, keys + 8 * WORDS * i)
        own, is_over = holder_of(state), rule_is_terminal(state) if OWN_TERMINAL else False
        count = 0 if is_over else successors(block, state)
        if count == 0:
            if OWN_TERMINAL and not is_over:
                raise ply_RulesError("A state that isn't terminal offers no action.")
            store_float(values, i, utility_of(state, own))
            continue
        is_roll = HAS_CHANCE and ply_who(state) < 0
        best, total = load_float(values, i) if low != 0 else float("nan"), 0.0
        for j in range(count):
            after = rule_result(state, ply_decode(load(at, j)))
            put_key(block, key, after)
            total += load_float(block + 8 * ODDS, j) if is_roll else 0.0
            if (low == 0 or not is_below(key, low)) and (high == 0 or is_below(key, high)):
                found = promised_value(block, key, after, own, later, n, later_values, j)
                if is_roll:
                    found = whole(load_float(block + 8 * ODDS, j) * found)
                    best = found if best != best else best + found
                else:
                    best = found if best != best else max(best, found)
        if is_roll and not (total > 1 - SLACK and total < 1 + SLACK):
            raise ply_RulesError("The probabilities of a state don't add up to 1.")
        if high == 0 and not (best > -INFINITY and best < INFINITY):
            raise ply_RulesError("A state of the next level isn't known.")
        store_float(values, i, best)
    return last - first
