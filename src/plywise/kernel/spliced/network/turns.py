"""Whole turns, judged by a network: the steps of a player until chance or the other moves, or the game is over.

A state after a turn is valued to the player whose turn it was: by its utility where the game is over, or else by the
network. Looking two turns ahead, it is worth what the other's best turn leaves on average of all rolls; only turns are
looked into that are within a margin of the best at first sight.
"""

from typing import Any

from plywise.kernel.spliced.common.ends import is_over
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    AFTER,
    CHOICES,
    DEADLINE,
    INPUT_COUNT,
    LEVEL,
    LOWEST,
    MARGIN,
    MAX_ACTIONS,
    MAX_NODES,
    NETWORK_AT,
    NUMBERS,
    ODDS,
    OUTPUTS,
    OUTS,
    SEEN_STATES,
    SPARE_ROW,
    STACK,
    STOP,
    UTILITY_SUM,
    VALUES_IN,
    clock,
    int64,
    load,
    load_float,
    ply_decode,
    ply_load_state,
    ply_RulesError,
    ply_save_state,
    ply_who,
    rule_actions,
    rule_chances,
    rule_inputs,
    rule_result,
    rule_utility,
    store,
    store_float,
)
from plywise.kernel.spliced.network.layers import estimate

NEVER = -1e30
"""Below every value."""


def offer(block: int, state: Any, base: int) -> int:
    """Write the actions of a state to the block at `base`; return how many there are."""
    if base + MAX_ACTIONS > STACK:
        raise ply_RulesError("A turn is too long for the stack of actions.")
    n = rule_actions(state, block + 8 * (ACTIONS + base), int64(0))
    if n == 0:
        raise ply_RulesError("A state that isn't terminal offers no action.")
    return n


def note_inputs(block: int, state: Any, player: int, row: int) -> int:
    """Write the inputs of a state to a row of the block; return how many there are."""
    return rule_inputs(state, player, block + 8 * (NUMBERS + row), block + 8 * (VALUES_IN + row), int64(0))


def expected(block: int) -> float:
    """Return the utility that the outputs in OUTS expect."""
    total = 0.0
    for output in range(OUTPUTS):
        total += load_float(block, OUTS + output)
    return LOWEST + LEVEL * total


def promise(block: int, weights: int, state: Any, player: int) -> float:
    """Return what a state after a player's turn is worth to that player, at first sight."""
    store(block, SEEN_STATES, load(block, SEEN_STATES) + 1)
    if is_over(state):
        return float(rule_utility(state, player))
    count = note_inputs(block, state, player, SPARE_ROW * INPUT_COUNT)
    estimate(block, weights, SPARE_ROW * INPUT_COUNT, count)
    return expected(block)


def goes_on(state: Any, player: int) -> bool:
    """Whether a player's turn isn't over."""
    return not is_over(state) and ply_who(state) == player


def best_turn(block: int, weights: int, state: Any, player: int, base: int, best: float, slot: int) -> float:
    """Return the most that a turn promises, or `best` where none promises more; save the state after it to a slot."""
    n = offer(block, state, base)
    for i in range(n):
        after = rule_result(state, ply_decode(load(block, ACTIONS + base + i)))
        if goes_on(after, player):
            best = best_turn(block, weights, after, player, base + n, best, slot)
        else:
            value = promise(block, weights, after, player)
            if value > best:
                best = value
                ply_save_state(block + 8 * slot, after)
    return best


def average_reply(block: int, weights: int, state: Any, player: int, base: int) -> float:
    """Return what a state after a player's turn is worth to that player, after the other's best reply to each roll."""
    if is_over(state):
        return float(rule_utility(state, player))
    if ply_who(state) >= 0:
        return UTILITY_SUM - best_turn(block, weights, state, 1 - player, base, NEVER, AFTER)
    if base + MAX_ACTIONS > STACK:
        raise ply_RulesError("A turn is too long for the stack of actions.")
    n = rule_chances(state, block + 8 * (ACTIONS + base), block + 8 * ODDS, int64(0))
    total = 0.0
    for i in range(n):
        after = rule_result(state, ply_decode(load(block, ACTIONS + base + i)))
        value = UTILITY_SUM / 2.0
        if is_over(after):
            value = float(rule_utility(after, player))
        elif ply_who(after) >= 0:
            who = ply_who(after)
            value = best_turn(block, weights, after, who, base + n, NEVER, AFTER)
            value = value if who == player else UTILITY_SUM - value
        total += load_float(block, ODDS + i) * value
    return total


def is_out_of_budget(block: int) -> bool:
    """Whether the flag is raised, the deadline over or the number of states reached."""
    deadline = load(block, DEADLINE)
    is_late = deadline > 0 and clock() >= deadline
    return is_late or load(block, STOP) != 0 or load(block, SEEN_STATES) >= load(block, MAX_NODES)


def best_deep(block: int, weights: int, state: Any, player: int, base: int, least: float) -> float:
    """Return the most that a turn brings after the other's reply, of the turns that promise at least `least`."""
    best = NEVER
    n = offer(block, state, base)
    for i in range(n):
        if is_out_of_budget(block):
            return NEVER
        after = rule_result(state, ply_decode(load(block, ACTIONS + base + i)))
        value = NEVER
        if goes_on(after, player):
            value = best_deep(block, weights, after, player, base + n, least)
        elif promise(block, weights, after, player) >= least:
            value = average_reply(block, weights, after, player, base + n)
        if value > best:
            best = value
    return best


def run_look_ahead(block: int) -> int:
    """Value every action of the state at the block's start by the best turn that begins with it; return how many."""
    state, weights = ply_load_state(block), load(block, NETWORK_AT)
    player, n = ply_who(state), offer(block, state, int64(0))
    for i in range(n):
        after = rule_result(state, ply_decode(load(block, ACTIONS + i)))
        if goes_on(after, player):
            value = best_turn(block, weights, after, player, n, NEVER, AFTER)
        else:
            value = promise(block, weights, after, player)
        store_float(block, CHOICES + i, value)
    return n


def run_look_deeper(block: int) -> int:
    """Value the actions once more, two turns ahead, those whose turns come near the best in CHOICES; return how many.

    Those that don't are given NEVER. Returns 0 where the budget was spent.
    """
    state, weights = ply_load_state(block), load(block, NETWORK_AT)
    player, n = ply_who(state), offer(block, state, int64(0))
    least = NEVER
    for i in range(n):
        least = max(least, load_float(block, CHOICES + i))
    least -= load_float(block, MARGIN)
    for i in range(n):
        value = NEVER
        if load_float(block, CHOICES + i) >= least:
            after = rule_result(state, ply_decode(load(block, ACTIONS + i)))
            if goes_on(after, player):
                value = best_deep(block, weights, after, player, n, least)
            else:
                value = average_reply(block, weights, after, player, n)
        store_float(block, CHOICES + i, value)
        if is_out_of_budget(block):
            return int64(0)
    return n
