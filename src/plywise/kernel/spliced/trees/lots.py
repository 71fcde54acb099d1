"""Random numbers, the same as `plywise.rules.Lots` draws: one word of the block counts, and the count is mixed."""

from plywise.kernel.spliced.common.supplied import LOTS, ODDS, load, load_float, logical_shift, store

STRIDE = -7046029254386353131
FIRST_FACTOR = -4658895280553007687
SECOND_FACTOR = -7723592293110705685
STEP = 2.0**-53


def draw_bits(block: int) -> int:
    """Draw 64 bits."""
    counter = load(block, LOTS) + STRIDE
    store(block, LOTS, counter)
    mixed = (counter ^ logical_shift(counter, 30)) * FIRST_FACTOR
    mixed = (mixed ^ logical_shift(mixed, 27)) * SECOND_FACTOR
    return mixed ^ logical_shift(mixed, 31)


def draw_below(block: int, n: int) -> int:
    """Draw a whole number from 0 to n - 1; requires 1 <= n < 2**31."""
    return logical_shift(draw_bits(block), 32) * n >> 32


def draw_fraction(block: int) -> float:
    """Draw a number of at least 0 and less than 1."""
    return float(logical_shift(draw_bits(block), 11)) * STEP


def draw_by_odds(block: int, n: int) -> int:
    """Draw one of n outcomes by their odds in the block; the last where rounding leaves none."""
    fraction, so_far = draw_fraction(block), 0.0
    for i in range(n - 1):
        so_far += load_float(block, ODDS + i)
        if fraction < so_far:
            return i
    return n - 1
