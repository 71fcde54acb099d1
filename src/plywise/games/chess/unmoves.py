"""The states that an action may have come from: every man set back to where it could have been.

Captures and promotions aren't taken back: they lead to another material, which never comes back to this one. A state
that is found may be illegal (the king could have been taken in it): its slot is empty then.
"""

from collections.abc import Iterator

from plywise.bits import inv, lsb, shl, shr, sub
from plywise.games.chess.attacks import KING, KNIGHT, bishop_reach, rook_reach
from plywise.games.chess.board import MOVE_AT, PASSING_AT, State, kind_at, player_of, takers_in_passing
from plywise.games.chess.tables import BLACK, HASH, WORTH

SECOND, FOURTH = 0x0000_0000_0000_FF00, 0x0000_0000_FF00_0000
FIFTH, SEVENTH = 0x0000_00FF_0000_0000, 0x00FF_0000_0000_0000
WHITE_PAWN_ORIGINS, BLACK_PAWN_ORIGINS = 0x0000_FFFF_FFFF_FF00, 0x00FF_FFFF_FFFF_0000


def unplayed(state: State) -> Iterator[State]:
    """Yield the states before; where a pawn has just gone two steps only the one before that."""
    player = 1 - player_of(state)
    own = state.black if player else state.white
    passed = shr(state.flags, PASSING_AT) & 63
    if passed:
        target, origin = (passed - 8, passed + 8) if player else (passed + 8, passed - 8)
        yield from set_back(state, target, shl(1, origin))
    else:
        while own:
            square = lsb(own)
            yield from set_back(state, square, origins(state, square, player))
            own &= sub(own, 1)


def set_back(state: State, square: int, places: int) -> Iterator[State]:
    """Yield the states with a man set back to some places, each also with the pawns that could be taken in passing."""
    player = 1 - player_of(state)
    while places:
        before = moved_back(state, square, lsb(places))
        yield before
        victims = before.pawns & (before.white & FOURTH if player else before.black & FIFTH)
        while victims:
            passed = lsb(victims) - 8 if player else lsb(victims) + 8
            if may_have_passed(before, passed, player):
                yield before._replace(flags=before.flags | passed << PASSING_AT)
            victims &= sub(victims, 1)
        places &= sub(places, 1)


def origins(state: State, square: int, player: int) -> int:
    """Return the empty squares that a man can have come from."""
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
    """Return where a pawn can have stood; not two steps behind if then it could be taken in passing now."""
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


def moved_back(state: State, square: int, origin: int) -> State:
    """Return the state before a man came from an origin to a square, without clocks."""
    player = 1 - player_of(state)
    kind, turned, mine = kind_at(state, square), 56 * player, BLACK * player
    place = shl(1, square)
    both = place | shl(1, origin)
    gain = WORTH[64 * kind + (origin ^ turned)] - WORTH[64 * kind + (square ^ turned)]
    return State(
        state.pawns ^ both if state.pawns & place else state.pawns,
        state.knights ^ both if state.knights & place else state.knights,
        state.diagonal ^ both if state.diagonal & place else state.diagonal,
        state.straight ^ both if state.straight & place else state.straight,
        state.kings ^ both if state.kings & place else state.kings,
        state.white ^ both if state.white & place else state.white,
        state.black ^ both if state.black & place else state.black,
        player | 1 << MOVE_AT,
        state.score - gain if player else state.score + gain,
        state.hash ^ HASH[mine + 64 * kind + square] ^ HASH[mine + 64 * kind + origin],
    )


def may_have_passed(state: State, passed: int, player: int) -> bool:
    """Whether the other's pawn beyond a square can just have gone over it, and the player may take it there."""
    way = shl(1, passed) | (shl(1, passed - 8) if player else shl(1, passed + 8))
    return (state.white | state.black) & way == 0 and takers_in_passing(state, passed, player) != 0
