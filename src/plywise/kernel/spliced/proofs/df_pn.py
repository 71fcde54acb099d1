"""Depth-first proof-number search as it is compiled: the twin of `plywise.search.df_pn`, in the same order of states.

    KIDS, a child | key | numbers | what its answer leans on |        side by side with ACTIONS

The children of the states on the path keep their numbers there, whatever the table forgets. What an answer leans on is
first ply + 1, 16 bits | last ply + 1, 16 bits; 0 for nothing.
"""

from typing import Any

from plywise.kernel.spliced.common.answers import is_yes
from plywise.kernel.spliced.common.budget import out_of_budget
from plywise.kernel.spliced.common.ends import is_over
from plywise.kernel.spliced.common.repetition import step_into_key
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    ASKER,
    CYCLIC,
    DRAW_REPEATS,
    DRAWN,
    ENDS,
    HASHES,
    KEYS,
    KIDS,
    LEANS,
    LEFT,
    MAX_ACTIONS,
    PATH,
    PLIES,
    QUANTUM,
    REPEATED,
    ROOT_COUNT,
    ROOT_NUMBERS,
    SCALE,
    SEEN,
    SPENT,
    STACK,
    STOPPED,
    TOO_DEEP,
    WANTED,
    int64,
    load,
    ply_decode,
    ply_load_state,
    ply_RulesError,
    ply_scaled,
    ply_who,
    repetition_hash,
    rule_actions,
    rule_actions_count,
    rule_canonical,
    rule_result,
    rule_utility,
    state_hash,
    store,
)
from plywise.kernel.spliced.proofs.table import (
    INFINITE,
    MOST,
    disproof_of,
    find,
    holds,
    numbers,
    proof_of,
    remember,
)

KEY, NUMBERS, LEAN, KID = 0, 1, 2, 3
"""The words of a child, and how many they are."""

YES = INFINITE << 10
NO = INFINITE << 36
UNSEEN = -1


def state_key(state: Any) -> int:
    """Return what a state is known by in the table: where no path counts, by its canonical image."""
    return state_hash(state) if CYCLIC else state_hash(rule_canonical(state))


def place_on_path(block: int, key: int, ply: int) -> int:
    """Return which ply + 1 of the path before `ply` has a key, 0 where the played game has it, else UNSEEN."""
    seen = load(block, SEEN)
    for i in range(seen + ply - 1, -1, -1):
        if load(block, KEYS + i) == key:
            return max(int64(0), i - seen + 1)
    return int64(UNSEEN)


def look(block: int, state: Any, kid: int, ply: int) -> int:
    """Return the numbers of a state at a ply, as far as they are known without exploring it; note its key."""
    key = state_key(state)
    store(kid, KEY, key)
    store(kid, LEAN, 0)
    if CYCLIC:
        place = place_on_path(block, repetition_hash(state), ply)
        if place != UNSEEN:
            store(kid, LEAN, place << 16 | place)
            if DRAW_REPEATS:
                is_yes(block, load(block, DRAWN), load(block, WANTED))
            else:
                store(block, ENDS, load(block, ENDS) + 1)
            return load(block, REPEATED)
    entry = find(block, key)
    if entry != 0 and holds(block, entry, ply):
        if CYCLIC:
            store(kid, LEAN, load(entry, 3))
        return load(entry, 1) & ~1023
    if is_over(state):
        utility = ply_scaled(rule_utility(state, load(block, ASKER)), SCALE)
        return YES if is_yes(block, utility, load(block, WANTED)) else NO
    n = max(rule_actions_count(state, int64(0)), int64(1))
    return numbers(int64(1), n) if ply_who(state) == load(block, ASKER) else numbers(n, int64(1))


def lean_together(one: int, other: int) -> int:
    """Return what two answers lean on."""
    if one == 0 or other == 0:
        return one | other
    return min(one >> 16, other >> 16) << 16 | max(one & 0xFFFF, other & 0xFFFF)


def lean_above(leans: int, ply: int) -> int:
    """Return what of it is above a ply."""
    if leans >> 16 > ply:
        return int64(0)
    return leans >> 16 << 16 | min(leans & 0xFFFF, ply)


def backed_up(block: int, kids: int, n: int, is_asker: bool, ply: int) -> int:
    """Work a state's numbers out from its children's; LEANS is what an answer leans on."""
    decisive = YES if is_asker else NO
    least, total, leans = int64(INFINITE), int64(0), int64(0)
    for i in range(n):
        kid = kids + 8 * KID * i
        pair = load(kid, NUMBERS)
        if pair == decisive:
            store(block, LEANS, lean_above(load(kid, LEAN), ply))
            return decisive
        own = proof_of(pair) if is_asker else disproof_of(pair)
        least = min(least, own)
        total += disproof_of(pair) if is_asker else proof_of(pair)
        leans = lean_together(leans, load(kid, LEAN))
    if least == INFINITE:
        store(block, LEANS, lean_above(leans, ply))
        return NO if is_asker else YES
    store(block, LEANS, 0)
    total = min(total, MOST)
    return numbers(least, total) if is_asker else numbers(total, least)


def most_proving(kids: int, n: int, is_asker: bool) -> int:
    """Return the child that counts for both numbers, the first of equals, and the second least number above it."""
    best, least, second = int64(0), int64(INFINITE) + 1, int64(INFINITE)
    for i in range(n):
        pair = load(kids + 8 * KID * i, NUMBERS)
        own = proof_of(pair) if is_asker else disproof_of(pair)
        if own < least:
            second = min(second, least)
            best, least = int64(i), own
        else:
            second = min(second, own)
    return second << 32 | best


def visited(block: int) -> int:
    """Return how many states have been visited."""
    return load(block, SPENT) + load(block, QUANTUM) - load(block, LEFT)


# One long function on purpose: one frame a ply, and Numba compiles a recursion of two functions twice as slowly.
def explore(  # noqa: C901
    block: int, state: Any, key: int, ply: int, base: int, proof_limit: int, disproof_limit: int
) -> int:
    """Return a state's numbers once one has reached its limit or the state is decided; 0 where the search was stopped.

    LEANS says what an answer leans on. `base` is how much of the stack of actions is taken.
    """
    if ply >= PLIES - 1:
        store(block, TOO_DEEP, 1)
        store(block, STOPPED, 1)
        return 0
    if base + MAX_ACTIONS > STACK:
        raise ply_RulesError("The line of play is too long for the stack of actions.")
    is_asker, began = ply_who(state) == load(block, ASKER), visited(block)
    if CYCLIC:
        own = repetition_hash(state)
        step_into_key(block, own, ply)
        before = load(block, HASHES + ply - 1) if ply > 0 else int64(0)
        store(block, HASHES + ply, (before ^ own) * -7046029254386353131 + ply)
    at, kids = block + 8 * (ACTIONS + base), block + 8 * (KIDS + KID * base)
    n = rule_actions(state, at, int64(0))
    if n == 0:
        raise ply_RulesError("A state that isn't terminal offers no action.")
    # 1. What is known of the children, as far as one that decides.
    decisive, count = YES if is_asker else NO, int64(0)
    for i in range(n):
        left = load(block, LEFT) - 1
        store(block, LEFT, left)
        if left < 0 and out_of_budget(block):
            return 0
        store(block, PATH + ply, load(at, i))
        kid = kids + 8 * KID * i
        pair = look(block, rule_result(state, ply_decode(load(at, i))), kid, ply + 1)
        store(kid, NUMBERS, pair)
        count = int64(i) + 1
        if ply == 0:
            store(block, ROOT_COUNT, count)
        if pair == decisive:
            break
    # 2. The most-proving child, until a limit is reached.
    while True:
        pair = backed_up(block, kids, count, is_asker, ply)
        if ply == 0:
            store(block, ROOT_NUMBERS, pair)
        proof, disproof = proof_of(pair), disproof_of(pair)
        if proof == 0 or disproof == 0 or proof >= proof_limit or disproof >= disproof_limit:
            break
        chosen = most_proving(kids, count, is_asker)
        second, best = chosen >> 32, chosen & 0xFFFFFFFF
        patience = min(second + second // 4 + 1, int64(INFINITE))
        kid = kids + 8 * KID * best
        held = load(kid, NUMBERS)
        if is_asker:
            upper, lower = min(proof_limit, patience), disproof_limit - disproof + disproof_of(held)
        else:
            upper, lower = proof_limit - proof + proof_of(held), min(disproof_limit, patience)
        action = load(at, best)
        store(block, PATH + ply, action)
        found = explore(
            block, rule_result(state, ply_decode(action)), load(kid, KEY), ply + 1, base + count, upper, lower
        )
        if load(block, STOPPED) != 0:
            return 0
        store(kid, NUMBERS, found)
        store(kid, LEAN, load(block, LEANS))
    # 3. Remember it.
    leans = load(block, LEANS)
    remember(block, key, pair, leans, visited(block) - began)
    return pair


def run_prove(block: int) -> int:
    """Explore the state at the block's start until it is decided or the search is stopped; return its numbers."""
    state = ply_load_state(block)
    left = load(block, LEFT) - 1
    store(block, LEFT, left)
    if left < 0 and out_of_budget(block):
        return 0
    return explore(block, state, state_key(state), int64(0), int64(0), int64(INFINITE), int64(INFINITE))


def run_known(block: int) -> int:
    """Return the numbers that the table has of the state at the block's start, whatever they lean on; 0 for none."""
    entry = find(block, state_key(ply_load_state(block)))
    return load(entry, 1) & ~1023 if entry != 0 else int64(0)
