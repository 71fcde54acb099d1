"""The pairs of kings that remain when a board may be turned and mirrored: endings are numbered by them.

without pawns                       with pawns
. . . . . . . .                     K K K K . . . .
. . . . . . . .                     K K K K . . . .     White's king is brought to a square K. If it is on the
. . . . . . . .                     K K K K . . . .     diagonal, Black's king is brought onto or below it.
. . . . . . . .                     K K K K . . . .     With pawns, the board can only be mirrored left to right.
. . . K . . . .                     K K K K . . . .
. . K K . . . .  462 pairs that     K K K K . . . .     1,806 pairs that don't touch
. K K K . . . .  don't touch        K K K K . . . .
K K K K . . . .                     K K K K . . . .
"""

from collections.abc import Iterator

from plywise.games.chess.attacks import KING

ALL_TURNS, SIDES = 8, 2
"""How many ways there are to turn a board without pawns, and one with pawns."""


def _turned(square: int, turn: int) -> int:
    """Mirror left and right (1), turn upside down (2), and mirror along the diagonal (4)."""
    square ^= 7 * (turn & 1) ^ 56 * (turn >> 1 & 1)
    return square >> 3 | (square & 7) << 3 if turn & 4 else square


def _is_low(square: int) -> bool:
    """Whether a square is on the diagonal from a1 to h8 or below it."""
    return square >> 3 <= square & 7


def _on_diagonal(square: int) -> bool:
    return square >> 3 == square & 7


def _in_place(king: int, other: int, turns: int) -> bool:
    """Whether kings stand as in the picture."""
    if turns == SIDES:
        return king & 7 <= 3
    return king & 7 <= 3 and _is_low(king) and (_is_low(other) or not _on_diagonal(king))


def _pairs(turns: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of the picture, in the order of their numbers."""
    for king in range(64):
        for other in range(64):
            if king != other and not KING[king] >> other & 1 and _in_place(king, other, turns):
                yield king, other


TURN = tuple(_turned(square, turn) for turn in range(ALL_TURNS) for square in range(64))
"""Each square after each turn, at 64 * turn + square."""

DIAGONALLY = 4
"""The turn that mirrors along the diagonal."""


def _numbers(turns: int) -> list[int]:
    """Return the number and the turn of each pair of squares: the first turn that brings them into place."""
    pairs, found = list(_pairs(turns)), [-1] * 4096
    for turn in reversed(range(turns)):
        turned = TURN[turn << 6 : turn + 1 << 6]
        back = [turned.index(square) for square in range(64)]
        for number, (king, other) in enumerate(pairs):
            both = turns == ALL_TURNS and _on_diagonal(king) and _on_diagonal(other)
            found[back[king] << 6 | back[other]] = number << 4 | both << 3 | turn
    return found


NUMBERS = (*_numbers(ALL_TURNS), *_numbers(SIDES))
"""At 64 * king + other, with pawns 4,096 more: number << 4 | (both on the diagonal) << 3 | turn; -1 if they touch."""

KING_PLACES = tuple(king << 6 | other for turns in (ALL_TURNS, SIDES) for king, other in _pairs(turns))
"""The squares king << 6 | other of each number; those with pawns begin at `PAIRS`."""

PAIRS, PAWN_PAIRS = 462, 1_806
