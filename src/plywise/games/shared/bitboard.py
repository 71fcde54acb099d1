"""Square boards of up to 8x8 as 64 bits, row by row: rays, and symmetries built from swaps.

     0  1  2  3     Square (column x, row y from the top) is bit y * size + x. A swap exchanges the squares of a mask
     4  5  6  7     with those `distance` bits further on. Two swaps turn a 4x4 board upside down: rows 0 and 1 with
     8  9 10 11     rows 2 and 3, then rows 0 and 2 with rows 1 and 3. An 8x8 board takes three.
    12 13 14 15

>>> hex(swapped(0x000F, upside_down(4))), hex(swapped(0x000F, transposing(4)))
('0xf000', '0x1111')
"""

from typing import TypeAlias

from plywise.bits import add, mul, neg, rotl, shl, shr

Swaps: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of a distance and a mask, in the order in which they are carried out."""

NO_SWAP: Swaps = ((0, 0),)
"""For a board with one row or column: a loop over nothing at all can't be compiled."""


# Part of rules: these can be compiled


def swapped(board: int, swaps: Swaps) -> int:
    """Return a board after some swaps."""
    for distance, mask in swaps:
        apart = (board ^ shr(board, distance)) & mask
        board ^= apart ^ shl(apart, distance)
    return board


def precedes(board: int, other: int) -> bool:
    """Whether two boards differ, and the first square in which they differ is empty on this one.

    Unlike <, this order is the same if boards are signed numbers.
    """
    apart = board ^ other
    return other & apart & neg(apart) != 0


def mixed(board: int, other: int, turn: int) -> int:
    """Mix two boards and the turn into 64 bits: multiply by odd constants, fold high bits onto low ones, twice.

    Two states share such a key about as often as random numbers do; never where only one of the boards differs.
    """
    key = add(mul(board, 0x9E3779B97F4A7C15), rotl(mul(other, 0xC2B2AE3D27D4EB4F), 32))
    key = add(key, mul(turn, 0x165667B19E3779F9))
    key = mul(key ^ shr(key, 32), 0xD6E8FEB86659FD93)
    return key ^ shr(key, 32)


# Tables, built once for each game


def upside_down(size: int) -> Swaps:
    """Make the swaps that reverse the order of the rows: halves, then halves of these, and so on."""
    swaps, block = [], size
    while block % 2 == 0:
        half = block // 2
        swaps.append((size * half, _rows(size, [y for y in range(size) if y % block < half])))
        block = half
    for y in range(block // 2):
        reach = block - 1 - 2 * y
        swaps.append((size * reach, _rows(size, list(range(y, size, block)))))
    return tuple(swaps)


def transposing(size: int) -> Swaps:
    """Make the swaps that turn rows into columns: opposite quarters, then quarters of these, and so on."""
    places = [(x, y) for y in range(size) for x in range(size)]
    swaps, block = [], size
    while block % 2 == 0:
        half = block // 2
        mask = sum(1 << (y * size + x) for x, y in places if x % block >= half > y % block)
        swaps.append(((size - 1) * half, mask))
        block = half
    for reach in range(1, block):
        mask = sum(1 << (y * size + x) for x, y in places if x % block - y % block == reach)
        swaps.append(((size - 1) * reach, mask))
    return tuple(swaps)


def mirroring(width: int, height: int) -> Swaps:
    """Make the swaps that reverse the order of the columns, on a board of any width and height."""
    column = sum(1 << width * y for y in range(height))
    return tuple((width - 1 - 2 * x, column << x) for x in range(width // 2)) or NO_SWAP


def upending(width: int, height: int) -> Swaps:
    """Make the swaps that reverse the order of the rows, on a board of any width and height."""
    row = (1 << width) - 1
    return tuple((width * (height - 1 - 2 * y), row << width * y) for y in range(height // 2)) or NO_SWAP


def rays(size: int, dx: int, dy: int) -> tuple[int, ...]:
    """List, for each square, those that lie beyond it in one direction."""
    found = []
    for start in range(size * size):
        x, y, ray = start % size + dx, start // size + dy, 0
        while 0 <= x < size and 0 <= y < size:
            ray |= 1 << (y * size + x)
            x, y = x + dx, y + dy
        found.append(ray)
    return tuple(found)


def _rows(size: int, rows: list[int]) -> int:
    return sum(((1 << size) - 1) << size * y for y in rows)
