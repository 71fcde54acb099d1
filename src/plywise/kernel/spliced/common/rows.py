"""The places of a state's weights, as a row that is moved along from board to board, and what a search adds up.

A thread has a row for each player: boards are often seen from the side of the player to move, so that those of the
same player differ least. How rows are made is in `kernel.patterns.rows`.
"""

from typing import Any

from plywise.kernel.spliced.common.supplied import (
    BIT_CELLS,
    CELL_COUNT,
    NOW,
    PATTERN_MOVERS,
    PATTERN_SEATS,
    PATTERNS_AT,
    PHASES,
    ROW_BYTES,
    ROW_CHUNKS,
    ROW_SHORTS,
    ROW_WORDS,
    ROWS,
    SEAT_STRIDE,
    UNITS,
    WATCHED,
    add_ints,
    add_shorts,
    int64,
    load,
    ply_load_state,
    ply_who,
    row_sum,
    store,
    watch_state,
    zeros_below,
)


def pattern_sum(block: int, state: Any, who: int, seat: int) -> int:
    """Return the sum of a state's weights; `who` moves, or moves after chance; `seat` is whose estimate it is."""
    weights, row = load(block, PATTERNS_AT), row_of(block, who)
    filled = watch_state(state, block + 8 * NOW)
    move_row(block, row, weights + UNITS)
    return row_sum(weights + 2 * first_of(who, seat, filled), row)


def row_of(block: int, who: int) -> int:
    """Return the address of a player's row."""
    return block + 8 * (ROWS + max(who, int64(0)) * ROW_WORDS)


def first_of(who: int, seat: int, filled: int) -> int:
    """Return where the tables begin that count: by who moves, whose estimate it is, and how full the board is."""
    phase = filled * PHASES // (CELL_COUNT + 1) if PHASES > 1 else int64(0)
    mover = who if PATTERN_MOVERS > 1 else int64(0)
    return ((phase * PATTERN_MOVERS + mover) * PATTERN_SEATS + seat) * SEAT_STRIDE


def move_row(block: int, row: int, units: int) -> None:
    """Move a row to the board of which the block has the numbers that are watched."""
    for number in range(WATCHED):
        now, watched = load(block, NOW + number), row + ROW_BYTES + 8 * number
        if BIT_CELLS:
            follow_bits(row, units + 64 * number * ROW_BYTES, load(watched, 0), now)
        else:
            follow_cells(row, units + 8 * number * ROW_BYTES, load(watched, 0), now)
        store(watched, 0, now)


def follow_bits(row: int, units: int, before: int, now: int) -> None:
    """Move a row by the bits in which a number differs from the one before."""
    changes = now ^ before
    while changes != 0:
        bit = zeros_below(changes)
        changes ^= int64(1) << bit
        add_unit(row, units + bit * ROW_BYTES, 2 * (now >> bit & 1) - 1)


def follow_cells(row: int, units: int, before: int, now: int) -> None:
    """Move a row by the cells in which a word of eight differs from the one before."""
    changes = now ^ before
    while changes != 0:
        shift = zeros_below(changes) & -8
        changes &= ~(255 << shift)
        add_unit(row, units + (shift >> 3) * ROW_BYTES, (now >> shift & 255) - (before >> shift & 255))


def add_unit(row: int, unit: int, times: int) -> None:
    """Add a unit to a row, or subtract it, some times."""
    for chunk in range(ROW_CHUNKS):
        if ROW_SHORTS:
            add_shorts(row + 32 * chunk, unit + 32 * chunk, times)
        else:
            add_ints(row + 32 * chunk, unit + 32 * chunk, times)


def run_pattern_sum(block: int, seat: int) -> int:
    """Return the sum of the weights of the state at the block's start."""
    state = ply_load_state(block)
    return pattern_sum(block, state, ply_who(state), seat)
