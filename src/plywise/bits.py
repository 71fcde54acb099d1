"""64-bit boards that mean the same in plain Python and compiled.

A board is a whole number, bit i standing for square i. Compiled, it is a signed 64-bit integer, in plain Python a
number from 0 to 2**64 - 1; these helpers hide the difference. A board that never uses bit 63 may use Python's own
operators instead.

>>> popcount(0b1011), lsb(0b1000), shl(1, 63) == 1 << 63
(3, 3, True)
>>> inv(0) == MASK and shl(MASK, 1) == MASK - 1
True
"""

MASK = 0xFFFF_FFFF_FFFF_FFFF


def popcount(board: int) -> int:
    """Count the bits that are set."""
    return board.bit_count()


def lsb(board: int) -> int:
    """Return the number of the lowest bit set; requires board != 0."""
    return (board & -board).bit_length() - 1


def msb(board: int) -> int:
    """Return the number of the highest bit set; requires board != 0."""
    return board.bit_length() - 1


def shl(board: int, count: int) -> int:
    """Shift towards higher squares, dropping what leaves the 64 bits; requires 0 <= count < 64."""
    return (board << count) & MASK


def shr(board: int, count: int) -> int:
    """Shift towards lower squares, filling with zeros; requires 0 <= count < 64."""
    return board >> count


def inv(board: int) -> int:
    """Return the board's complement within 64 bits."""
    return board ^ MASK


def add(left: int, right: int) -> int:
    """Add modulo 2**64."""
    return (left + right) & MASK


def sub(left: int, right: int) -> int:
    """Subtract modulo 2**64."""
    return (left - right) & MASK


def neg(board: int) -> int:
    """Negate modulo 2**64."""
    return -board & MASK


def mul(left: int, right: int) -> int:
    """Multiply modulo 2**64."""
    return (left * right) & MASK


def rotl(board: int, count: int) -> int:
    """Rotate left by count bits, modulo 64."""
    count &= 63
    return (board << count | board >> (64 - count)) & MASK


def bswap(board: int) -> int:
    """Reverse the order of the eight bytes: an 8x8 board upside down."""
    return int.from_bytes(board.to_bytes(8, "little"), "big")
