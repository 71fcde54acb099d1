"""Worth and hash of every piece on every square, which `result` keeps up to date with each action.

A worth is two values in one number: middle game + end game * 2**20, in hundredths of a pawn, to the piece's owner, with
the square seen from White's side (for Black it is flipped: square ^ 56). Both tables are indexed by 64 * kind + square;
in the hash table Black's pieces follow White's, at BLACK + 64 * kind + square.
"""

from collections.abc import Iterator

from plywise.bits import MASK, mul
from plywise.games.chess.board import BISHOP, KING_KIND, KNIGHT_KIND, PAWN_KIND, QUEEN, ROOK

END_GAME = 1 << 20
BLACK = 7 * 64

MATERIAL = (0, 85, 340, 490, 325, 975, 0), (0, 115, 320, 535, 300, 980, 0)
"""The worth of each kind in the middle game and in the end game."""

Weights = tuple[tuple[int, ...], tuple[int, ...], int]

MIDDLE: dict[int, Weights] = {
    PAWN_KIND: ((-6, 0, -2, 2, 2, -2, 0, -6), (0, 0, 0, 4, 8, 16, 32, 0), 3),
    KNIGHT_KIND: ((-22, -6, 0, 4, 4, 0, -6, -22), (-24, -10, 4, 12, 18, 14, 2, -20), 2),
    BISHOP: ((-6, 2, 2, 0, 0, 2, 2, -6), (-10, 4, 4, 4, 4, 2, -4, -10), 1),
    ROOK: ((-4, 0, 2, 6, 6, 2, 0, -4), (0, -4, -4, -4, -2, 0, 14, 8), 0),
    QUEEN: ((-4, 0, 0, 2, 2, 0, 0, -4), (-2, 2, 2, 0, 0, 2, 2, 4), 0),
    KING_KIND: ((14, 24, 4, -18, -10, -14, 26, 16), (4, -10, -30, -40, -46, -50, -50, -50), 0),
}
END: dict[int, Weights] = {
    PAWN_KIND: ((2, 2, 0, -2, -2, 0, 2, 2), (0, -4, 0, 8, 22, 46, 78, 0), 0),
    KNIGHT_KIND: ((-14, -4, 0, 4, 4, 0, -4, -14), (-16, -6, 2, 6, 8, 4, -4, -16), 2),
    BISHOP: ((-4, 0, 2, 2, 2, 2, 0, -4), (-4, 0, 2, 4, 4, 2, 0, -4), 1),
    ROOK: ((0, 0, 0, 0, 0, 0, 0, 0), (-4, -4, -2, 0, 4, 6, 8, 4), 0),
    QUEEN: ((-10, -2, 4, 8, 8, 4, -2, -10), (-14, -6, 2, 8, 12, 10, 4, 0), 1),
    KING_KIND: ((-18, -4, 6, 12, 12, 6, -4, -18), (-22, -6, 6, 14, 18, 16, 6, -12), 1),
}
"""By kind: what each file adds, what each rank adds, and what being near the middle in both directions adds."""


def _at(weights: Weights, square: int) -> int:
    file, rank = square % 8, square // 8
    files, ranks, middle = weights
    return files[file] + ranks[rank] + middle * min(file, 7 - file) * min(rank, 7 - rank)


def _worths() -> Iterator[int]:
    yield from [0] * 64
    for kind in range(1, 7):
        for square in range(64):
            early, late = _at(MIDDLE[kind], square), _at(END[kind], square)
            yield MATERIAL[0][kind] + early + (MATERIAL[1][kind] + late) * END_GAME


def _hashes() -> Iterator[int]:
    """Count in steps of an odd constant and mix each count; an empty square's hash is 0, so that it changes nothing."""
    for place in range(2 * BLACK):
        mixed = mul(place + 1, 0x9E37_79B9_7F4A_7C15)
        mixed = mul(mixed ^ mixed >> 30, 0xBF58_476D_1CE4_E5B9)
        mixed = mul(mixed ^ mixed >> 27, 0x94D0_49BB_1331_11EB)
        yield (mixed ^ mixed >> 31) & MASK if place % BLACK >= 64 else 0


WORTH = tuple(_worths())
HASH = tuple(_hashes())
