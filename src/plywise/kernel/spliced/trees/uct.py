"""UCT as it is compiled: the twin of `plywise.search.uct`, with the same random numbers and the same visits.

States aren't stored but played again from the root. A state's children are looked at when it is visited first, for what
they prove, but kept only when it is visited again: that is the twin's tree in a fraction of its memory. Until then
they are written to SPARE, which lies behind the tree.
"""

from typing import Any

from plywise.kernel.spliced.common.budget import must_stop
from plywise.kernel.spliced.common.repetition import (
    is_repeated,
    keep_legal,
    step_into,
)
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    DEEPEST,
    DRAW_REPEATS,
    DRAW_UNCERTAIN,
    DRAW_UTILITY,
    ESTIMATES,
    FIRST_PLAY,
    GAINS,
    HAS_CHANCE,
    ILLEGAL_REPEATS,
    INFINITY,
    KNOWN,
    MARGIN,
    MAX_NODES,
    ODDS,
    PATH,
    PLAYED,
    PRIOR,
    RAVE,
    SHARE,
    SIMULATIONS,
    SPARE,
    SPENT,
    SPREAD,
    TRAIL,
    TREE_AT,
    TREE_SIZE,
    USED,
    WEIGHT,
    WIN,
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
from plywise.kernel.spliced.trees.later_moves import (
    count_later_moves,
    note_first,
)
from plywise.kernel.spliced.trees.lots import (
    draw_below,
    draw_fraction,
)
from plywise.kernel.spliced.trees.playouts import (
    is_over,
    is_roll,
    note_cut,
    note_draw,
    note_end,
    note_play,
    offer,
    outcome_to,
    play_out,
)
from plywise.kernel.spliced.trees.records import (
    BYTES,
    CODE,
    LATER_TOTAL,
    LATER_VISITS,
    LINKS,
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


def list_options(block: int, state: Any, ply: int) -> int:
    """Make a state part of the path and write what is legal there to the block; return how many there are.

    There is none where every action would repeat a state illegally.
    """
    n = offer(block, state, int64(0))
    if n == 0:
        raise ply_RulesError("A state that isn't terminal offers no action.")
    if DRAW_REPEATS or ILLEGAL_REPEATS:
        step_into(block, state, ply)
    if ILLEGAL_REPEATS and not is_roll(state):
        n = keep_legal(block, state, block + 8 * ACTIONS, n, ply)
    return n


def grow(block: int, state: Any, ply: int, n: int, child_at: int) -> None:
    """Write records of the n states that the options listed lead to, from an address on."""
    player = ply_who(state)
    for i in range(n):
        code = load(block, ACTIONS + i)
        store(block, PATH + ply, code)
        store(child_at, CODE, code)
        store(child_at, VISITS, 0)
        store_float(child_at, TOTAL, 0.0)
        store(child_at, LINKS, 0)
        store(child_at, LATER_VISITS, 0)
        store_float(child_at, LATER_TOTAL, 0.0)
        if HAS_CHANCE:
            store_float(child_at, SHARE, load_float(block, ODDS + i) if player < 0 else 1.0)
        if SPREAD:
            store_float(child_at, GAINS, 0.0)
        child = rule_result(state, ply_decode(code))
        if is_leaf(block, child, ply + 1):
            keep_proof(block, child_at)
        child_at += BYTES


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
    if load_float(block, FIRST_PLAY) < INFINITY:
        return most_promising(block, at, first, n, draw_below(block, n))
    if fresh > 0:
        return nth_fresh(first, draw_below(block, fresh))
    return most_promising(block, at, first, n, int64(0))


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


def most_promising(block: int, at: int, first: int, n: int, start: int) -> int:
    """Return the open child whose mean plus bonus is greatest, the first of equals from `start` on."""
    log_visits, weight, rave = log(float(max(1, load(at, VISITS)))), load_float(block, WEIGHT), load_float(block, RAVE)
    best, most, child = int64(0), 0.0, first + BYTES * start
    for i in range(n):
        if i == n - start:
            child = first
        if not is_proven(load(child, LINKS)):
            visits = float(load(child, VISITS))
            mean = load_float(child, TOTAL) / visits if visits > 0 else load_float(block, FIRST_PLAY)
            if rave > 0:
                share = sqrt(rave / (3.0 * visits + rave))
                later = load_float(child, LATER_TOTAL) + load_float(block, PRIOR)
                mean = share * later / float(load(child, LATER_VISITS) + 1) + (1.0 - share) * mean
            promise = mean + weight * sqrt(log_visits / max(1.0, visits))
            if best == 0 or promise > most:
                best, most = child, promise
        child += BYTES
    return best


def score(block: int, utility: float) -> float:
    """Return what a utility counts for where actions are compared."""
    if not SPREAD or load_float(block, MARGIN) >= 1.0:
        return utility
    lead, win = utility - DRAW_UTILITY, 0.0
    if lead > 0:
        win = load_float(block, WIN)
    elif lead < 0:
        win = -load_float(block, WIN)
    return DRAW_UTILITY + load_float(block, MARGIN) * lead + win


def back_up(block: int, last: int) -> None:
    """Count the visit of every record on the trail, from the last to the root; from a proven one on, its value."""
    is_news, rave = False, load_float(block, RAVE) > 0
    if rave:
        for ply in range(load(block, PLAYED) - 1, last - 1, -1):
            note_first(block, ply)
    for ply in range(last, -1, -1):
        at = load(block, TRAIL + ply)
        links = load(at, LINKS)
        store(at, VISITS, load(at, VISITS) + 1)
        if rave and ply < last:
            note_first(block, ply)
        if is_proven(links):
            take_proof(block, at)
            is_news = True
            continue
        if is_news and prove(block, at, mover(links), children_at(block, links), width(links)):
            continue
        if ply < last and not (HAS_CHANCE and mover(links) < 0):
            if rave:
                later = score(block, outcome_to(block, mover(links)))
                count_later_moves(block, children_at(block, links), width(links), mover(links), later)
            if not is_news:
                prefer_known(block, ply, mover(links))
        is_news = False
        chooser = int64(0)
        if ply > 0:
            chooser = max(mover(load(load(block, TRAIL + ply - 1), LINKS)), 0)
        add_outcome(block, at, outcome_to(block, chooser))


def add_outcome(block: int, at: int, utility: float) -> None:
    """Add to a record what its chooser gets."""
    store_float(at, TOTAL, load_float(at, TOTAL) + score(block, utility))
    if SPREAD:
        store_float(at, GAINS, load_float(at, GAINS) + utility)


def prefer_known(block: int, ply: int, player: int) -> None:
    """Make the best proven child's utilities the outcome where the player would rather have them than what it tried."""
    known, tried = load(block, KNOWN + ply), load(block, TRAIL + ply + 1)
    if known != 0 and score(block, proven_to(known, player)) >= load_float(tried, TOTAL) / float(load(tried, VISITS)):
        take_proof(block, known)


def visit(block: int, at: int, state: Any, ply: int) -> bool:
    """Reach a record without children: True where the simulation ends with it, False where there are some now.

    At the first visit they are looked at for what they prove, and forgotten; at the second they are kept.
    """
    if load(at, VISITS) == 0:
        n = list_options(block, state, ply)
        store(block, SPENT, load(block, SPENT) + n)
        if n == 0:
            note_end(block, state)
            keep_proof(block, at)
            return True
        grow(block, state, ply, n, load(block, SPARE))
        if prove(block, at, ply_who(state), load(block, SPARE), n):
            return True
    else:
        n = list_options(block, state, ply)
        if load(block, USED) + n <= load(block, TREE_SIZE):
            keep_children(block, at, state, ply, n)
            return False
    store(block, SPENT, load(block, SPENT) + play_out(block, state, ply))
    return True


def keep_children(block: int, at: int, state: Any, ply: int, n: int) -> None:
    """Give a record its n children."""
    first = load(block, USED)
    store(block, USED, first + n)
    grow(block, state, ply, n, load(block, TREE_AT) + BYTES * first)
    store(at, LINKS, first << 24 | n << 8 | (ply_who(state) + 1) << 1)


def simulate(block: int) -> None:
    """Go once from the root to the end of the game, and take the outcome back."""
    state = ply_load_state(block)
    at, ply = load(block, TREE_AT), int64(0)
    store(block, TRAIL, at)
    store(block, PLAYED, 0)
    while not is_proven(load(at, LINKS)):
        if width(load(at, LINKS)) == 0 and visit(block, at, state, ply):
            break
        if DRAW_REPEATS or ILLEGAL_REPEATS:
            step_into(block, state, ply)
        at = select(block, at, load(at, LINKS), ply)
        code = load(at, CODE)
        note_play(block, ply, ply_who(state), code)
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
        state = ply_load_state(block)
        n = list_options(block, state, int64(0))
        keep_children(block, root, state, int64(0), n)
        store(block, SPENT, n + 1)
        prove(block, root, ply_who(state), children_at(block, load(root, LINKS)), n)
    while (
        load(block, SIMULATIONS) < count
        and not is_proven(load(root, LINKS))
        and not must_stop(block)
        and load(block, SPENT) < load(block, MAX_NODES)
    ):
        simulate(block)
        store(block, SIMULATIONS, load(block, SIMULATIONS) + 1)
    return load(block, SIMULATIONS)
