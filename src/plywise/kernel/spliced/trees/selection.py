"""Which child a simulation follows: the formulae of `plywise.search.uct`."""

from plywise.kernel.spliced.common.supplied import (
    DRAW_UTILITY,
    FIRST_PLAY,
    HAS_CHANCE,
    INFINITY,
    KNOWN,
    MARGIN,
    PRIOR,
    RAVE,
    SHARE,
    SPREAD,
    WEIGHT,
    WIN,
    int64,
    load,
    load_float,
    natural_log,
    sqrt,
    store,
)
from plywise.kernel.spliced.trees.lots import (
    draw_below,
    draw_fraction,
)
from plywise.kernel.spliced.trees.records import (
    BYTES,
    LATER_TOTAL,
    LATER_VISITS,
    TOTAL,
    VISITS,
    children_at,
    is_proven,
    links_of,
    mover,
    proven_to,
    width,
)


def select(block: int, at: int, links: int, ply: int) -> int:
    """Return the address of the child to follow, and note the best of the proven ones in KNOWN.

    That is 0 where other threads have proven the last of them just now.
    """
    player, n, first = mover(links), width(links), children_at(block, links)
    if HAS_CHANCE and player < 0:
        return draw_child(block, first, n)
    fresh, known, most = int64(0), int64(0), 0.0
    child = first
    for _ in range(n):
        if is_proven(links_of(child)):
            value = proven_to(child, player)
            if known == 0 or value > most:
                known, most = child, value
        elif load(child, VISITS) == 0:
            fresh += 1
        child += BYTES
    store(block, KNOWN + ply, known)
    if load_float(block, FIRST_PLAY) < INFINITY:
        return most_promising(block, at, first, n, draw_below(block, n))
    chosen = nth_fresh(first, n, draw_below(block, fresh)) if fresh > 0 else int64(0)
    return chosen if chosen != 0 else most_promising(block, at, first, n, int64(0))


def draw_child(block: int, first: int, n: int) -> int:
    """Draw one of the outcomes by its odds."""
    fraction, so_far, child = draw_fraction(block), 0.0, first
    for _ in range(n - 1):
        so_far += load_float(child, SHARE)
        if fraction < so_far:
            return child
        child += BYTES
    return child


def nth_fresh(first: int, n: int, skipped: int) -> int:
    """Return the open child not visited yet that `skipped` others come before; 0 where other threads left none."""
    child = first
    for _ in range(n):
        if load(child, VISITS) == 0 and not is_proven(links_of(child)):
            if skipped == 0:
                return child
            skipped -= 1
        child += BYTES
    return 0


def most_promising(block: int, at: int, first: int, n: int, start: int) -> int:
    """Return the open child whose mean plus bonus is greatest, the first of equals from `start` on."""
    log_visits, weight, rave = natural_log(max(1, load(at, VISITS))), load_float(block, WEIGHT), load_float(block, RAVE)
    best, most, child = int64(0), 0.0, first + BYTES * start
    for i in range(n):
        if i == n - start:
            child = first
        if not is_proven(links_of(child)):
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
