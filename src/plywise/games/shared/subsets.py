"""Numbers for the ways to place pieces of one kind, and the way back from each number.

Places are bits. The ways to place k pieces are numbered in the order of their masks, so that a way's number does not
depend on how many places there are: with pieces on the places a < b < c it is C(a, 1) + C(b, 2) + C(c, 3).

    masks   0b00111   0b01011   0b01101   0b01110   0b10011   ...
    number     0         1         2         3         4

>>> rank(0b10011, free=0b11111), bin(unrank(4, 3, 5)), bin(spread(0b10011, taken=0b00100))
(4, '0b10011', '0b100011')
"""

from itertools import combinations
from math import comb

from plywise.bits import popcount

PLACES, PIECES = 32, 12
"""The most places and pieces that are numbered."""

WAYS = PLACES + 1
CHOOSE = tuple(comb(places, pieces) for pieces in range(PIECES + 1) for places in range(WAYS))
"""How many ways there are to put some pieces on some places, at pieces * WAYS + places."""

FEW = 3
"""For up to this many pieces, all masks are listed."""


def _list_few() -> tuple[int, ...]:
    """List the masks of no pieces, of one, ... in the order of their numbers."""
    masks = []
    for pieces in range(FEW + 1):
        masks += sorted(sum(1 << place for place in chosen) for chosen in combinations(range(PLACES), pieces))
    return tuple(masks)


MASKS = _list_few()
FIRST = tuple(sum(comb(PLACES, fewer) for fewer in range(pieces)) for pieces in range(FEW + 1))
"""By the number of pieces: where their masks begin."""


# Part of rules: these can be compiled


def rank(pieces: int, free: int) -> int:
    """Return the number of the way in which these pieces stand on the free places."""
    number, row = 0, 0
    while pieces:
        row += WAYS
        number += CHOOSE[row + popcount(free & (pieces & -pieces) - 1)]
        pieces &= pieces - 1
    return number


def unrank(number: int, pieces: int, places: int) -> int:
    """Return the mask of `pieces` pieces that has a number, on at most `places` places."""
    mask = 0
    while pieces > FEW:
        places -= 1
        while CHOOSE[pieces * WAYS + places] > number:
            places -= 1
        number -= CHOOSE[pieces * WAYS + places]
        mask |= 1 << places
        pieces -= 1
    return mask | MASKS[FIRST[pieces] + number]


def spread(pieces: int, taken: int) -> int:
    """Return the actual places of pieces whose places were counted without the taken ones."""
    while taken:
        below = (taken & -taken) - 1
        pieces += pieces & ~below
        taken &= taken - 1
    return pieces
