"""Selective search: what is left out of the tree, and what is added to it beyond the horizon.

The twins are `reductions`, `null_move`, `futility`, `prob_cut`, `beam`, `quiescence`, `urgent` and `singular` in
`search/enhancements`. What was fitted or chosen (see `tuning`) stands in words of the block.
"""

from typing import Any

from plywise.kernel.spliced.alpha_beta.leaves import NONE, estimate_value, glance, is_estimate
from plywise.kernel.spliced.alpha_beta.ordering import slot
from plywise.kernel.spliced.alpha_beta.table import table_hash
from plywise.kernel.spliced.common.supplied import (
    BEAM_WIDTH,
    FUTILE_DEPTH,
    FUTILE_MARGIN,
    FUTILITY,
    HORIZON,
    LAST_PLY,
    LATE_DEPTH,
    LATE_FROM,
    LATE_GROWTH,
    LATE_LESS,
    LATE_RANK,
    LEANS,
    LIMIT,
    MODEL,
    MODEL_DEPTHS,
    MODELS,
    NULL_MOVE,
    PASS_DEPTH,
    PASS_GROWTH,
    PASS_LESS,
    PASSED_AT,
    PER_UNIT,
    PROB_CUT,
    PROBING,
    QUIESCENCE,
    QUIET_PLIES,
    SINGULAR,
    SINGULAR_DEPTH,
    SINGULAR_EXTENSION,
    SINGULAR_MARGIN,
    SINGULAR_PLIES,
    SINGULAR_STATES,
    SLOTS,
    URGENT,
    URGENT_PLIES,
    int64,
    load,
    load_float,
    ply_decode,
    ply_rank,
    rule_actions,
    rule_is_urgent,
    rule_noisy_actions,
    rule_rank,
    rule_result,
    store,
)


def trust(block: int) -> None:
    """Note that part of the tree was left out: nothing above is proven."""
    store(block, HORIZON, load(block, HORIZON) + 1)
    store(block, LEANS, load(block, LEANS) + 1)


def probe_limit(block: int, attempt: int, depth: int, alpha: int, beta: int, ply: int, look: int) -> int:
    """Return what a less deep search is asked to reach so that this one can be left out; NONE where that isn't tried.

    Attempt 0 is a pass against beta, 1 a shallow search against beta, 2 one against alpha (see `ShallowModel`).
    `look` is what the state looks like to the player to move: within the bound, a shallow search would be wasted.
    """
    if attempt == 0:
        is_apt = NULL_MOVE and depth >= load(block, PASS_DEPTH) and load(block, PASSED_AT) != ply
        return beta if is_apt and look >= beta and is_estimate(beta) else NONE
    bound = beta if attempt == 1 else alpha
    is_apt = PROB_CUT and depth < MODEL_DEPTHS and load(block, PROBING) == 0 and is_estimate(bound)
    side = 3 - 2 * attempt
    if not is_apt or load(block, MODELS + MODEL * depth) == 0 or side * look < side * bound:
        return NONE
    model = block + 8 * (MODELS + MODEL * depth)
    slope, offset, margin = load_float(model, 1), load_float(model, 2), load_float(model, 3)
    limit = (bound / PER_UNIT - offset + side * margin) / slope
    if not (limit < LIMIT and limit > -LIMIT):
        return NONE
    steps = int64(side * limit * PER_UNIT)  # towards 0; then to the whole number on the far side
    return side * (steps + 1 if steps < side * limit * PER_UNIT else steps)


def probe_look(block: int, state: Any, depth: int, player: int) -> int:
    """Return what a state looks like to the player to move, where something may be left out because of it."""
    is_apt = NULL_MOVE and depth >= load(block, PASS_DEPTH)
    if FUTILITY:
        is_apt = is_apt or depth <= load(block, FUTILE_DEPTH)
    if PROB_CUT and depth < MODEL_DEPTHS:
        is_apt = is_apt or load(block, MODELS + MODEL * depth) != 0
    if not is_apt:
        return 0
    look = estimate_value(block, state)
    return -look if player != 0 else look


def begin_probe(block: int, attempt: int, ply: int) -> int:
    """Mark that a pass was made, or that the search is a shallow one; return the previous mark."""
    word = PROBING if attempt != 0 else PASSED_AT
    before = load(block, word)
    store(block, word, 1 if attempt != 0 else ply + 1)
    return before


def end_probe(block: int, attempt: int, before: int) -> None:
    """Take the mark back."""
    store(block, PROBING if attempt != 0 else PASSED_AT, before)


def probe_depth(block: int, attempt: int, depth: int) -> int:
    """Return how deep an attempt looks."""
    if attempt != 0:
        return load(block, MODELS + MODEL * depth)
    return depth - 1 - load(block, PASS_LESS) - (depth * load(block, PASS_GROWTH) >> 4)


def futile_margin(block: int, state: Any, depth: int) -> int:
    """Return how far from a bound an estimate must lie to leave something out; -1 where nothing is."""
    if depth > load(block, FUTILE_DEPTH) or rule_is_urgent(state):
        return -1
    return depth * load(block, FUTILE_MARGIN)


def reduction(block: int, state: Any, action: int, depth: int, place: int) -> int:
    """Return how many plies less an action is looked into, by its place in the order."""
    if place < load(block, LATE_FROM) or depth < load(block, LATE_DEPTH):
        return 0
    if ply_rank(rule_rank(state, ply_decode(action))) > load(block, LATE_RANK):
        return 0
    return load(block, LATE_LESS) + (load(block, LATE_GROWTH) * digits(depth) * digits(place) >> 4)


def digits(number: int) -> int:
    """Return the binary digits of a number from 1 on: 1, 2, 2, 3, 3, 3, 3, 4, ..."""
    count = 0
    while number > 0:
        number >>= 1
        count += 1
    return count


def keep_best(block: int, state: Any, at: int, looks: int, n: int, player: int, ply: int, base: int) -> int:
    """Keep the actions that lead to what looks best, in their order; return how many there are."""
    width = load(block, BEAM_WIDTH)
    if n <= width:
        return n
    trust(block)
    for i in range(n):
        look = glance(block, rule_result(state, ply_decode(load(at, i))), ply + 1, base + n)
        store(looks, i, -look if player != 0 else look)
    for _ in range(width):
        best, most = 0, NONE
        for i in range(n):
            if load(looks, i) > most:
                best, most = i, load(looks, i)
        store(looks, best, NONE)
    kept = 0
    for i in range(n):
        if load(looks, i) == NONE:
            store(at, kept, load(at, i))
            kept += 1
    return kept


def actions_beyond(block: int, state: Any, at: int, depth: int, player: int) -> int:
    """Store the actions that are looked at although the depth is spent: noisy ones, then remembered singular ones."""
    n = rule_noisy_actions(state, at, int64(0)) if QUIESCENCE and depth > -load(block, QUIET_PLIES) else 0
    if SINGULAR_EXTENSION and depth > -load(block, SINGULAR_PLIES):
        noisy, rest = n, at + 8 * n
        for i in range(rule_actions(state, rest, int64(0))):
            action = load(rest, i)
            is_new = load(block, SINGULAR + 1 + slot(player, action)) == action + 1
            for j in range(noisy):
                is_new = is_new and load(at, j) != action
            if is_new:
                store(at, n, action)
                n += 1
    return n


def is_extended(block: int, state: Any, depth: int, ply: int) -> bool:
    """Whether a state is looked into a ply deeper, not beyond the horizon: it is urgent, or has a singular action."""
    if depth < 0 or ply + depth >= LAST_PLY - 4:  # a depth has eight bits in the table
        return False
    if SINGULAR_EXTENSION and ply + depth - load(block, SINGULAR) < load(block, SINGULAR_PLIES):
        key = table_hash(state)
        if key != 0 and load(block, singular_state(block, key)) == key:
            return True
    if URGENT and ply < load(block, URGENT_PLIES):
        return rule_is_urgent(state)
    return False


def note_singular(block: int, state: Any, action: int, player: int, depth: int, lead: int) -> None:
    """Remember an action that is better than all others by a margin, and the state in which it is."""
    if depth >= load(block, SINGULAR_DEPTH) and lead >= load(block, SINGULAR_MARGIN):
        store(block, SINGULAR + 1 + slot(player, action), action + 1)
        key = table_hash(state)
        store(block, singular_state(block, key), key)


def singular_state(block: int, key: int) -> int:
    """Return the word that holds the key of a state with a singular action, or may hold it."""
    place = key & SINGULAR_STATES - 1
    for _ in range(16):
        known = load(block, SINGULAR + 1 + 2 * SLOTS + place)
        if known == key or known == 0:
            break
        place = place + 1 & SINGULAR_STATES - 1
    return SINGULAR + 1 + 2 * SLOTS + place
