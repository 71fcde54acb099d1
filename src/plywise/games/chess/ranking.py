"""Which actions to try first."""

from plywise.bits import lsb, shr
from plywise.games.chess.attacks import BETWEEN, KNIGHT, PAWN
from plywise.games.chess.board import (
    BISHOP,
    KING_KIND,
    KNIGHT_KIND,
    PASSING_AT,
    PAWN_KIND,
    QUEEN,
    ROOK,
    State,
    kind_at,
    player_of,
)

RANKING = (0, 1, 3, 5, 3, 9, 10)
"""The worth of each kind, for the order that `rank` gives."""


def rank(state: State, action: int) -> int:
    """Rank captures by what is won, then by what is risked; then checks; last what a pawn would take back."""
    origin, target, promotion = action & 63, action >> 6 & 63, action >> 12
    player, victim, mover = player_of(state), kind_at(state, target), kind_at(state, origin)
    foes = state.white if player else state.black
    if promotion:
        return 16 * RANKING[victim] + (100 if promotion == QUEEN else -100)
    if mover == PAWN_KIND and target == shr(state.flags, PASSING_AT) & 63:
        victim = PAWN_KIND
    if victim == 0:
        return 1 if gives_check(state, mover, target, foes) else 0
    won, risked = RANKING[victim], RANKING[mover]
    if risked > won and PAWN[64 * player + target] & state.pawns & foes:
        return won - risked
    return 16 * won + 16 - risked


def gives_check(state: State, kind: int, square: int, foes: int) -> bool:
    """Whether a piece on a square attacks the other's king from there."""
    place = state.kings & foes
    if kind == KNIGHT_KIND:
        return KNIGHT[square] & place != 0
    if kind == PAWN_KIND:
        return PAWN[64 * player_of(state) + square] & place != 0
    king = lsb(place)
    way = BETWEEN[64 * square + king]
    if kind == KING_KIND or way == 0 or (way ^ place) & (state.white | state.black) != 0:
        return False
    is_straight = (square ^ king) & 7 == 0 or (square ^ king) & 56 == 0
    return kind == QUEEN or kind == (ROOK if is_straight else BISHOP)
