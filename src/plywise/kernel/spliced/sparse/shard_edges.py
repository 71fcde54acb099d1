"""Which state of a shard leads to which of the next ply, found once and kept: then values come back without search.

    edge    int32: number << 1 | whether the same player moves there too; numbers in the order in which states are found
    owners  int16s by number: the shard that a state belongs to
    fill    int64s by shard: where the next one of its rows goes; one more than there are shards

Codes are those of `sparse`; `lefts` are int16s, the actions of each state.
"""

from plywise.kernel.spliced.common.supplied import (
    AT_ONCE,
    FOUND,
    MAX_ACTIONS,
    TAKEN,
    WANTED,
    WORDS,
    int64,
    load,
    load_int,
    load_short,
    load_unsigned_short,
    logical_shift,
    ply_RulesError,
    prefetch,
    store,
    store_int,
    store_short,
)
from plywise.kernel.spliced.sparse.edges import put_edges
from plywise.kernel.spliced.sparse.places import copy_key, guess, is_key, where
from plywise.kernel.spliced.sparse.sparse import EMPTY, brought, order_of

EDGES_AHEAD = 16
"""How many edges ahead the memory is asked for in which a code will be read."""


def number_wanted(block: int, keys: int, count: int, table: int, mask: int, out: int, n: int) -> int:
    """Put the places of wanted keys into their edges, where new keys get the next ones; return how many have one then.

    As in `look_up`, at first only what stands where each is looked for is read, many at a time.
    """
    wanted = block + 8 * WANTED
    guess(block, keys, table, mask, out, n)
    for i in range(n):
        edge, key = load_int(out, i), wanted + 8 * WORDS * i
        if edge < 0 or not is_key(key, keys, edge >> 1):
            at = where(key, keys, table, mask)
            if load_int(table, at) == 0:
                copy_key(key, keys + 8 * WORDS * count)
                count += 1
                store_int(table, at, count)
            store_int(out, i, load_int(table, at) - 1 << 1 | edge & 1)
    return count


def run_reach(
    block: int,
    level: int,
    first: int,
    last: int,
    codes: int,
    lefts: int,
    out: int,
    room: int,
    keys: int,
    count: int,
    most: int,
    table: int,
    mask: int,
) -> int:
    """Write the edges of some states, the codes of those that are ends, and the keys led to as they are found.

    Return how many edges; in TAKEN how far there was room for edges and for `most` keys, in FOUND how many keys.
    """
    written, known, taken = int64(0), int64(0), last
    for i in range(first, last):
        if written - known >= AT_ONCE:
            count = number_wanted(block, keys, count, table, mask, out + 4 * known, written - known)
            known = written
        if written + MAX_ACTIONS > room or count + written - known + MAX_ACTIONS > most:
            taken = i
            break
        written = put_edges(block, level, i, codes, lefts, out, written, known)
    store(block, FOUND, number_wanted(block, keys, count, table, mask, out + 4 * known, written - known))
    store(block, TAKEN, taken)
    return written


def owner_of(key: int, shards: int) -> int:
    """Return the shard that a key belongs to, as `KeyPartition.owners` does."""
    mixed = int64(0)
    for w in range(WORDS):
        mixed = (mixed ^ load(key, w)) * -7046029254386353131
    return logical_shift(mixed, 32) * shards >> 32


def run_deal(block: int, keys: int, n: int, shards: int, owners: int, fill: int, out: int) -> int:
    """Write whose each key is, and the keys shard by shard; `fill` is 0 and says then where those of each shard end."""
    for i in range(n):
        owner = owner_of(keys + 8 * WORDS * i, shards)
        store_short(owners, i, owner)
        store(fill, owner + 1, load(fill, owner + 1) + 1)
    for shard in range(shards):
        store(fill, shard + 1, load(fill, shard) + load(fill, shard + 1))
    for i in range(n):
        owner = load_unsigned_short(owners, i)
        at = load(fill, owner)
        store(fill, owner, at + 1)
        copy_key(keys + 8 * WORDS * i, out + 8 * WORDS * at)
    return n


def run_collect(block: int, owners: int, n: int, answers: int, fill: int, out: int) -> int:
    """Put codes that stand shard by shard, each shard's from where `fill` says, in the order of their numbers."""
    for i in range(n):
        owner = load_unsigned_short(owners, i)
        at = load(fill, owner)
        store(fill, owner, at + 1)
        store_short(out, i, load_short(answers, at))
    return n


def run_weigh(block: int, lefts: int, n: int, edges: int, m: int, later: int, codes: int) -> int:
    """Write the codes of states that aren't ends, by those of the states that their edges lead to; return the edges."""
    walked = int64(0)
    for i in range(n):
        best = int64(EMPTY)
        for _ in range(load_short(lefts, i)):
            prefetch(later + 2 * (load_int(edges, min(walked + EDGES_AHEAD, m - 1)) >> 1))
            edge = load_int(edges, walked)
            walked += 1
            code = load_short(later, edge >> 1) & 0xFFFF
            if code == EMPTY:
                raise ply_RulesError("A state of the next level isn't known.")
            code = brought(code, edge & 1 == 1)
            best = code if best == EMPTY or order_of(code) > order_of(best) else best
        if best != EMPTY:
            store_short(codes, i, best)
    return walked
