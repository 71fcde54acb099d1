"""Max^n as it is compiled: the twin of `plywise.search.max_n`.

A state's vector is written to row `ply` of VECTORS, where the state before it looks; the best so far stands in the
same row, since what is searched below writes to rows further down.
"""

from typing import Any

from plywise.kernel.spliced.common.budget import out_of_budget
from plywise.kernel.spliced.common.lines import copy_line
from plywise.kernel.spliced.common.payoffs import estimate_of, utility_of
from plywise.kernel.spliced.common.repetition import is_blocked, is_repeated, step_into
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    ADDS_UP,
    DRAW_REPEATS,
    DRAW_UNCERTAIN,
    DRAW_UTILITY,
    HAS_CHANCE,
    HORIZON,
    ILLEGAL_REPEATS,
    INNER,
    LEFT,
    LENGTHS,
    LOW,
    MAX_ACTIONS,
    MOST,
    OWN_TERMINAL,
    PATH,
    PLAYERS,
    PLIES,
    RIVAL,
    RIVAL_HAS,
    SHALLOW,
    STACK,
    UTILITY_SUM,
    VECTORS,
    WEIGHTS,
    int64,
    load,
    load_float,
    ply_decode,
    ply_load_state,
    ply_RulesError,
    ply_who,
    rule_actions,
    rule_actions_count,
    rule_chances,
    rule_is_terminal,
    rule_result,
    store,
    store_float,
)

TERMINAL, REPEATED, GUESSED = 0, 1, 2
"""Why a search ends at a state."""


def write_leaf(state: Any, row: int, why: int) -> None:
    """Write a leaf's vector; where pruning relies on its sum, refuse one that doesn't add up."""
    total, largest = 0.0, 1.0
    for player in range(PLAYERS):
        if why == TERMINAL:
            part = utility_of(state, player)
        elif why == GUESSED:
            part = estimate_of(state, player)
        else:
            part = DRAW_UTILITY
        store_float(row, player, part)
        total += part
        largest = max(largest, abs(part))
    if SHALLOW and abs(total - UTILITY_SUM) > ADDS_UP * largest:
        raise ply_RulesError("A leaf doesn't add up to utility_sum: fix it, or search without shallow_pruning.")


def is_shut_out(row: int, player: int, rival: int, rival_has: float) -> bool:
    """Whether the rival has as much already as it could get here; if so, the row becomes its best hope."""
    own = load_float(row, player)
    hope = UTILITY_SUM - own - (PLAYERS - 2) * LOW
    if hope > rival_has:
        return False
    for seat in range(PLAYERS):
        store_float(row, seat, LOW)
    store_float(row, player, own)
    store_float(row, rival, hope)
    return True


# One long function on purpose: Numba compiles a recursion of two functions twice as slowly.
def vector(  # noqa: C901
    block: int, state: Any, depth: int, ply: int, base: int, rival: int, rival_has: float, is_lined: int, is_root: int
) -> int:
    """Write a state's vector to its row; return 0, or 1 where the search was stopped.

    `rival` is the player who moved before and has `rival_has` by another action already, or -1. `is_lined` is 1 as far
    as the line from the root has met no roll. A root, which is counted elsewhere, is searched whatever it repeats.
    """
    # 1. Count the state, and write what it is worth where the search ends.
    row = block + 8 * (VECTORS + ply * PLAYERS)
    if is_root == 0:
        left = load(block, LEFT) - 1
        store(block, LEFT, left)
        if left < 0 and out_of_budget(block):
            return 1
        if is_lined != 0:
            store(block, LENGTHS + ply, 0)
        if DRAW_REPEATS and is_repeated(block, state, ply):
            if DRAW_UNCERTAIN:
                store(block, HORIZON, load(block, HORIZON) + 1)
            write_leaf(state, row, REPEATED)
            return 0
        if OWN_TERMINAL and rule_is_terminal(state):
            write_leaf(state, row, TERMINAL)
            return 0
    player = ply_who(state)
    if DRAW_REPEATS or ILLEGAL_REPEATS:
        step_into(block, state, ply)
    if is_root == 0:
        is_over = player >= 0 and not OWN_TERMINAL and rule_actions_count(state, int64(0)) == 0
        if is_over or (ILLEGAL_REPEATS and player >= 0 and is_blocked(block, state, ply, base)):
            write_leaf(state, row, TERMINAL)
            return 0
        if depth <= 0:
            store(block, HORIZON, load(block, HORIZON) + 1)
            write_leaf(state, row, GUESSED)
            return 0
        store(block, INNER, load(block, INNER) + 1)
    if base + MAX_ACTIONS > STACK:
        raise ply_RulesError("The line of play is too long for the stack of actions: give the search a depth.")
    if ply + 1 >= PLIES:
        raise ply_RulesError("A line is longer than 300 plies: give the search a depth.")
    at, below = block + 8 * (ACTIONS + base), row + 8 * PLAYERS

    # 2. Chance moves: the mean of the outcomes' vectors.
    if HAS_CHANCE and player < 0:
        odds = block + 8 * (WEIGHTS + base)
        n = rule_chances(state, at, odds, int64(0))
        for seat in range(PLAYERS):
            store_float(row, seat, 0.0)
        for i in range(n):
            store(block, PATH + ply, load(at, i))
            child = rule_result(state, ply_decode(load(at, i)))
            stopped = vector(block, child, depth - 1, ply + 1, base + n, int64(-1), 0.0, int64(0), int64(0))
            if stopped != 0:
                return 1
            for seat in range(PLAYERS):
                store_float(row, seat, load_float(row, seat) + load_float(odds, i) * load_float(below, seat))
        return 0

    # 3. A player moves: the vector that is best for it, the first of equals.
    n = rule_actions(state, at, int64(0))
    if n == 0:
        raise ply_RulesError("A state that isn't terminal offers no action.")
    is_first = True
    for i in range(n):
        action = load(at, i)
        store(block, PATH + ply, action)
        child = rule_result(state, ply_decode(action))
        if ILLEGAL_REPEATS and is_repeated(block, child, ply + 1):
            continue
        mover, has = (int64(-1), 0.0) if is_first else (player, load_float(row, player))
        stopped = vector(block, child, depth - 1, ply + 1, base + n, mover, has, is_lined, int64(0))
        if stopped != 0:
            return 1
        if is_first or load_float(below, player) > load_float(row, player):
            for seat in range(PLAYERS):
                store_float(row, seat, load_float(below, seat))
            if is_lined != 0:
                copy_line(block, action, ply)
        is_first = False
        if SHALLOW and rival >= 0 and rival != player and is_shut_out(row, player, rival, rival_has):
            return 0
        if SHALLOW and load_float(row, player) >= MOST:
            break
    return 0


def run_vector(block: int, code: int, depth: int, counts: int) -> int:
    """Search the state after an action of the root, which stands at the block's start; a roll is its own root (-1).

    The vector is in row 1, or 0 for a roll. `counts` is 1 where the root is to be counted: once in a round.
    """
    if counts != 0:
        left = load(block, LEFT) - 1
        store(block, LEFT, left)
        if left < 0 and out_of_budget(block):
            return 1
    root = ply_load_state(block)
    if code < 0:
        return vector(block, root, int64(depth), int64(0), int64(0), int64(-1), 0.0, int64(0), int64(1))
    store(block, PATH, code)
    if DRAW_REPEATS or ILLEGAL_REPEATS:
        step_into(block, root, int64(0))
    child = rule_result(root, ply_decode(int64(code)))
    rival, has = load(block, RIVAL), load_float(block, RIVAL_HAS)
    return vector(block, child, int64(depth) - 1, int64(1), int64(0), rival, has, int64(1), int64(0))
