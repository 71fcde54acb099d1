"""UCT as it is compiled: the twin of `plywise.search.uct`, with the same random numbers and the same visits.

States aren't stored but played again from the root. A state's children are looked at when it is visited first, for what
they prove, but kept only when it is visited again: that is the twin's tree in a fraction of its memory.
"""

from typing import Any

from plywise.kernel.spliced.common.budget import must_stop
from plywise.kernel.spliced.common.repetition import (
    is_repeated,
    step_into,
)
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    DEEPEST,
    DRAW_REPEATS,
    DRAW_UNCERTAIN,
    ESTIMATES,
    HAS_CHANCE,
    KNOWN,
    MAX_ACTIONS,
    MAX_NODES,
    ODDS,
    PATH,
    SIMULATIONS,
    SPENT,
    TRAIL,
    TREE_AT,
    TREE_SIZE,
    USED,
    WEIGHT,
    int64,
    load,
    load_float,
    log,
    ply_decode,
    ply_load_state,
    ply_RulesError,
    ply_who,
    rule_result,
    sqrt,
    store,
    store_float,
)
from plywise.kernel.spliced.trees.lots import (
    draw_below,
    draw_fraction,
)
from plywise.kernel.spliced.trees.playouts import (
    is_over,
    note_cut,
    note_draw,
    note_end,
    offer,
    outcome_to,
    play_out,
)
from plywise.kernel.spliced.trees.records import (
    BYTES,
    CODE,
    LINKS,
    SHARE,
    TOTAL,
    VISITS,
    children_at,
    is_proven,
    keep_proof,
    mover,
    prove,
    proven_to,
    take_proof,
    width,
)


def is_leaf(block: int, state: Any, ply: int) -> bool:
    """Whether the game, or the simulation, ends at a state; if so its worth is the outcome."""
    if DRAW_REPEATS and is_repeated(block, state, ply):
        note_draw(block)
        if DRAW_UNCERTAIN:
            store(block, ESTIMATES, load(block, ESTIMATES) + 1)
        return True
    if is_over(state):
        note_end(block, state)
        return True
    if ply >= load(block, DEEPEST):
        note_cut(block, state)
        store(block, ESTIMATES, load(block, ESTIMATES) + 1)
        return True
    return False


def grow(block: int, at: int, state: Any, ply: int) -> int:
    """Write a record's children behind the tree's end; return how many there are. Some may prove it."""
    n = offer(block, state, int64(0))
    if n == 0:
        raise ply_RulesError("A state that isn't terminal offers no action.")
    player = ply_who(state)
    if DRAW_REPEATS:
        step_into(block, state, ply)
    first = load(block, USED)
    child_at = load(block, TREE_AT) + BYTES * first
    for i in range(n):
        code = load(block, ACTIONS + i)
        store(block, PATH + ply, code)
        store(child_at, CODE, code)
        store(child_at, VISITS, 0)
        store_float(child_at, TOTAL, 0.0)
        store(child_at, LINKS, 0)
        if HAS_CHANCE:
            store_float(child_at, SHARE, load_float(block, ODDS + i) if player < 0 else 1.0)
        child = rule_result(state, ply_decode(code))
        if is_leaf(block, child, ply + 1):
            keep_proof(block, child_at)
        child_at += BYTES
    store(at, LINKS, first << 24 | n << 8 | (player + 1) << 1)
    return n


def select(block: int, at: int, links: int, ply: int) -> int:
    """Return the address of the child to follow, and note the best of the proven ones in KNOWN."""
    player, n, first = mover(links), width(links), children_at(block, links)
    if HAS_CHANCE and player < 0:
        return draw_child(block, first, n)
    fresh, known, most = int64(0), int64(0), 0.0
    child = first
    for _ in range(n):
        if is_proven(load(child, LINKS)):
            value = proven_to(child, player)
            if known == 0 or value > most:
                known, most = child, value
        elif load(child, VISITS) == 0:
            fresh += 1
        child += BYTES
    store(block, KNOWN + ply, known)
    if fresh > 0:
        return nth_fresh(first, draw_below(block, fresh))
    return most_promising(block, at, first, n)


def draw_child(block: int, first: int, n: int) -> int:
    """Draw one of the outcomes by its odds."""
    fraction, so_far, child = draw_fraction(block), 0.0, first
    for _ in range(n - 1):
        so_far += load_float(child, SHARE)
        if fraction < so_far:
            return child
        child += BYTES
    return child


def nth_fresh(first: int, skipped: int) -> int:
    """Return the open child not visited yet that `skipped` others come before."""
    child = first
    while True:
        if load(child, VISITS) == 0 and not is_proven(load(child, LINKS)):
            if skipped == 0:
                return child
            skipped -= 1
        child += BYTES


def most_promising(block: int, at: int, first: int, n: int) -> int:
    """Return the open child whose mean plus bonus is greatest, the first of equals; requires all to be visited."""
    log_visits, weight = log(float(load(at, VISITS))), load_float(block, WEIGHT)
    best, most, child = int64(0), 0.0, first
    for _ in range(n):
        if not is_proven(load(child, LINKS)):
            visits = float(load(child, VISITS))
            promise = load_float(child, TOTAL) / visits + weight * sqrt(log_visits / visits)
            if best == 0 or promise > most:
                best, most = child, promise
        child += BYTES
    return best


def back_up(block: int, last: int) -> None:
    """Count the visit of every record on the trail, from the last to the root; from a proven one on, its value."""
    is_news = False
    for ply in range(last, -1, -1):
        at = load(block, TRAIL + ply)
        links = load(at, LINKS)
        store(at, VISITS, load(at, VISITS) + 1)
        if is_proven(links):
            take_proof(block, at)
            is_news = True
            continue
        if is_news and prove(block, at):
            continue
        if ply < last and not is_news and not (HAS_CHANCE and mover(links) < 0):
            prefer_known(block, ply, mover(links))
        is_news = False
        chooser = int64(0)
        if ply > 0:
            chooser = max(mover(load(load(block, TRAIL + ply - 1), LINKS)), 0)
        store_float(at, TOTAL, load_float(at, TOTAL) + outcome_to(block, chooser))


def prefer_known(block: int, ply: int, player: int) -> None:
    """Make the best proven child's utilities the outcome where the player would rather have them than what it tried."""
    known, tried = load(block, KNOWN + ply), load(block, TRAIL + ply + 1)
    if known != 0 and proven_to(known, player) >= load_float(tried, TOTAL) / float(load(tried, VISITS)):
        take_proof(block, known)


def visit(block: int, at: int, state: Any, ply: int) -> bool:
    """Reach a record without children: True where the simulation ends with it, False where there are some now.

    At the first visit they are looked at for what they prove, and forgotten; at the second they are kept.
    """
    if load(at, VISITS) == 0:
        n = grow(block, at, state, ply)
        store(block, SPENT, load(block, SPENT) + n)
        is_settled = prove(block, at)
        store(at, LINKS, 1 if is_settled else 0)
        if is_settled:
            return True
    elif load(block, USED) + 2 * MAX_ACTIONS <= load(block, TREE_SIZE):
        store(block, USED, load(block, USED) + grow(block, at, state, ply))
        return False
    else:
        n = offer(block, state, int64(0))
    store(block, SPENT, load(block, SPENT) + play_out(block, state, ply, n))
    return True


def simulate(block: int) -> None:
    """Go once from the root to the end of the game, and take the outcome back."""
    state = ply_load_state(block)
    at, ply = load(block, TREE_AT), int64(0)
    store(block, TRAIL, at)
    while not is_proven(load(at, LINKS)):
        if width(load(at, LINKS)) == 0 and visit(block, at, state, ply):
            break
        if DRAW_REPEATS:
            step_into(block, state, ply)
        at = select(block, at, load(at, LINKS), ply)
        code = load(at, CODE)
        store(block, PATH + ply, code)
        after = rule_result(state, ply_decode(code))
        state = after
        ply += 1
        store(block, TRAIL + ply, at)
    store(block, SPENT, load(block, SPENT) + ply)
    back_up(block, ply)


def run_simulations(block: int, count: int) -> int:
    """Simulate `count` times, unless the root is proven, the budget spent or the flag raised; return how often.

    Requires a root at the block's start at which the game goes on, and the tree's first record for it, all zeros.
    """
    root = load(block, TREE_AT)
    if width(load(root, LINKS)) == 0:
        n = grow(block, root, ply_load_state(block), int64(0))
        store(block, USED, load(block, USED) + n)
        store(block, SPENT, n + 1)
        prove(block, root)
    while (
        load(block, SIMULATIONS) < count
        and not is_proven(load(root, LINKS))
        and not must_stop(block)
        and load(block, SPENT) < load(block, MAX_NODES)
    ):
        simulate(block)
        store(block, SIMULATIONS, load(block, SIMULATIONS) + 1)
    return load(block, SIMULATIONS)
