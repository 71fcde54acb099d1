"""Draughts by tiers: every state with few pieces has a number, without gaps, for tables of solved endings.

States are seen from the mover's side: if White is to move, the board is turned by 180 degrees and the colours are
swapped, so that Black is always to move. A tier holds all states with given numbers of men and kings, the mover's and
the other's: "MKvK" is a man and a king, to move, against a king. Within a tier, a state's number is made of four ranks,
the first being the most significant:

    the mover's men     by how many stand on the first row, then which squares of it, then which of rows 2 to 7
    the other's men     among the squares of rows 2 to 8 that are left
    the mover's kings   among all squares that are left
    the other's kings   likewise

The first row is counted separately because only the mover's men can stand there: once it is known how many do, so is
the number of squares left for the other's men, and no number goes unused. Clocks are left out, and so are states in
which one side has no pieces: the game is over, or would be after any action.

>>> size_of(tier_of(0, 1, 0, 1)), size_of(tier_of(1, 0, 1, 0))
(992, 760)
"""

import re
from collections.abc import Iterator
from itertools import product
from math import comb
from typing import Any

from plywise.bits import bswap, popcount, shr
from plywise.games.draughts.notation import MOST_PIECES
from plywise.games.draughts.routes import FIRST, TAKEN
from plywise.games.draughts.squares import BITS, BOARD, BOTTOM, TOP
from plywise.games.shared.subsets import CHOOSE, WAYS, rank, spread, unrank
from plywise.rules import Game, RulesError

SQUARES = 32
FIELD = BOARD ^ TOP ^ BOTTOM
"""The rows on which men of both sides can stand."""

ROWS = 6


def _list_men() -> tuple[int, ...]:
    """Count the placements of both sides' men, with fewer than 0 to 5 of the mover's on the first row."""
    before = []
    for mine, others in product(range(MOST_PIECES + 1), repeat=2):
        total = 0
        for home in range(ROWS):
            before.append(total)
            if home <= min(4, mine):
                total += comb(4, home) * comb(24, mine - home) * comb(28 - mine + home, others)
    return tuple(before)


MEN_BEFORE = _list_men()
"""At (13 * mine + others) * 6 + home: how many placements of men come before those with `home` on the first row."""

MOST_TAKEN_BY_MAN = max(map(popcount, TAKEN[FIRST[0] : FIRST[BITS + 1]]))
MOST_TAKEN_BY_KING = max(map(popcount, TAKEN[FIRST[2 * (BITS + 1)] :]))

M1, M2, M4 = 0x5555555555, 0x3333333333, 0x0F0F0F0F0F


# Part of rules: these can be compiled


def turned(board: int) -> int:
    """Turn a board by 180 degrees."""
    board = board >> 1 & M1 | (board & M1) << 1
    board = board >> 2 & M2 | (board & M2) << 2
    board = board >> 4 & M4 | (board & M4) << 4
    return shr(bswap(board), 64 - BITS)


def tier_of(men: int, kings: int, other_men: int, other_kings: int) -> int:
    """Return the number of a tier: four digits in base 16."""
    return men << 12 | kings << 8 | other_men << 4 | other_kings


def size_of(tier: int) -> int:
    """Count the states of a tier."""
    men, kings, other_men, other_kings = tier >> 12, tier >> 8 & 15, tier >> 4 & 15, tier & 15
    left = SQUARES - men - other_men
    placements = MEN_BEFORE[(men * (MOST_PIECES + 1) + other_men) * ROWS + ROWS - 1]
    return placements * CHOOSE[kings * WAYS + left] * CHOOSE[other_kings * WAYS + left - kings]


def slot_of(men: int, kings: int, other_men: int, other_kings: int) -> int:
    """Return the number of a state in its tier, as the mover sees it."""
    home, left = popcount(men & TOP), BOARD ^ men ^ other_men
    ahead, others = popcount(men) - home, popcount(other_men)
    places = popcount(left)
    slot = rank(men & TOP, TOP) * CHOOSE[ahead * WAYS + 24] + rank(men & FIELD, FIELD)
    slot = slot * CHOOSE[others * WAYS + 28 - ahead] + rank(other_men, BOARD & ~TOP & ~men)
    slot += MEN_BEFORE[((ahead + home) * (MOST_PIECES + 1) + others) * ROWS + home]
    slot = slot * CHOOSE[popcount(kings) * WAYS + places] + rank(kings, left)
    left ^= kings
    return slot * CHOOSE[popcount(other_kings) * WAYS + popcount(left)] + rank(other_kings, left)


def placed(tier: int, slot: int) -> tuple[int, int, int]:
    """Return the mover's pieces, the other's, and both sides' kings, for a number in a tier."""
    men, kings, other_men, other_kings = tier >> 12, tier >> 8 & 15, tier >> 4 & 15, tier & 15
    places = SQUARES - men - other_men
    ways = CHOOSE[other_kings * WAYS + places - kings]
    rest = slot // ways
    last_rank = slot - rest * ways
    ways = CHOOSE[kings * WAYS + places]
    first = rest // ways
    mine, others = placed_men(men, other_men, first)
    crowned = spread(unrank(rest - first * ways, kings, places), mine | others)
    others_crowned = spread(unrank(last_rank, other_kings, places - kings), mine | others | crowned)
    return laid(mine | crowned), laid(others | others_crowned), laid(crowned | others_crowned)


def placed_men(men: int, other_men: int, slot: int) -> tuple[int, int]:
    """Return both sides' men for a number, as 32 bits."""
    row, home = (men * (MOST_PIECES + 1) + other_men) * ROWS, 0
    while MEN_BEFORE[row + home + 1] <= slot:
        home += 1
    slot -= MEN_BEFORE[row + home]
    ahead = men - home
    ways = CHOOSE[other_men * WAYS + 28 - ahead]
    rest = slot // ways
    last_rank = slot - rest * ways
    ways = CHOOSE[ahead * WAYS + 24]
    first = rest // ways
    field = unrank(rest - first * ways, ahead, 24) << 4
    return unrank(first, home, 4) | field, spread(unrank(last_rank, other_men, 28 - ahead) << 4, field)


def laid(squares: int) -> int:
    """Return a board from 32 bits, one for each square."""
    return squares & 0xFF | (squares & 0xFF00) << 1 | (squares & 0xFF0000) << 2 | (squares & 0xFF000000) << 3


class DraughtsEndings(Game):
    """What tables of solved draughts need from the rules."""

    def tier(self, state: Any) -> int:
        """Count men and kings of the player to move and of the other."""
        mine, others = (state.white, state.black) if state.turn else (state.black, state.white)
        kings = state.kings
        return tier_of(
            popcount(mine & ~kings), popcount(mine & kings), popcount(others & ~kings), popcount(others & kings)
        )

    def index(self, state: Any) -> int:
        """Return a state's number in its tier; -1 if a side has no pieces or too many, or a man is on its last row."""
        mine, others, kings = state.black, state.white, state.kings
        if state.turn:
            mine, others, kings = turned(others), turned(mine), turned(kings)
        most = max(popcount(mine), popcount(others))
        if mine == 0 or others == 0 or most > MOST_PIECES or mine & ~kings & BOTTOM or others & ~kings & TOP:
            return -1
        return slot_of(mine & ~kings, mine & kings, others & ~kings, others & kings)

    def unindex(self, tier: int, index: int) -> Any:
        """Return the state with this number in a tier, with Black to move."""
        mine, others, kings = placed(tier, index)
        return self.State(mine, others, kings, 0, 0)

    def tier_size(self, tier: int) -> int:
        """Count the states of a tier."""
        return size_of(tier)

    # Never compiled

    def next_tiers(self, tier: int) -> list[int]:
        """List the tiers that steps, crownings and captures may lead to; none in which a side has no pieces.

        Only one piece moves, so a man takes at most three pieces, and at most one man is crowned.
        """
        men, kings, other_men, other_kings = tier >> 12, tier >> 8 & 15, tier >> 4 & 15, tier & 15
        most = MOST_TAKEN_BY_KING if kings else MOST_TAKEN_BY_MAN
        found = set()
        for taken_men, taken_kings in product(range(other_men + 1), range(other_kings + 1)):
            taken = taken_men + taken_kings
            left = other_men - taken_men, other_kings - taken_kings
            if taken <= most and left != (0, 0):
                found.add(tier_of(*left, men, kings))
                if men and taken <= MOST_TAKEN_BY_MAN:
                    found.add(tier_of(*left, men - 1, kings + 1))
        return sorted(found)

    def tier_name(self, tier: int) -> str:
        """Write a tier, such as MKvK: the mover's men and kings, then the other's."""
        men, kings, other_men, other_kings = tier >> 12, tier >> 8 & 15, tier >> 4 & 15, tier & 15
        return f"{'M' * men}{'K' * kings}v{'M' * other_men}{'K' * other_kings}"

    def parse_tier(self, text: str) -> tuple[int, ...]:
        """Read what `tier_name` writes, or a number: all tiers of 2 to that many pieces, with some on both sides."""
        name = text.strip().upper()
        if name.isdecimal() and 2 <= int(name) <= 2 * MOST_PIECES:
            return tuple(tier for pieces in range(2, int(name) + 1) for tier in _tiers(pieces) if _has_both(tier))
        sides = name.split("V")
        if not re.fullmatch("[MK]+V[MK]+", name) or max(map(len, sides)) > MOST_PIECES:
            raise RulesError(
                f"'{text}' names no endings of draughts: write the mover's men and kings and the other's, at most "
                f"{MOST_PIECES} each, such as MKvK, or a number of pieces from 2 to {2 * MOST_PIECES}."
            )
        return (tier_of(*(side.count(piece) for side in sides for piece in "MK")),)

    def count_states(self, text: str) -> int:
        """Count the states that a text names as in `parse_tier`; for a number, also those with no pieces on a side."""
        tiers = self.parse_tier(text)
        if text.strip().isdecimal():
            return sum(size_of(tier) for pieces in range(1, int(text) + 1) for tier in _tiers(pieces))
        return sum(map(size_of, tiers))


def _tiers(pieces: int) -> Iterator[int]:
    """List all tiers of exactly this many pieces, with no more on a side than a game has."""
    for mine in range(max(0, pieces - MOST_PIECES), min(pieces, MOST_PIECES) + 1):
        for men, other_men in product(range(mine + 1), range(pieces - mine + 1)):
            yield tier_of(men, mine - men, other_men, pieces - mine - other_men)


def _has_both(tier: int) -> bool:
    return tier >> 8 > 0 and tier & 255 > 0
