"""What each piece attacks: tables for leapers, and sums on whole lines for sliders.

    8  56 57 58 59 60 61 62 63      A square is 8 * rank + file, a1 is 0 and h8 is 63; bit i of a board is square i.
    7  48 49 50 51 52 53 54 55
    6  40 41 42 43 44 45 46 47      A slider's line, with the slider itself at bit s and the pieces o on it: o - 2s
    5  32 33 34 35 36 37 38 39      borrows from the first piece above, so that o ^ (o - 2s) are the squares up to it.
    4  24 25 26 27 28 29 30 31      The squares below come from the same sum upside down (hyperbola quintessence).
    3  16 17 18 19 20 21 22 23      Ranks, which turning upside down leaves as they are, have a table.
    2   8  9 10 11 12 13 14 15
    1   0  1  2  3  4  5  6  7
        a  b  c  d  e  f  g  h

>>> sorted(squares_of(rook_reach(0, 1 << 3 | 1 << 16)))
['a2', 'a3', 'b1', 'c1', 'd1']
"""

from collections.abc import Iterable, Iterator

from plywise.bits import bswap, lsb, rotl, shl, shr, sub

Step = tuple[int, int]

NOT_A, NOT_H = 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F
STRAIGHTS: tuple[Step, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONALS: tuple[Step, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
LEAPS: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def square_name(square: int) -> str:
    """Name a square: 0 is a1, 63 is h8."""
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def squares_of(board: int) -> Iterator[str]:
    """Name the squares of a board, a1 first."""
    return (square_name(square) for square in range(64) if board >> square & 1)


# Tables, made once


def _walk(square: int, step: Step, most: int) -> Iterator[int]:
    """Walk from a square, which isn't included, to the edge or for at most `most` steps."""
    x, y = square % 8 + step[0], square // 8 + step[1]
    while 0 <= x < 8 and 0 <= y < 8 and most > 0:
        yield 8 * y + x
        x, y, most = x + step[0], y + step[1], most - 1


def _reaches(steps: Iterable[Step], most: int = 1) -> tuple[int, ...]:
    """List, for each square, the squares that these steps reach, as a board."""
    steps = tuple(steps)
    return tuple(sum(1 << to for step in steps for to in _walk(square, step, most)) for square in range(64))


def _between() -> tuple[int, ...]:
    """List, at 64 * from + to, the squares between two on one line, including the second; none for other pairs."""
    table = [0] * 4096
    for square in range(64):
        for step in STRAIGHTS + DIAGONALS:
            board = 0
            for to in _walk(square, step, 7):
                board |= 1 << to
                table[64 * square + to] = board
    return tuple(table)


def _rank_reaches() -> tuple[int, ...]:
    """List, at 8 * (the six inner squares) + file, what a slider on a rank reaches."""
    table = []
    for inner in range(64):
        for file in range(8):
            board = 0
            for step in (1, -1):
                for x in range(file + step, 8 if step > 0 else -1, step):
                    board |= 1 << x
                    if inner << 1 >> x & 1:
                        break
            table.append(board)
    return tuple(table)


KNIGHT = _reaches(LEAPS)
KING = _reaches(STRAIGHTS + DIAGONALS)
PAWN = _reaches([(-1, 1), (1, 1)]) + _reaches([(-1, -1), (1, -1)])
"""What a pawn attacks, at 64 * player + square."""
LINES = _reaches(STRAIGHTS + DIAGONALS, 7)
BETWEEN = _between()
RANK_REACH = _rank_reaches()
FILE = _reaches([(0, 1), (0, -1)], 7)
RISING = _reaches([(1, 1), (-1, -1)], 7)
FALLING = _reaches([(1, -1), (-1, 1)], 7)


# Part of rules: these can be compiled


def line_reach(line: int, square: int, occupied: int) -> int:
    """Return what a slider reaches on one line that isn't a rank."""
    forward = occupied & line
    backward = bswap(forward)
    return (sub(forward, shl(1, square)) ^ bswap(sub(backward, shl(1, square ^ 56)))) & line


def rook_reach(square: int, occupied: int) -> int:
    """Return what a rook reaches, the first piece on each line included."""
    rank = square & 56
    across = RANK_REACH[(shr(occupied, rank) & 126) << 2 | square & 7]
    return line_reach(FILE[square], square, occupied) | shl(across, rank)


def bishop_reach(square: int, occupied: int) -> int:
    """Return what a bishop reaches, the first piece on each line included."""
    return line_reach(RISING[square], square, occupied) | line_reach(FALLING[square], square, occupied)


def pawn_reach(pawns: int, player: int) -> int:
    """Return what all of a player's pawns attack."""
    if player == 0:
        return rotl(pawns & NOT_A, 7) | rotl(pawns & NOT_H, 9)
    return rotl(pawns & NOT_A, 55) | rotl(pawns & NOT_H, 57)


def knights_reach(knights: int) -> int:
    """Return what several knights attack."""
    reach = 0
    while knights:
        reach |= KNIGHT[lsb(knights)]
        knights &= sub(knights, 1)
    return reach


def rooks_reach(rooks: int, occupied: int) -> int:
    """Return what several rooks attack."""
    reach = 0
    while rooks:
        reach |= rook_reach(lsb(rooks), occupied)
        rooks &= sub(rooks, 1)
    return reach


def bishops_reach(bishops: int, occupied: int) -> int:
    """Return what several bishops attack."""
    reach = 0
    while bishops:
        reach |= bishop_reach(lsb(bishops), occupied)
        bishops &= sub(bishops, 1)
    return reach
