"""States and actions of chess as Polyglot books number them.

    768 numbers     64 for each kind of piece, black before white: pawn, knight, bishop, rook, queen, king
    4               castling: White's short and long, Black's short and long
    8               the file of a pawn that may be taken en passant
    1               White moves

A move has the square it goes to in bits 0 to 5, the one it comes from in bits 6 to 11, and what a pawn becomes in bits
12 to 14 (knight 1, bishop 2, rook 3, queen 4). Castling is the king taking its own rook.
"""

from collections.abc import Sequence

from plywise.bits import shr
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

ORDER = {PAWN_KIND: 0, KNIGHT_KIND: 1, BISHOP: 2, ROOK: 3, QUEEN: 4, KING_KIND: 5}
PROMOTED = (0, KNIGHT_KIND, BISHOP, ROOK, QUEEN)
CASTLING_FROM, PASSING_FROM, TURN_AT = 768, 772, 780
CASTLED = {(4, 7): 6, (4, 0): 2, (60, 63): 62, (60, 56): 58}
"""Where the king goes that takes its own rook, by both squares."""


def key_of(state: State, numbers: Sequence[int]) -> int:
    """Return the key of a state.

    Polyglot names a pawn that any pawn stands beside; a state here, one that may legally be taken. Where taking it
    would expose the king, the keys differ, and the book has no entry.
    """
    key = 0
    for square in range(64):
        kind = kind_at(state, square)
        if kind:
            is_white = shr(state.white, square) & 1
            key ^= numbers[64 * (2 * ORDER[kind] + is_white) + square]
    for right in range(4):
        if state.flags >> (1 + right) & 1:
            key ^= numbers[CASTLING_FROM + right]
    passing = state.flags >> PASSING_AT & 63
    if passing:
        key ^= numbers[PASSING_FROM + (passing & 7)]
    return key if player_of(state) else key ^ numbers[TURN_AT]


def action_of(state: State, move: int) -> int | None:
    """Return the action that 16 bits stand for, legal or not; None where they stand for none."""
    to, origin, promotion = move & 63, move >> 6 & 63, move >> 12 & 7
    if promotion >= len(PROMOTED):
        return None
    if kind_at(state, origin) == KING_KIND and kind_at(state, to) == ROOK:
        own = state.black if player_of(state) else state.white
        to = CASTLED.get((origin, to), to) if shr(own, to) & 1 else to
    return origin | to << 6 | PROMOTED[promotion] << 12
