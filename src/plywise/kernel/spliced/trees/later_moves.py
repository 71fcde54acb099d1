"""All moves as first: who was the first to play each action in the rest of a simulation.

A table of FIRST_SLOTS places, found by a multiplication, holds actions and their players; what an earlier simulation
left there has an older stamp and doesn't count. There are twice as many places as plies, so there is always a free one.
"""

from plywise.kernel.spliced.common.supplied import (
    FIRST_CODES,
    FIRST_PLAYERS,
    FIRST_SHIFT,
    FIRST_SLOTS,
    MOVERS,
    PATH,
    SIMULATIONS,
    load,
    load_float,
    logical_shift,
    store,
    store_float,
)
from plywise.kernel.spliced.trees.records import (
    BYTES,
    CODE,
    LATER_TOTAL,
    LATER_VISITS,
    is_proven,
    links_of,
)

FACTOR = -7046029254386353131


def place_of(block: int, stamp: int, code: int) -> int:
    """Return where an action stands in the table, or the free place where it would."""
    slot = logical_shift(code * FACTOR, FIRST_SHIFT)
    while load(block, FIRST_PLAYERS + slot) >> 8 == stamp and load(block, FIRST_CODES + slot) != code:
        slot = (slot + 1) & (FIRST_SLOTS - 1)
    return slot


def note_first(block: int, ply: int) -> None:
    """Write down who plays the action at a ply; whoever plays it later isn't the first. Dice don't count."""
    player = load(block, MOVERS + ply)
    if player >= 0:
        stamp, code = load(block, SIMULATIONS) + 1, load(block, PATH + ply)
        slot = place_of(block, stamp, code)
        store(block, FIRST_CODES + slot, code)
        store(block, FIRST_PLAYERS + slot, stamp << 8 | player)


def count_later_moves(block: int, child: int, n: int, player: int, score: float) -> None:
    """Count a simulation for every open child, of n, whose action the player is the first to play, now or later."""
    stamp = load(block, SIMULATIONS) + 1
    wanted = stamp << 8 | player
    for _ in range(n):
        if not is_proven(links_of(child)):
            slot = place_of(block, stamp, load(child, CODE))
            if load(block, FIRST_PLAYERS + slot) == wanted:
                store(child, LATER_VISITS, load(child, LATER_VISITS) + 1)
                store_float(child, LATER_TOTAL, load_float(child, LATER_TOTAL) + score)
        child += BYTES
