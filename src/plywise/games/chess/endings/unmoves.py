"""The states from which an action may have led here: every man moved back to where it could have been.

Captures and promotions aren't taken back: they change the material, which never comes back. A state found here may be
illegal (the king could have been taken in it): then its slot is empty.
"""

from collections.abc import Iterator

from plywise.bits import inv, lsb, shl, shr, sub
from plywise.games.chess.attacks import KING, KNIGHT, bishop_reach, rook_reach
from plywise.games.chess.board import (
    BISHOP,
    KING_KIND,
    KNIGHT_KIND,
    MOVE_AT,
    PASSING_AT,
    PAWN_KIND,
    QUEEN,
    ROOK,
    State,
    kind_at,
    player_of,
    takers_in_passing,
)
from plywise.games.chess.tables import BLACK, HASH, WORTH

SECOND, FOURTH = 0x0000_0000_0000_FF00, 0x0000_0000_FF00_0000
FIFTH, SEVENTH = 0x0000_00FF_0000_0000, 0x00FF_0000_0000_0000
WHITE_PAWN_ORIGINS, BLACK_PAWN_ORIGINS = 0x0000_FFFF_FFFF_FF00, 0x00FF_FFFF_FFFF_0000


def unplayed(state: State) -> Iterator[State]:
    """Yield the states before this one; if a pawn has just gone two steps, only those before that step."""
    player = 1 - player_of(state)
    own = state.black if player else state.white
    while own:
        square = lsb(own)
        yield from set_back(state, square, origins(state, square, player))
        own &= sub(own, 1)


def set_back(state: State, square: int, places: int) -> Iterator[State]:
    """Yield the states with a man set back to some places, also with each pawn that could be taken en passant then."""
    player, kind = 1 - player_of(state), kind_at(state, square)
    without = lifted(state, square, kind, player)
    while places:
        before = put_down(without, lsb(places), kind, player)
        yield before
        victims = before.pawns & (before.white & FOURTH if player else before.black & FIFTH)
        while victims:
            passed = lsb(victims) - 8 if player else lsb(victims) + 8
            if may_have_passed(before, passed, player):
                yield before._replace(flags=before.flags | passed << PASSING_AT)
            victims &= sub(victims, 1)
        places &= sub(places, 1)


def origins(state: State, square: int, player: int) -> int:
    """Return the empty squares that a man can have come from; none if it was a pawn's two steps that led here."""
    passed = shr(state.flags, PASSING_AT) & 63
    if passed:
        target, origin = (passed - 8, passed + 8) if player else (passed + 8, passed - 8)
        return shl(1, origin) if square == target else 0
    place, occupied = shl(1, square), state.white | state.black
    if state.pawns & place:
        return pawn_origins(state, square, player)
    reach = KNIGHT[square] if state.knights & place else 0
    if state.kings & place:
        reach = KING[square]
    if state.diagonal & place:
        reach |= bishop_reach(square, occupied)
    if state.straight & place:
        reach |= rook_reach(square, occupied)
    return reach & inv(occupied)


def pawn_origins(state: State, square: int, player: int) -> int:
    """Return where a pawn can have stood; not two steps back if it could then be taken en passant now."""
    place, empty = shl(1, square), inv(state.white | state.black)
    if player:
        once = shl(place, 8) & empty & BLACK_PAWN_ORIGINS
        twice = shl(once, 8) & empty & SEVENTH if place & FIFTH else 0
    else:
        once = shr(place, 8) & empty & WHITE_PAWN_ORIGINS
        twice = shr(once, 8) & empty & SECOND if place & FOURTH else 0
    if twice and takers_in_passing(state, lsb(once), 1 - player):
        return once
    return once | twice


def lifted(state: State, square: int, kind: int, player: int) -> State:
    """Return the state without a player's man, with that player to move and without clocks."""
    rest, worth = inv(shl(1, square)), WORTH[64 * kind + (square ^ 56 * player)]
    return State(
        state.pawns & rest,
        state.knights & rest,
        state.diagonal & rest,
        state.straight & rest,
        state.kings & rest,
        state.white & rest,
        state.black & rest,
        player | 1 << MOVE_AT,
        state.score + worth if player else state.score - worth,
        state.hash ^ HASH[BLACK * player + 64 * kind + square],
    )


def put_down(state: State, square: int, kind: int, player: int) -> State:
    """Return the state with one more man of a player."""
    place, worth = shl(1, square), WORTH[64 * kind + (square ^ 56 * player)]
    return State(
        state.pawns | (place if kind == PAWN_KIND else 0),
        state.knights | (place if kind == KNIGHT_KIND else 0),
        state.diagonal | (place if kind in (BISHOP, QUEEN) else 0),
        state.straight | (place if kind in (ROOK, QUEEN) else 0),
        state.kings | (place if kind == KING_KIND else 0),
        state.white | (0 if player else place),
        state.black | (place if player else 0),
        state.flags,
        state.score - worth if player else state.score + worth,
        state.hash ^ HASH[BLACK * player + 64 * kind + square],
    )


def may_have_passed(state: State, passed: int, player: int) -> bool:
    """Whether the other's pawn beyond a square can have just passed over it, and the player may take it there."""
    way = shl(1, passed) | (shl(1, passed - 8) if player else shl(1, passed + 8))
    return (state.white | state.black) & way == 0 and takers_in_passing(state, passed, player) != 0
