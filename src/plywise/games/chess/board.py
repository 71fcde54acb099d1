"""A chess state: boards of 64 bits by kind and by colour, and one number for all that isn't on the board.

    flags    bit 0       1 .. 4          5 .. 10         11 .. 18    19           20 ..
             player to   castling:       square behind   halfmove    lost by a    number of
             move        K, Q, k and q   a pawn that     clock       pass that    the move
                                         may be taken                isn't allowed
                                         en passant

Queens stand on both `diagonal` (with the bishops) and `straight` (with the rooks). `score` and `hash` follow from the
boards, and are stored because every action changes them only a little and every search uses them.

A kind is a number: pawn 1, bishop 2, rook 3, knight 4, queen 5 = 2 + 3, king 6; 0 is none.
"""

from typing import NamedTuple

from plywise.bits import inv, lsb, popcount, shl, shr
from plywise.games.chess.attacks import (
    KING,
    KNIGHT,
    PAWN,
    bishop_reach,
    bishops_reach,
    knights_reach,
    pawn_reach,
    rook_reach,
    rooks_reach,
)

PAWN_KIND, BISHOP, ROOK, KNIGHT_KIND, QUEEN, KING_KIND = range(1, 7)
LETTERS = ".PBRNQK"
"""Kinds by their letters, White's; Black's are lower case."""

CASTLING = 0b11110
PASSING_AT, CLOCK_AT, LOST_AT, MOVE_AT = 5, 11, 19, 20
TELLING = (1 << CLOCK_AT) - 1 | 1 << LOST_AT
"""The part of the flags that identifies a state: all but the clock and the number of the move."""

MOST_PLIES = 100
"""After this many plies without a pawn's move or a capture the game is drawn."""

LIGHT = 0x55AA_55AA_55AA_55AA


class State(NamedTuple):
    """Boards by kind and colour, the flags, and what follows from the boards: a score and a hash."""

    pawns: int
    knights: int
    diagonal: int
    straight: int
    kings: int
    white: int
    black: int
    flags: int
    score: int
    hash: int


def player_of(state: State) -> int:
    """Return the player to move: 0 is White."""
    return state.flags & 1


def kind_at(state: State, square: int) -> int:
    """Return the kind of the piece on a square, 0 where there is none."""
    kind = (
        (shr(state.pawns, square) & 1) + 2 * (shr(state.diagonal, square) & 1) + 3 * (shr(state.straight, square) & 1)
    )
    return kind + 4 * (shr(state.knights, square) & 1) + 6 * (shr(state.kings, square) & 1)


def attackers(state: State, square: int, player: int, foes: int) -> int:
    """Return which of some pieces attack a square where a piece of a player stands, or could."""
    occupied = state.white | state.black
    found = KNIGHT[square] & state.knights | PAWN[64 * player + square] & state.pawns | KING[square] & state.kings
    found |= bishop_reach(square, occupied) & state.diagonal | rook_reach(square, occupied) & state.straight
    return found & foes


def in_check(state: State) -> bool:
    """Whether the king of the player to move is attacked."""
    player = player_of(state)
    own, foes = (state.black, state.white) if player else (state.white, state.black)
    return attackers(state, lsb(state.kings & own), player, foes) != 0


def attacked_by(state: State, player: int, pieces: int, occupied: int) -> int:
    """Return all squares that a player's pieces attack."""
    reach = pawn_reach(state.pawns & pieces, player) | KING[lsb(state.kings & pieces)]
    reach |= knights_reach(state.knights & pieces)
    return reach | bishops_reach(state.diagonal & pieces, occupied) | rooks_reach(state.straight & pieces, occupied)


def takers_in_passing(state: State, square: int, player: int) -> int:
    """Return the player's pawns that may capture en passant on a square without exposing the king to a slider."""
    own, foes = (state.black, state.white) if player else (state.white, state.black)
    king = lsb(state.kings & own)
    victim = shl(1, square + 8 if player else square - 8)
    takers = PAWN[64 * (1 - player) + square] & state.pawns & own
    found, rest = 0, takers
    while rest:
        taker = shl(1, lsb(rest))
        occupied = (own | foes) ^ victim ^ taker | shl(1, square)
        if (rook_reach(king, occupied) & state.straight | bishop_reach(king, occupied) & state.diagonal) & foes == 0:
            found |= taker
        rest ^= taker
    return found


def is_dead(state: State) -> bool:
    """Whether nobody can ever mate: bare kings, one knight or bishop, or bishops all on squares of one colour."""
    if state.pawns | state.straight:
        return False
    if popcount(state.knights | state.diagonal) <= 1:
        return True
    return state.knights == 0 and (state.diagonal & LIGHT == 0 or state.diagonal & inv(LIGHT) == 0)
