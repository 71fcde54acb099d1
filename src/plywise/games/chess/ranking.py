"""Which actions to try first: captures and checks, or the four kinds of the text's own order.

usual    captures, the most valuable victims first    checks    the others      captures that a pawn takes back
text     captures, in the usual order                 threats   forward moves   moves sideways   backward moves
"""

from plywise.bits import inv, lsb, shl, shr
from plywise.games.chess.attacks import BETWEEN, KNIGHT, PAWN, bishop_reach, rook_reach
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

CAPTURES, THREAT, FORWARD, SIDEWAYS, BACKWARD = 20, 3, 2, 1, 0
"""Ranks in the text's order; what the usual order says of a capture is added to the first, and is at least -9."""


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


def text_rank(state: State, action: int) -> int:
    """Rank captures first, then threats, then forward moves, and backward moves last (section 5.3.1)."""
    origin, target = action & 63, action >> 6 & 63
    player, mover = player_of(state), kind_at(state, origin)
    is_passing = mover == PAWN_KIND and target == shr(state.flags, PASSING_AT) & 63
    if is_passing or action >> 12 or kind_at(state, target):
        return CAPTURES + rank(state, action)
    if is_threat(state, mover, origin, target):
        return THREAT
    steps = (target >> 3) - (origin >> 3)
    if player:
        steps = -steps
    return FORWARD if steps > 0 else SIDEWAYS if steps == 0 else BACKWARD


def is_threat(state: State, kind: int, origin: int, target: int) -> bool:
    """Whether a piece, moved to a square, attacks the other's king or a piece worth more than itself."""
    player = player_of(state)
    foes = state.white if player else state.black
    occupied = (state.white | state.black) & inv(shl(1, origin)) | shl(1, target)
    worthier = state.kings
    if kind == PAWN_KIND:
        return PAWN[64 * player + target] & foes & inv(state.pawns) != 0
    if kind == KNIGHT_KIND:
        return KNIGHT[target] & foes & (worthier | state.straight) != 0
    if kind == KING_KIND:
        return False
    reach = 0
    if kind != ROOK:
        reach |= bishop_reach(target, occupied)
    if kind != BISHOP:
        reach |= rook_reach(target, occupied)
    if kind == BISHOP:
        worthier |= state.straight
    elif kind == ROOK:
        worthier |= state.straight & state.diagonal
    return reach & foes & worthier != 0
