"""Where each key stands in a row of them, as it is compiled: looked up in a table of places, many at a time.

    table   int32s, a power of two of them and at least twice as many as keys: a place + 1, or 0

A key is first looked for where `spread` says, and then in what follows. Halving a sorted row would take some twenty
steps through memory, each waiting for the one before; here it is two, and those of many keys don't wait for each other.
"""

from plywise.kernel.spliced.common.supplied import (
    WANTED,
    WORDS,
    int64,
    load,
    load_int,
    logical_shift,
    prefetch,
    store,
    store_int,
)

AHEAD = 12
"""How many keys ahead the memory is asked for in which a key will be looked for."""


def spread(key: int) -> int:
    """Return a number whose low bits say where a key is looked for first: keys that are near lie far apart."""
    number = int64(0)
    for w in range(WORDS):
        number = (number ^ load(key, w)) * -7046029254386353131
        number ^= logical_shift(number, 32)
    return number


def is_key(key: int, keys: int, place: int) -> bool:
    """Whether a key is the one in a place."""
    at, apart = keys + 8 * WORDS * place, int64(0)
    for w in range(WORDS):
        apart |= load(at, w) ^ load(key, w)
    return apart == 0


def copy_key(key: int, out: int) -> None:
    """Copy a key."""
    for w in range(WORDS):
        store(out, w, load(key, w))


def where(key: int, keys: int, table: int, mask: int) -> int:
    """Return where in the table a key is, or where it should be."""
    at = spread(key) & mask
    while load_int(table, at) != 0 and not is_key(key, keys, load_int(table, at) - 1):
        at = at + 1 & mask
    return at


def run_places(block: int, keys: int, n: int, table: int, mask: int) -> int:
    """Write the places of different keys into a table of zeros."""
    for i in range(n):
        prefetch(table + 4 * (spread(keys + 8 * WORDS * min(i + AHEAD, n - 1)) & mask))
        at = spread(keys + 8 * WORDS * i) & mask
        while load_int(table, at) != 0:
            at = at + 1 & mask
        store_int(table, at, i + 1)
    return n


def guess(block: int, keys: int, table: int, mask: int, out: int, n: int) -> None:
    """Put into the edges of wanted keys what stands where each is looked for first; memory is asked for those keys."""
    wanted = block + 8 * WANTED
    for i in range(n):
        place = load_int(table, spread(wanted + 8 * WORDS * i) & mask) - 1
        prefetch(keys + 8 * WORDS * place)
        store_int(out, i, place << 1 | load_int(out, i))


def look_up(block: int, keys: int, table: int, mask: int, out: int, n: int, missing: int, missed: int) -> int:
    """Put the places of wanted keys into their edges; -1, and the key among those missing, where it has none.

    Return how many are missing then. At first only what stands where each is looked for is read, many at a time, for
    the memory is far away; usually that is right.
    """
    wanted = block + 8 * WANTED
    guess(block, keys, table, mask, out, n)
    for i in range(n):
        edge, key = load_int(out, i), wanted + 8 * WORDS * i
        if edge < 0 or not is_key(key, keys, edge >> 1):
            place = load_int(table, where(key, keys, table, mask)) - 1
            store_int(out, i, place << 1 | edge & 1)
            if place < 0:
                copy_key(key, missing + 8 * WORDS * missed)
                missed += 1
    return missed


def run_insert(block: int, missing: int, n: int, keys: int, count: int, table: int, mask: int, places: int) -> int:
    """Give each of some keys a place, the next one if it has none yet; return how many there are then."""
    for i in range(n):
        prefetch(table + 4 * (spread(missing + 8 * WORDS * min(i + 2 * AHEAD, n - 1)) & mask))
        prefetch(keys + 8 * WORDS * load_int(table, spread(missing + 8 * WORDS * min(i + AHEAD, n - 1)) & mask))
        key = missing + 8 * WORDS * i
        at = where(key, keys, table, mask)
        if load_int(table, at) == 0:
            copy_key(key, keys + 8 * WORDS * count)
            count += 1
            store_int(table, at, count)
        store_int(places, i, load_int(table, at) - 1)
    return count
