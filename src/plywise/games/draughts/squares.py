"""The 32 squares of a draughts board as bits, laid out so that every diagonal step is 4 or 5 bits.

    squares                          bits
    .  1  .  2  .  3  .  4           .  0  .  1  .  2  .  3
    5  .  6  .  7  .  8  .           4  .  5  .  6  .  7  .      8 is no square
    .  9  . 10  . 11  . 12           .  9  . 10  . 11  . 12
   13  . 14  . 15  . 16  .          13  . 14  . 15  . 16  .     17 is none
    . 17  . 18  . 19  . 20           . 18  . 19  . 20  . 21
   21  . 22  . 23  . 24  .          22  . 23  . 24  . 25  .     26 is none
    . 25  . 26  . 27  . 28           . 27  . 28  . 29  . 30
   29  . 30  . 31  . 32  .          31  . 32  . 33  . 34  .

A step down to the left adds 4 to a bit's number, one down to the right adds 5; a step off a side of the board lands on
one of the three bits that are no squares.

>>> bits_of(1, 5, 32) == 1 | 1 << 4 | 1 << 34, squares_of(1 << 9 | 1)
(True, [1, 9])
"""

BITS = 35
BIT_OF = {square: square - 1 + (square - 1) // 8 for square in range(1, 33)}
SQUARE_OF = {bit: square for square, bit in BIT_OF.items()}


def bits_of(*squares: int) -> int:
    """Return squares as a board."""
    return sum(1 << BIT_OF[square] for square in set(squares))


def squares_of(board: int) -> list[int]:
    """List the squares of a board."""
    return [square for square, bit in BIT_OF.items() if board >> bit & 1]


BOARD = bits_of(*range(1, 33))
TOP, BOTTOM = bits_of(1, 2, 3, 4), bits_of(29, 30, 31, 32)
MIDDLE = bits_of(10, 11, 14, 15, 18, 19, 22, 23)
UPPER, LOWER = bits_of(*range(1, 17)), bits_of(*range(17, 33))
