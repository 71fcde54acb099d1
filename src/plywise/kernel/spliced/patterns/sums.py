"""What the weights of a state add up to in self-play, and the rows that are kept of a game's states."""

from typing import Any

from plywise.kernel.spliced.common.rows import first_of, move_row, row_of
from plywise.kernel.spliced.common.supplied import (
    FIRSTS,
    NOW,
    PLACES,
    ROW_SHORTS,
    ROW_WORDS,
    UNITS_AT,
    int64,
    load,
    load_int,
    load_unsigned_short,
    row_sum,
    store,
    watch_state,
)


def state_sum(block: int, weights: int, state: Any, who: int, seat: int) -> float:
    """Return the sum of a state's weights for a seat; `who` is its holder."""
    row, filled = row_of(block, who), watch_state(state, block + 8 * NOW)
    move_row(block, row, load(block, UNITS_AT))
    return row_sum(weights + 4 * first_of(who, seat, filled), row)


def note_row(block: int, state: Any, who: int, ply: int) -> None:
    """Write down the places of a state's weights, and where their tables begin for its holder and seat 0."""
    row, filled = row_of(block, who), watch_state(state, block + 8 * NOW)
    move_row(block, row, load(block, UNITS_AT))
    for word in range(ROW_WORDS):
        store(block, PLACES + ply * ROW_WORDS + word, load(row, word))
    store(block, FIRSTS + ply, first_of(who, int64(0), filled))


def noted_sum(block: int, weights: int, ply: int, shift: int) -> float:
    """Return the sum of the weights whose row was written down, in tables at a distance."""
    return row_sum(weights + 4 * (load(block, FIRSTS + ply) + shift), noted_row(block, ply))


def noted_row(block: int, ply: int) -> int:
    """Return the address of the row that was written down at a ply."""
    return block + 8 * (PLACES + ply * ROW_WORDS)


def place_in(row: int, image: int) -> int:
    """Return the place of an image's weight in its table."""
    return load_unsigned_short(row, image) if ROW_SHORTS else load_int(row, image)
