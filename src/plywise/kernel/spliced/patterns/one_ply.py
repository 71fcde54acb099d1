"""Looking one ply ahead by learned weights: which action promises most, and what it promises.

An estimate is tanh of a sum of weights: from -1, the worst result, to 1, the best one. A sum is its holder's, who moves
at the state or moves after chance; where there are several seats, each has a sum of its own.

Where chance has its part, what is estimated is the state before dice fall: `base`. It has the same board as the state
in which a player then decides, and all that could be known of it.
"""

from typing import Any

from plywise.kernel.spliced.common.ends import is_over
from plywise.kernel.spliced.common.holders import holder_of
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    BESTS,
    ESTIMATE_MIDDLE,
    ESTIMATE_REACH,
    SEATS,
    int64,
    load,
    log,
    ply_decode,
    ply_RulesError,
    rule_actions,
    rule_result,
    rule_utility,
    store_float,
    tanh,
)
from plywise.kernel.spliced.patterns.sums import state_sum

CERTAIN = 1000.0
"""The sum of a win: its tanh is 1."""


def result_to(state: Any, player: int) -> float:
    """Return what a terminal state is worth to a player, from -1 to 1."""
    return (float(rule_utility(state, player)) - ESTIMATE_MIDDLE) / ESTIMATE_REACH


def sum_for(result: float) -> float:
    """Return the sum whose tanh is a result."""
    if result >= 1.0:
        return CERTAIN
    if result <= -1.0:
        return -CERTAIN
    return 0.5 * log((1.0 + result) / (1.0 - result))


def promise(block: int, weights: int, state: Any, player: int) -> float:
    """Return the sum that stands for a state's worth to a player, as far as one can say without looking further.

    Sums order states as their tanh does, which takes longer to compute.
    """
    if is_over(state):
        return sum_for(result_to(state, player))
    who = holder_of(block, state)
    if SEATS > 1:
        return state_sum(block, weights, state, who, player)
    total = state_sum(block, weights, state, who, int64(0))
    return total if who == player else -total


def choose(block: int, weights: int, state: Any, holder: int, player: int, n: int) -> int:
    """Return the place of the action that promises most; what it promises to each seat is in BESTS.

    Where there is one seat, it is that of the base's holder.
    """
    best, choice = -2.0 * CERTAIN, int64(0)
    for i in range(n):
        after = rule_result(state, ply_decode(load(block, ACTIONS + i)))
        total = promise(block, weights, after, player)
        if total > best:
            best, choice = total, int64(i)
    if SEATS > 1:
        after = rule_result(state, ply_decode(load(block, ACTIONS + choice)))
        for seat in range(SEATS):
            store_float(block, BESTS + seat, tanh(promise(block, weights, after, seat)))
    else:
        store_float(block, BESTS, tanh(best) if player == holder else -tanh(best))
    return choice


def offer(block: int, state: Any) -> int:
    """Write the actions of a state to the block; return how many there are."""
    n = rule_actions(state, block + 8 * ACTIONS, int64(0))
    if n == 0:
        raise ply_RulesError("A state that isn't terminal offers no action.")
    return n
