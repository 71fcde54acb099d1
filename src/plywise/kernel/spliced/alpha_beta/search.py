"""Alpha-beta as it is compiled: the twin of `plywise.search.alpha_beta`, with what makes it fast.

Values travel to MAX, as in the twin, so no state is asked who moves before it is expanded; inside a state they are to
the player to move. `run_search` is called for each action of the root: the root itself is in `worker`.
"""

from typing import Any

from plywise.kernel.spliced.alpha_beta.known import banked_steps, bounded_value
from plywise.kernel.spliced.alpha_beta.leaves import NONE, horizon_value, is_estimate, utility_value
from plywise.kernel.spliced.alpha_beta.ordering import (
    add_looks,
    bring_best,
    bring_wanted,
    note_refutation,
    score_actions,
)
from plywise.kernel.spliced.alpha_beta.probing import told_value
from plywise.kernel.spliced.alpha_beta.selective import (
    actions_beyond,
    begin_probe,
    end_probe,
    futile_margin,
    is_extended,
    keep_best,
    note_singular,
    probe_depth,
    probe_limit,
    probe_look,
    reduction,
    trust,
)
from plywise.kernel.spliced.alpha_beta.successors import first_of_path, successor
from plywise.kernel.spliced.alpha_beta.table import (
    EXACT,
    LOWER,
    UPPER,
    bound_at,
    bucket,
    find,
    from_root,
    from_state,
    is_settled,
    leans_on_path,
    pack,
    remember,
    settle,
    table_hash,
    tag,
)
from plywise.kernel.spliced.common.budget import out_of_budget
from plywise.kernel.spliced.common.lines import copy_line
from plywise.kernel.spliced.common.repetition import is_blocked, is_repeated, keep_legal, step_into
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    BANKED,
    BEAM,
    BEST,
    BOUNDS,
    COUNTER_MOVES,
    DISTANCES,
    DRAW_REPEATS,
    DRAW_UNCERTAIN,
    EXTREMES,
    FLAT,
    FUTILITY,
    HISTORY_HEURISTIC,
    HORIZON,
    ILLEGAL_REPEATS,
    INNER,
    KILLER_MOVES,
    LAST_PLY,
    LEANS,
    LEFT,
    LENGTHS,
    LOOK_DEPTH,
    LOOKS,
    MAX_ACTIONS,
    NULL_MOVE,
    OWN_TERMINAL,
    PATH,
    PROB_CUT,
    PVS,
    RANK,
    REDUCTIONS,
    REPETITIONS,
    SCORES,
    SELECTIVE,
    SINGULAR,
    SINGULAR_EXTENSION,
    STACK,
    STOPPED,
    TABLE,
    TABLES,
    URGENT,
    int64,
    load,
    ply_load_state,
    ply_RulesError,
    ply_who,
    prefetch,
    rule_actions,
    rule_actions_count,
    rule_is_terminal,
    rule_noisy_actions,
    rule_pass_turn,
    store,
)


# One long function on purpose: one frame a ply, and Numba compiles a recursion of two functions twice as slowly.
def search(block: int, state: Any, depth: int, alpha: int, beta: int, ply: int, base: int) -> int:  # noqa: C901
    """Return a bound on the minimax value of a state to MAX (fail-soft); 0 where the search was stopped.

    `base` is how much of the stack of actions is taken.
    """
    # 1. Does the line end here?
    left = load(block, LEFT) - 1
    store(block, LEFT, left)
    if left < 0 and out_of_budget(block):
        return 0
    is_open = beta - alpha > 1
    if is_open:
        store(block, LENGTHS + ply, 0)
    if DRAW_REPEATS and is_repeated(block, state, ply):
        store(block, REPETITIONS, load(block, REPETITIONS) + 1)
        if DRAW_UNCERTAIN:
            store(block, HORIZON, load(block, HORIZON) + 1)
        return 0
    if OWN_TERMINAL and rule_is_terminal(state):
        return utility_value(state, ply)
    if TABLES:
        told = told_value(block, state, ply)
        if told != NONE:
            return told
    if DRAW_REPEATS or ILLEGAL_REPEATS:
        step_into(block, state, ply)
    if ILLEGAL_REPEATS and is_blocked(block, state, ply, base):
        return utility_value(state, ply)
    if (URGENT or SINGULAR_EXTENSION) and is_extended(block, state, depth, ply):
        depth += 1
    if depth <= 0:
        if not OWN_TERMINAL and rule_actions_count(state, int64(0)) == 0:
            return utility_value(state, ply)
        if FLAT:
            return horizon_value(block, state)

    player = ply_who(state)
    if player != 0:
        alpha, beta = -beta, -alpha
    if EXTREMES and DISTANCES and alpha >= BEST - ply - 1:
        return -(BEST - ply - 1) if player != 0 else BEST - ply - 1
    known = bounded_value(state, player, alpha, beta) if BOUNDS else NONE
    if known != NONE:
        return -known if player != 0 else known
    floor, wanted, key, entries, best = alpha, 0, 0, 0, NONE
    banked = banked_steps(state, player) if BANKED else 0
    if not FLAT and depth <= 0:
        # Beyond the horizon a player may stand pat: what else is looked at only has to be better.
        best = horizon_value(block, state)
        best = -best if player != 0 else best
        if best >= beta or ply >= LAST_PLY:
            return -best if player != 0 else best
        alpha = max(alpha, best)
    # 2. Is it known?
    if TABLE and (FLAT or depth > 0):
        key = table_hash(state)
        entries = bucket(block, key)
        data = find(entries, key)
        if data != 0:
            wanted = data & 0xFFFF
            value = from_root(data >> 32, ply) + banked
            bound = 0 if BANKED and data >> 26 & 1 == 0 else bound_at(depth, data)
            # On the principal line the search goes on, so that the line is whole: the table makes that cheap.
            is_answer = bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
            if is_answer and not (PVS and is_open):
                is_proof = data >> 26 & 1 != 0 or (is_settled(bound, value) and not SELECTIVE)
                if not is_proof:
                    store(block, HORIZON, load(block, HORIZON) + 1)
                if leans_on_path(block, is_proof) or (SELECTIVE and not is_proof):
                    store(block, LEANS, load(block, LEANS) + 1)
                return -value if player != 0 else value

    # 3. What can be played?
    if base + (2 if SINGULAR_EXTENSION else 1) * MAX_ACTIONS > STACK:
        raise ply_RulesError("The line of play is too long for the stack of actions: give the search a depth.")
    at, scores = block + 8 * (ACTIONS + base), block + 8 * (SCORES + base)
    if FLAT or depth > 0:
        n = rule_actions(state, at, int64(0))
        if n == 0:
            if not OWN_TERMINAL:
                return utility_value(state, ply)
            raise ply_RulesError("A state that isn't terminal offers no action.")
        store(block, INNER, load(block, INNER) + 1)
    else:
        n = actions_beyond(block, state, at, depth, player)
    if ILLEGAL_REPEATS:
        n = keep_legal(block, state, at, n, ply)
    # 4. What can be left out?
    is_futile = False
    if (NULL_MOVE or FUTILITY or PROB_CUT) and (FLAT or depth > 0):
        look = probe_look(block, state, depth, player)
        margin = futile_margin(block, state, depth) if FUTILITY else int64(-1)
        if FUTILITY and margin >= 0:
            if look - margin >= beta and is_estimate(beta):
                trust(block)
                return -beta if player != 0 else beta
            if look + margin <= alpha and is_estimate(alpha):
                is_futile, best = True, look + margin
        for attempt in range(3):
            limit = probe_limit(block, attempt, depth, alpha, beta, ply, look)
            if limit == NONE:
                continue
            side = -1 if attempt == 2 else 1
            low, high = (limit - 1, limit) if side > 0 else (limit, limit + 1)
            if player != 0:
                low, high = -high, -low
            if attempt == 0:
                store(block, PATH + ply, -1)
            before = begin_probe(block, attempt, ply)
            probe = rule_pass_turn(state) if attempt == 0 else state
            less_deep, next_ply = probe_depth(block, attempt, depth), ply + 1 if attempt == 0 else ply
            found = search(block, probe, less_deep, low, high, next_ply, base + n)
            end_probe(block, attempt, before)
            if load(block, STOPPED) != 0:
                return 0
            if side * (-found if player != 0 else found) >= side * limit:
                trust(block)
                bound = beta if side > 0 else alpha
                return -bound if player != 0 else bound
    estimates, leans, repeats = load(block, HORIZON), load(block, LEANS), load(block, REPETITIONS)
    if FUTILITY and is_futile:
        # Quiet actions would hardly reach alpha; noisy ones may.
        trust(block)
        n = rule_noisy_actions(state, at, int64(0))
        if ILLEGAL_REPEATS:
            n = keep_legal(block, state, at, n, ply)
    if BEAM and (FLAT or depth > 0):
        n = keep_best(block, state, at, scores, n, player, ply, base)
    # 5. Try the actions, the most promising first.
    is_ordered = TABLE or KILLER_MOVES or COUNTER_MOVES or RANK or HISTORY_HEURISTIC or LOOKS
    is_looked = LOOKS and depth >= LOOK_DEPTH
    # Ranking costs: where the table knows an action, the others are ranked when it has failed to cut.
    is_scored = not ((RANK or is_looked) and TABLE and wanted != 0 and bring_wanted(at, n, wanted))
    if is_ordered and is_scored:
        score_actions(block, state, at, scores, int64(0), n, player, ply, wanted)
        if is_looked:
            add_looks(block, state, at, scores, int64(0), n, player, ply, base)
    best_action, second, last = int64(-1), NONE, int64(-1)
    following, sibling, is_ahead = int64(-1), state, False
    for i in range(n):
        if is_ahead:
            action, child = following, sibling
        else:
            if not is_scored and i == 1:
                score_actions(block, state, at, scores, int64(1), n, player, ply, int64(0))
                if is_looked:
                    add_looks(block, state, at, scores, int64(1), n, player, ply, base)
                is_scored = True
            action = bring_best(at, scores, i, n) if is_ordered and is_scored else load(at, i)
            store(block, PATH + ply, action)
            child = successor(block, state, action, depth)
        # One action ahead: while a child is searched, the memory that its sibling's entry lies in comes nearer.
        is_ahead = TABLE and depth > 1 and i + 1 < n and is_scored
        if is_ahead:
            following = bring_best(at, scores, i + 1, n)
            store(block, PATH + ply, following)
            sibling = successor(block, state, following, depth)
            prefetch(bucket(block, table_hash(sibling)))
        store(block, PATH + ply, action)
        less = reduction(block, state, action, depth, int64(i)) if REDUCTIONS else 0
        top = alpha + 1 if PVS and is_open and best != NONE else beta
        while True:
            low, high = (-top, -alpha) if player != 0 else (alpha, top)
            found = search(block, child, depth - 1 - less, low, high, ply + 1, base + n)
            if player != 0:
                found = -found
            if load(block, STOPPED) != 0:
                return 0
            if REDUCTIONS and less > 0 and found > alpha:
                less = 0
                continue
            if top == beta or found < top or found >= beta:
                break
            top = beta
        if REDUCTIONS and less > 0:
            trust(block)
        if SINGULAR_EXTENSION:
            second, last = max(second, min(found, best)), i
        if found > best:
            best, best_action = found, action
            if found > alpha:
                if found >= beta:
                    if FLAT or depth > 0:
                        note_refutation(block, action, player, ply, depth)
                    break
                alpha = found
                copy_line(block, action, ply)
    # 6. Remember what was found.
    if SINGULAR_EXTENSION and last == n - 1 and second != NONE:
        note_singular(block, state, best_action, player, depth, best - second)
    if TABLE and (FLAT or depth > 0):
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        if is_settled(bound, best) and not (SELECTIVE and load(block, LEANS) != leans):
            settle(block, estimates, leans, repeats)
        # A value that leans on the path is never stored as one that holds at any depth.
        is_free = load(block, LEANS) == leans and load(block, REPETITIONS) == repeats
        complete = int(load(block, HORIZON) == estimates and not leans_on_path(block, is_free))
        told = wanted if FUTILITY and best_action == -1 else tag(best_action)
        remember(block, entries, key, pack(block, from_state(best - banked, ply), depth, bound, complete, told))
    return -best if player != 0 else best


def run_search(block: int, action: int, depth: int, alpha: int, beta: int) -> int:
    """Search the state after an action of the root, which stands at the block's start."""
    root = ply_load_state(block)
    store(block, PATH, action)
    if SINGULAR_EXTENSION:
        store(block, SINGULAR, int64(depth) + 1)
    if DRAW_REPEATS or ILLEGAL_REPEATS:
        step_into(block, first_of_path(block, root), int64(0))
    child = successor(block, root, int64(action), int64(depth) + 1)
    return search(block, child, int64(depth), int64(alpha), int64(beta), int64(1), int64(0))
