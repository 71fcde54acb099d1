"""The table of depth-first proof-number search: four entries a bucket, of which the one with the least work gives way.

    entry   hash of the state | proof 26 bits | disproof 26 | work 10        all zeros: empty
            [ hash of the path | what the answer leans on: first ply + 1, 16 bits | last ply + 1, 16 ]

The words in brackets are there only in cyclic games. Where an answer leans on states of the path, the hash is that of
the path down to the last one leaned on: the answer holds below that path only. Work is the number of states visited,
as a logarithm: four bits below the leading one.
"""

from plywise.kernel.spliced.common.supplied import (
    BUCKETS,
    CYCLIC,
    ENTRY_WORDS,
    FILLED,
    HASHES,
    TABLE_AT,
    int64,
    load,
    logical_shift,
    store,
)

BITS = 26
INFINITE = (1 << BITS) - 1
MOST = INFINITE - 1
"""The largest number of an open state."""
WORK = (1 << 10) - 1
FOUR = 4
"""Entries of a bucket."""


def bucket(block: int, key: int) -> int:
    """Return the address of the bucket that a state's hash belongs to."""
    number = logical_shift(logical_shift(key, 32) * load(block, BUCKETS), 32)
    return load(block, TABLE_AT) + number * (8 * FOUR * ENTRY_WORDS)


def find(block: int, key: int) -> int:
    """Return the address of a state's entry, 0 if there is none."""
    at = bucket(block, key)
    for i in range(FOUR):
        entry = at + 8 * ENTRY_WORDS * i
        if load(entry, 0) == key and load(entry, 1) != 0:
            return entry
    return int64(0)


def holds(block: int, entry: int, ply: int) -> bool:
    """Whether what an entry leans on, if anything, is on the path above a ply as it was then."""
    if not CYCLIC:
        return True
    leans = load(entry, 3)
    last = (leans & 0xFFFF) - 1
    return leans == 0 or (last < ply and load(block, HASHES + last) == load(entry, 2))


def proof_of(data: int) -> int:
    """Return the proof number of an entry's data, or of a pair of numbers alone."""
    return logical_shift(data, 36)


def disproof_of(data: int) -> int:
    """Return the disproof number."""
    return logical_shift(data, 10) & INFINITE


def numbers(proof: int, disproof: int) -> int:
    """Return a pair of numbers."""
    return proof << 36 | disproof << 10


def work_level(states: int) -> int:
    """Return how many states were visited, as a logarithm."""
    bits = int64(0)
    while states >> bits > 31:
        bits += 1
    return bits << 4 | (states >> bits) & 15 if states > 15 else int64(0)


def work_states(level: int) -> int:
    """Return how many states a logarithm stands for."""
    return (16 | level & 15) << (level >> 4) if level > 0 else int64(0)


def remember(block: int, key: int, pair: int, leans: int, states: int) -> None:
    """Store a state's numbers, in place of its own, an empty entry, or the one with the least work."""
    at = bucket(block, key)
    best, least = at, int64(1) << 20
    for i in range(FOUR):
        entry = at + 8 * ENTRY_WORDS * i
        data = load(entry, 1)
        if load(entry, 0) == key and data != 0:
            best, least = entry, int64(-1)
            states += work_states(data & WORK)
            break
        work = (data & WORK) + 1 if data != 0 else int64(0)
        if work < least:
            best, least = entry, work
    if least == 0:
        store(block, FILLED, load(block, FILLED) + 1)
    store(best, 0, key)
    store(best, 1, pair | min(work_level(states), WORK))
    if CYCLIC:
        last = (leans & 0xFFFF) - 1
        store(best, 2, load(block, HASHES + last) if leans != 0 else int64(0))
        store(best, 3, leans)
