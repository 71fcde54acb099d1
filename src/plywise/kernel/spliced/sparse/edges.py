"""Which state leads to which, as it is compiled: what lets a game with cycles be decided backwards, each edge once.

    edge    int32: place << 1 | whether the same player moves there too
    starts  int64 by place: where in the row of edges those that lead there begin; one more than there are places

Forwards an edge holds where it leads, turned round where it comes from. Codes are those of `sparse`; `lefts` are
int16s, the actions of each state that aren't known to lose.
"""

from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    AT_ONCE,
    MAX_ACTIONS,
    MISSED,
    OWN_TERMINAL,
    SYMMETRIC,
    TAKEN,
    WANTED,
    WORDS,
    int64,
    load,
    load_int,
    load_short,
    ply_decode,
    ply_RulesError,
    ply_who,
    prefetch,
    put_key,
    rule_actions,
    rule_canonical,
    rule_is_terminal,
    rule_result,
    state_at,
    store,
    store_int,
    store_short,
)
from plywise.kernel.spliced.sparse.places import look_up
from plywise.kernel.spliced.sparse.sparse import EMPTY, LOST, WON, end_code


def put_edges(block: int, keys: int, i: int, codes: int, lefts: int, out: int, written: int, known: int) -> int:
    """Write a state's edges, as yet without places, after those written, and its code if it is an end.

    The keys that they lead to are put among those wanted, for all edges from `known` on. Return how many are written.
    """
    at, wanted = block + 8 * ACTIONS, block + 8 * WANTED
    store(block, TAKEN, i)
    state = state_at(block, keys + 8 * WORDS * i)
    player = ply_who(state)
    is_over = rule_is_terminal(state) if OWN_TERMINAL else False
    count = 0 if is_over else rule_actions(state, at, int64(0))
    if count == 0:
        if OWN_TERMINAL and not is_over:
            raise ply_RulesError("A state that isn't terminal offers no action.")
        store_short(codes, i, end_code(state, player))
    store_short(lefts, i, count)
    for j in range(count):
        after = rule_result(state, ply_decode(load(at, j)))
        put_key(block, wanted + 8 * WORDS * (written + j - known), rule_canonical(after) if SYMMETRIC else after)
        store_int(out, written + j, 1 if ply_who(after) == player else 0)
    return written + count


def run_edges(
    block: int,
    keys: int,
    table: int,
    mask: int,
    first: int,
    last: int,
    codes: int,
    lefts: int,
    out: int,
    room: int,
    missing: int,
) -> int:
    """Write the edges of some states, and the codes of those that are ends; return how many, and in TAKEN how far.

    Edges to states that have no place yet are negative; their keys, in this order, are missing, MISSED of them.
    """
    written, known, missed, taken = int64(0), int64(0), int64(0), last
    for i in range(first, last):
        if written - known >= AT_ONCE:
            missed = look_up(block, keys, table, mask, out + 4 * known, written - known, missing, missed)
            known = written
        if written + MAX_ACTIONS > room:
            taken = i
            break
        written = put_edges(block, keys, i, codes, lefts, out, written, known)
    store(block, MISSED, look_up(block, keys, table, mask, out + 4 * known, written - known, missing, missed))
    store(block, TAKEN, taken)
    return written


def run_tally(block: int, edges: int, n: int, counts: int) -> int:
    """Count the edges that lead to each place; return how many of all have the same player move there too."""
    again = 0
    for i in range(n):
        edge = load_int(edges, i)
        store(counts, edge >> 1, load(counts, edge >> 1) + 1)
        again += edge & 1
    return again


def run_turn(block: int, edges: int, first: int, last: int, lefts: int, fill: int, turned: int) -> int:
    """Put the edges of some states where those to the same place stand; `fill` says where the next one goes."""
    taken = 0
    for i in range(first, last):
        for _ in range(load_short(lefts, i)):
            edge = load_int(edges, taken)
            taken += 1
            at = load(fill, edge >> 1)
            store(fill, edge >> 1, at + 1)
            store_int(turned, at, i << 1 | edge & 1)
    return taken


def ask_ahead(fresh: int, i: int, n: int, starts: int, turned: int) -> None:
    """Ask for the memory that will say where the edges to later states begin, and for their first edges."""
    prefetch(starts + 8 * load(fresh, min(i + 16, n - 1)))
    prefetch(turned + 4 * load(starts, load(fresh, min(i + 8, n - 1))))


def run_backwards(
    block: int, fresh: int, n: int, starts: int, turned: int, again: int, codes: int, lefts: int, number: int, out: int
) -> int:
    """Decide in pass `number` all that the states decided one pass before decide: first wins, then losses; count it.

    With `again` at 0 players take turns: only what is lost decides wins, and only what is won losses.
    """
    decided = int64(0)
    for i in range(n):
        ask_ahead(fresh, i, n, starts, turned)
        place = load(fresh, i)
        is_won = load_short(codes, place) < 0
        if is_won and again == 0:
            continue
        for j in range(load(starts, place), load(starts, place + 1)):
            edge = load_int(turned, j)
            if is_won == (edge & 1 == 1) and load_short(codes, edge >> 1) == EMPTY:
                store_short(codes, edge >> 1, WON + number)
                store(out, decided, edge >> 1)
                decided += 1
    for i in range(n):
        ask_ahead(fresh, i, n, starts, turned)
        place = load(fresh, i)
        is_won = load_short(codes, place) < 0
        if not is_won and again == 0:
            continue
        for j in range(load(starts, place), load(starts, place + 1)):
            edge = load_int(turned, j)
            if is_won != (edge & 1 == 1):
                left = load_short(lefts, edge >> 1) - 1
                store_short(lefts, edge >> 1, left)
                if left == 0 and load_short(codes, edge >> 1) == EMPTY:
                    store_short(codes, edge >> 1, LOST + number)
                    store(out, decided, edge >> 1)
                    decided += 1
    return decided
