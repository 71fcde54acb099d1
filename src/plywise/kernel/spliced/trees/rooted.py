"""A tree and its root: simulations until the limit, the best line from a record, a subtree that becomes the tree."""

from plywise.kernel.spliced.common.budget import must_stop
from plywise.kernel.spliced.common.supplied import (
    KNOWN,
    LOW,
    MAX_NODES,
    PATH,
    RECORD_WORDS,
    SIMULATIONS,
    SPENT,
    TREE_AT,
    int64,
    load,
    load_float,
    ply_load_state,
    store,
)
from plywise.kernel.spliced.trees.records import (
    BYTES,
    CODE,
    LINKS,
    TOTAL,
    VISITS,
    children_at,
    is_proven,
    links_of,
    mover,
    prove,
    proven_to,
    width,
)
from plywise.kernel.spliced.trees.selection import score
from plywise.kernel.spliced.trees.uct import (
    keep_children,
    list_options,
    simulate,
)


def run_simulations(block: int, count: int) -> int:
    """Simulate `count` times, unless the root is proven, the budget spent or the flag raised; return how often.

    Requires a root at the block's start at which the game goes on. Its children are added if it has none yet: one
    thread must do that before others share the tree.
    """
    root = load(block, TREE_AT)
    if width(load(root, LINKS)) == 0:
        state = ply_load_state(block)
        keep_children(block, root, state, int64(0), list_options(block, state, int64(0)))
        links = load(root, LINKS)
        store(block, SPENT, width(links) + 1)
        prove(block, root, mover(links), children_at(block, links), width(links))
    while (
        load(block, SIMULATIONS) < count
        and not is_proven(links_of(root))
        and not must_stop(block)
        and load(block, SPENT) < load(block, MAX_NODES)
    ):
        simulate(block)
        store(block, SIMULATIONS, load(block, SIMULATIONS) + 1)
    return load(block, SIMULATIONS)


def best_child(block: int, links: int) -> int:
    """Return the child proven best if it is as good as the mean of the one visited most, otherwise that one; or 0."""
    player, child = mover(links), children_at(block, links)
    known, worth, favourite, visits, mean = int64(0), 0.0, int64(0), int64(0), 0.0
    for _ in range(width(links)):
        tried = load(child, VISITS)
        if is_proven(load(child, LINKS)):
            value = proven_to(child, player)
            if known == 0 or value > worth:
                known, worth = child, value
        elif tried > 0:
            average = load_float(child, TOTAL) / float(tried)
            if tried > visits or (tried == visits and average > mean):
                favourite, visits, mean = child, tried, average
        child += BYTES
    if known == 0 or favourite == 0:
        return known + favourite
    return known if score(block, worth) >= mean and worth > LOW else favourite


def run_best_line(block: int, record: int) -> int:
    """Write the best actions from a record on to PATH, as far as known or to the first roll; return how many.

    KNOWN is the number of the record at the line's end.
    """
    tree, length = load(block, TREE_AT), int64(0)
    at = tree + BYTES * record
    links = load(at, LINKS)
    while width(links) > 0 and mover(links) >= 0:
        child = best_child(block, links)
        if child == 0:
            break
        store(block, PATH + length, load(child, CODE))
        length += 1
        at, links = child, load(child, LINKS)
    store(block, KNOWN, (at - tree) // BYTES)
    return length


def run_move_tree(block: int, record: int, target: int) -> int:
    """Copy a record and all below it to the start of other memory, layer by layer; return how many records that are."""
    source = load(block, TREE_AT)
    copy(source + BYTES * record, target, int64(1))
    scanned, used = int64(0), int64(1)
    while scanned < used:
        at = target + BYTES * scanned
        links = load(at, LINKS)
        n = width(links)
        if n > 0:
            copy(source + BYTES * (links >> 24), target + BYTES * used, n)
            store(at, LINKS, used << 24 | links & 0xFFFFFF)
            used += n
        scanned += 1
    return used


def copy(source: int, target: int, n: int) -> None:
    """Copy n records."""
    for i in range(n * RECORD_WORDS):
        store(target, i, load(source, i))
