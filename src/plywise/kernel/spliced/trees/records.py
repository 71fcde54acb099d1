"""The tree of compiled UCT: an array of records, brothers beside each other, and what they prove.

    0 action   1 visits   2 what they counted for   3 links   4 visits as a later move   5 what those counted for
    6 proven utilities, one to MAX where the other's follows   [odds]   [what the chooser got in all]
    links      first child's number | how many children, 16 bits | who moves + 1, 7 bits | proven, 1 bit

Several threads may share the tree (SHARED). What keeps proofs sound then:
- Proven utilities have words of their own, are written before the bit that says so, and never change: whoever else
  proves the same record writes the same ones. Links are read so that whatever is read afterwards is at least as new.
- Children are written before a record's links are, and these only once: a thread that comes second leaves its own
  children unused.
Visits and what they counted for are added atomically. Of later moves a count may be lost where two threads add at
once: that moves an estimate by as much as one simulation in thousands does.
"""

from plywise.kernel.spliced.common.supplied import (
    ADVERSARIAL,
    HAS_CHANCE,
    HIGH,
    OUTCOME,
    RECORD_WORDS,
    SHARE,
    SHARED,
    TREE_AT,
    UTILITY_SUM,
    VALUES,
    atomic_or,
    int64,
    load,
    load_acquire,
    load_float,
    store,
    store_float,
)

CODE, VISITS, TOTAL, LINKS, LATER_VISITS, LATER_TOTAL, PROOF = 0, 1, 2, 3, 4, 5, 6
BYTES = 8 * RECORD_WORDS


def links_of(at: int) -> int:
    """Return a record's links."""
    return load_acquire(at, LINKS)


def is_proven(links: int) -> bool:
    """Whether a record's utilities are proven."""
    return links & 1 != 0


def mover(links: int) -> int:
    """Who moves in a record's state."""
    return (links >> 1 & 127) - 1


def width(links: int) -> int:
    """How many children a record has."""
    return links >> 8 & 0xFFFF


def children_at(block: int, links: int) -> int:
    """Return the address of a record's first child."""
    return load(block, TREE_AT) + BYTES * (links >> 24)


def proven_to(at: int, player: int) -> float:
    """Return the proven utility of a record to a player."""
    if ADVERSARIAL:
        value = load_float(at, PROOF)
        return value if player == 0 else UTILITY_SUM - value
    return load_float(at, PROOF + player)


def take_proof(block: int, at: int) -> None:
    """Make a record's proven utilities the outcome."""
    for player in range(VALUES):
        store_float(block, OUTCOME + player, load_float(at, PROOF + player))


def keep_proof(block: int, at: int) -> None:
    """Make the outcome a record's proven utilities."""
    for player in range(VALUES):
        store_float(at, PROOF + player, load_float(block, OUTCOME + player))
    if load(block, SHARED) != 0:
        atomic_or(at, LINKS, 1)
    else:
        store(at, LINKS, load(at, LINKS) | 1)


def prove(block: int, at: int, player: int, child: int, n: int) -> bool:
    """Prove a record by its n children, if they do, the first at `child`; its utilities are the outcome then."""
    if HAS_CHANCE and player < 0:
        return prove_mean(block, at, child, n)
    best, most, is_open = int64(0), 0.0, False
    for _ in range(n):
        if is_proven(links_of(child)):
            value = proven_to(child, player)
            if best == 0 or value > most:
                best, most = child, value
                if most >= HIGH:
                    break
        elif ADVERSARIAL:
            is_open = True
        else:
            return False
        child += BYTES
    if best == 0 or (is_open and most < HIGH):
        return False
    take_proof(block, best)
    keep_proof(block, at)
    return True


def prove_mean(block: int, at: int, child: int, n: int) -> bool:
    """Prove a record where chance moves, if all outcomes are proven."""
    for i in range(n):
        if not is_proven(links_of(child + BYTES * i)):
            return False
    for player in range(VALUES):
        mean = 0.0
        for i in range(n):
            mean += load_float(child + BYTES * i, SHARE) * load_float(child + BYTES * i, PROOF + player)
        store_float(block, OUTCOME + player, mean)
    keep_proof(block, at)
    return True
