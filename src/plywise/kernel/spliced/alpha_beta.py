"""Alpha-beta as it is compiled: the twin of `plywise.search.alpha_beta`, with what makes it fast.

Values travel to MAX, as in the twin, so no state is asked who moves before it is expanded; inside a state they are to
the player to move. `run_search` is called for each action of the root: the root itself is in `worker`.
"""

from typing import Any

from plywise.kernel.spliced.budget import out_of_budget
from plywise.kernel.spliced.leaves import horizon_value, utility_value
from plywise.kernel.spliced.ordering import bring_best, bring_wanted, note_refutation, score_actions
from plywise.kernel.spliced.repetition import is_blocked, is_repeated, step_into
from plywise.kernel.spliced.slots import (
    ACTIONS,
    ANY_DEPTH,
    BEST,
    COUNTER_MOVES,
    DISTANCES,
    DRAW_REPEATS,
    DRAW_UNCERTAIN,
    EXTREMES,
    HISTORY_HEURISTIC,
    HORIZON,
    ILLEGAL_REPEATS,
    INNER,
    KILLER_MOVES,
    LEANS,
    LEFT,
    LENGTHS,
    LINE,
    LINES,
    MAX_ACTIONS,
    NEXT,
    OWN_TERMINAL,
    PATH,
    PVS,
    RANK,
    SCORES,
    STACK,
    STOPPED,
    SYMMETRY,
    SYMMETRY_DEPTH,
    TABLE,
    TOP,
    int64,
    load,
    ply_decode,
    ply_load_state,
    ply_RulesError,
    ply_save_state,
    ply_who,
    prefetch,
    repetition_hash,
    rule_actions,
    rule_actions_count,
    rule_canonical,
    rule_is_terminal,
    rule_result,
    state_hash,
    store,
)
from plywise.kernel.spliced.table import bucket, find, from_root, from_state, pack, remember, tag

NONE = -(1 << 60)
"""Less than any value."""

LOWER, UPPER, EXACT = 1, 2, 3
"""Bounds, as the table keeps them."""


# One function, long as it is: one frame a ply, and Numba compiles a recursion of two functions twice as slowly.
def search(block: int, state: Any, depth: int, alpha: int, beta: int, ply: int, base: int) -> int:  # noqa: C901
    """Return a bound on the minimax value of a state to MAX (fail-soft); 0 where the search was stopped.

    `base` is how much of the stack of actions is taken.
    """
    left = load(block, LEFT) - 1
    store(block, LEFT, left)
    if left < 0 and out_of_budget(block):
        return 0
    is_open = beta - alpha > 1
    if is_open:
        store(block, LENGTHS + ply, 0)
    if DRAW_REPEATS and is_repeated(block, state, ply):
        if DRAW_UNCERTAIN:
            store(block, HORIZON, load(block, HORIZON) + 1)
        return 0
    if OWN_TERMINAL and rule_is_terminal(state):
        return utility_value(state, ply)
    if DRAW_REPEATS or ILLEGAL_REPEATS:
        step_into(block, state, ply)
    if ILLEGAL_REPEATS and is_blocked(block, state, ply, base):
        return utility_value(state, ply)
    if depth <= 0:
        if not OWN_TERMINAL and rule_actions_count(state, 0) == 0:
            return utility_value(state, ply)
        return horizon_value(block, state)

    player = ply_who(state)
    if player != 0:
        alpha, beta = -beta, -alpha
    if EXTREMES and DISTANCES and alpha >= BEST - ply - 1:
        return -(BEST - ply - 1) if player != 0 else BEST - ply - 1
    floor, wanted, key, entries = alpha, 0, 0, 0
    if TABLE:
        key = state_hash(state)
        entries = bucket(block, key)
        data = find(entries, key)
        if data != 0:
            wanted = data & 0xFFFF
            value = from_root(data >> 32, ply)
            bound = bound_at(depth, data)
            # On the principal line the search goes on, so that the line is whole: the table makes that cheap.
            is_answer = bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
            if is_answer and not (PVS and is_open):
                if data >> 26 & 1 == 0 and not is_settled(bound, value):
                    store(block, HORIZON, load(block, HORIZON) + 1)
                if DRAW_REPEATS or ILLEGAL_REPEATS:
                    store(block, LEANS, load(block, LEANS) + 1)
                return -value if player != 0 else value

    if base + MAX_ACTIONS > STACK:
        raise ply_RulesError("The line of play is too long for the stack of actions.")
    at, scores = block + 8 * (ACTIONS + base), block + 8 * (SCORES + base)
    n = rule_actions(state, at, 0)
    if n == 0:
        if not OWN_TERMINAL:
            return utility_value(state, ply)
        ply_save_state(block + 8 * NEXT, state)
        raise ply_RulesError("A state that isn't terminal offers no action.")
    store(block, INNER, load(block, INNER) + 1)
    is_ordered = TABLE or KILLER_MOVES or COUNTER_MOVES or RANK or HISTORY_HEURISTIC
    # Ranking costs: where the table knows an action, the others are ranked when it has failed to cut.
    is_scored = not (RANK and TABLE and wanted != 0 and bring_wanted(at, n, wanted))
    if is_ordered and is_scored:
        score_actions(block, state, at, scores, 0, n, player, ply, wanted)
    estimates = load(block, HORIZON)
    best, best_action = NONE, int64(-1)
    following, sibling, is_ahead = int64(-1), state, False
    for i in range(n):
        if is_ahead:
            action, child = following, sibling
        else:
            if not is_scored and i == 1:
                score_actions(block, state, at, scores, 1, n, player, ply, 0)
                is_scored = True
            action = bring_best(at, scores, i, n) if is_ordered and is_scored else load(at, i)
            store(block, PATH + ply, action)
            child = successor(state, action, depth)
        # One action ahead: while a child is searched, the memory that its sibling's entry lies in comes nearer.
        is_ahead = TABLE and depth > 1 and i + 1 < n and is_scored
        if is_ahead:
            following = bring_best(at, scores, i + 1, n)
            store(block, PATH + ply, following)
            sibling = successor(state, following, depth)
            prefetch(bucket(block, state_hash(sibling)))
        store(block, PATH + ply, action)
        if ILLEGAL_REPEATS and is_repeated(block, child, ply + 1):
            continue
        top = alpha + 1 if PVS and is_open and best != NONE else beta
        while True:
            low, high = (-top, -alpha) if player != 0 else (alpha, top)
            found = search(block, child, depth - 1, low, high, ply + 1, base + n)
            if player != 0:
                found = -found
            if load(block, STOPPED) != 0:
                return 0
            if top == beta or found < top or found >= beta:
                break
            top = beta
        if found > best:
            best, best_action = found, action
            if found > alpha:
                if found >= beta:
                    note_refutation(block, action, player, ply, depth)
                    break
                alpha = found
                copy_line(block, action, ply)
    if TABLE:
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        if is_settled(bound, best):
            store(block, HORIZON, estimates)
        # A value that leans on the path is never stored as one that holds at any depth.
        is_complete = load(block, HORIZON) == estimates and not (DRAW_REPEATS or ILLEGAL_REPEATS)
        complete = 1 if is_complete else 0
        remember(block, entries, key, pack(block, from_state(best, ply), depth, bound, complete, tag(best_action)))
    return -best if player != 0 else best


def successor(state: Any, action: int, depth: int) -> Any:
    """Return the state after an action, or its canonical image where the search goes on deep enough to gain by that."""
    child = rule_result(state, ply_decode(action))
    return rule_canonical(child) if SYMMETRY and depth > SYMMETRY_DEPTH else child


def bound_at(depth: int, data: int) -> int:
    """Return what kind of bound an entry is for a search so many plies deep; 0 where it says nothing.

    A win found is at least a win however deep one looks, though the twin, that sees no further than its horizon, may
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


def copy_line(block: int, action: int, ply: int) -> None:
    """Make the best line of a state this action and the best line of the state after it."""
    length = load(block, LENGTHS + ply + 1)
    store(block, LENGTHS + ply, length + 1)
    store(block, LINES + ply * LINE, action)
    for i in range(length):
        store(block, LINES + ply * LINE + 1 + i, load(block, LINES + (ply + 1) * LINE + i))


def run_search(block: int, action: int, depth: int, alpha: int, beta: int) -> int:
    """Search the state after an action of the root, which stands at the block's start."""
    root = ply_load_state(block)
    store(block, PATH, action)
    if DRAW_REPEATS or ILLEGAL_REPEATS:
        step_into(block, root, int64(0))
    child = successor(root, int64(action), int64(depth) + 1)
    return search(block, child, int64(depth), int64(alpha), int64(beta), int64(1), int64(0))


def run_repetition_key(block: int) -> int:
    """Return the key of the state at the block's start by which repetitions are known."""
    return repetition_hash(ply_load_state(block))
