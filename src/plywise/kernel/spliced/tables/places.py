"""Where each key stands in a sorted row of them, as it is compiled: looked up in a table of places, many at a time.

    table   int32s, a power of two of them and at least twice as many as keys: a place + 1, or 0

A key is first looked for where `spread` says, and then in what follows. Halving the row would take some twenty steps
through memory, each waiting for the one before; here it is two, and those of many keys don't wait for each other.
"""

from plywise.kernel.spliced.common.supplied import (
    TAKEN,
    WANTED,
    WORDS,
    int64,
    load,
    load_int,
    load_short,
    logical_shift,
    ply_RulesError,
    store,
    store_int,
)


def spread(key: int) -> int:
    """Return a number whose low bits say where a key is looked for first: keys that are near lie far apart."""
    number = int64(0)
    for w in range(WORDS):
        number = (number ^ load(key, w)) * -7046029254386353131
        number ^= logical_shift(number, 32)
    return number


def run_places(block: int, keys: int, n: int, table: int, mask: int) -> int:
    """Write the place of each key, and 1, into a table of zeros: where the key is looked for, or next to it."""
    for i in range(n):
        at = spread(keys + 8 * WORDS * i) & mask
        while load_int(table, at) != 0:
            at = at + 1 & mask
        store_int(table, at, i + 1)
    return n


def is_key(key: int, keys: int, place: int) -> bool:
    """Whether a key is the one in a place."""
    at = keys + 8 * WORDS * place
    for w in range(WORDS):
        if load(at, w) != load(key, w):
            return False
    return True


def place_of(key: int, keys: int, table: int, mask: int) -> int:
    """Return the place of a key, or -1."""
    at = spread(key) & mask
    while load_int(table, at) != 0:
        if is_key(key, keys, load_int(table, at) - 1):
            return load_int(table, at) - 1
        at = at + 1 & mask
    return int64(-1)


def look_up(block: int, keys: int, table: int, mask: int, first: int, lefts: int, out: int, n: int) -> None:
    """Put the places of wanted keys into their edges; the first of them comes from state `first`.

    At first only what stands where each is looked for is read, many at a time, for the memory is far away; usually
    that is right.
    """
    wanted = block + 8 * WANTED
    for i in range(n):
        place = load_int(table, spread(wanted + 8 * WORDS * i) & mask) - 1
        store_int(out, i, place << 1 | load_int(out, i))
    for i in range(n):
        edge, key = load_int(out, i), wanted + 8 * WORDS * i
        if edge < 0 or not is_key(key, keys, edge >> 1):
            place = place_of(key, keys, table, mask)
            if place < 0:
                while i >= load_short(lefts, first):
                    i -= load_short(lefts, first)
                    first += 1
                store(block, TAKEN, first)
                raise ply_RulesError("An action leads to a state that wasn't reached before: are the rules pure?")
            store_int(out, i, place << 1 | edge & 1)
