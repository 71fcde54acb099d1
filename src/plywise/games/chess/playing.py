"""The state after an action, by exclusive or and masks on whole boards.

Castling is the king's step of two squares, which moves the rook too; an en passant capture takes the pawn beside it.
"""

from plywise.bits import inv, shl, shr
from plywise.games.chess.attacks import PAWN
from plywise.games.chess.board import (
    BISHOP,
    CASTLING,
    CLOCK_AT,
    KING_KIND,
    KNIGHT_KIND,
    LOST_AT,
    MOVE_AT,
    PASSING_AT,
    PAWN_KIND,
    QUEEN,
    ROOK,
    State,
    in_check,
    kind_at,
    player_of,
    takers_in_passing,
)
from plywise.games.chess.tables import BLACK, HASH, WORTH

LOST_RIGHTS = {0: 0b00100, 4: 0b00110, 7: 0b00010, 56: 0b10000, 60: 0b11000, 63: 0b01000}
KEPT = tuple(CASTLING & ~LOST_RIGHTS.get(square, 0) for square in range(64))
"""For each square, the castling rights that remain when a piece leaves it or is taken there."""


def played(state: State, action: int) -> State:
    """Return the state after a legal action."""
    origin, target, promotion = action & 63, action >> 6 & 63, action >> 12
    player = player_of(state)
    own, foes = (state.black, state.white) if player else (state.white, state.black)
    mover, victim = kind_at(state, origin), kind_at(state, target)
    placed = promotion if promotion else mover
    goal, turned = shl(1, target), 56 * player
    mine, theirs = BLACK * player, BLACK - BLACK * player
    stay = inv(shl(1, origin) | goal)
    gain = WORTH[64 * placed + (target ^ turned)] - WORTH[64 * mover + (origin ^ turned)]
    gain += WORTH[64 * victim + (target ^ turned ^ 56)]
    hashed = state.hash ^ HASH[mine + 64 * mover + origin] ^ HASH[mine + 64 * placed + target]
    hashed ^= HASH[theirs + 64 * victim + target]
    pawns = state.pawns & stay | (goal if placed == PAWN_KIND else 0)
    knights = state.knights & stay | (goal if placed == KNIGHT_KIND else 0)
    diagonal = state.diagonal & stay | (goal if placed in (BISHOP, QUEEN) else 0)
    straight = state.straight & stay | (goal if placed in (ROOK, QUEEN) else 0)
    kings = state.kings & stay | (goal if placed == KING_KIND else 0)
    own, foes = own & stay | goal, foes & stay
    passed = 0
    if mover == PAWN_KIND:
        if target == shr(state.flags, PASSING_AT) & 63 and promotion == 0:  # 0 means no square, though a1 is 0 too
            square = target + 8 if player else target - 8
            pawns, foes = pawns & inv(shl(1, square)), foes & inv(shl(1, square))
            gain += WORTH[64 + (square ^ turned ^ 56)]
            hashed ^= HASH[theirs + 64 + square]
        elif (target - origin) & 31 == 16:
            passed = (origin + target) >> 1
    elif mover == KING_KIND and (target - origin) & 3 == 2:
        rook = 7 if target > origin else 0
        beside = 5 if target > origin else 3
        both = shl(1 << rook | 1 << beside, turned)
        straight, own = straight ^ both, own ^ both
        gain += WORTH[64 * ROOK + beside] - WORTH[64 * ROOK + rook]
        hashed ^= HASH[mine + 64 * ROOK + rook + turned] ^ HASH[mine + 64 * ROOK + beside + turned]
    clock = 0 if mover == PAWN_KIND or victim else shr(state.flags, CLOCK_AT) + 1 & 255
    flags = state.flags & KEPT[origin] & KEPT[target] | 1 - player | clock << CLOCK_AT
    flags |= (shr(state.flags, MOVE_AT) + player) << MOVE_AT
    white, black = (foes, own) if player else (own, foes)
    score = state.score - gain if player else state.score + gain
    after = State(pawns, knights, diagonal, straight, kings, white, black, flags, score, hashed)
    if passed and PAWN[64 * player + passed] & pawns & foes and takers_in_passing(after, passed, 1 - player):
        return after._replace(flags=flags | passed << PASSING_AT)
    return after


def passed_turn(state: State) -> State:
    """Return the state with the other player to move; in check, or with nothing but pawns, a pass loses at once.

    In check no pass is legal, and with pawns alone it would often be the best action (zugzwang): there a search must
    not conclude anything from it.
    """
    own = state.black if player_of(state) else state.white
    flags = state.flags & ~(63 << PASSING_AT) ^ 1
    if (state.knights | state.diagonal | state.straight) & own == 0 or in_check(state):
        flags |= 1 << LOST_AT
    return state._replace(flags=flags)
