"""The state of each slot (see `slots`); a slot that is impossible or illegal gives bare kings instead.

A man is code << 6 | square, and 0 is none.
"""

from plywise.bits import inv, lsb, popcount, shl, shr
from plywise.games.chess.attacks import KING, KNIGHT, LINES, PAWN
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
    attackers,
    player_of,
    takers_in_passing,
)
from plywise.games.chess.endings.king_pairs import KING_PLACES, PAIRS
from plywise.games.chess.endings.slots import (
    CODES_AT,
    IN_PASSING,
    PIECES,
    TWO_PAWNS,
    TWO_PIECES,
    WEAKER_MOVES,
    left,
)
from plywise.games.chess.moves import LAST_RANKS
from plywise.games.chess.tables import BLACK, HASH, WORTH

TWO = tuple(low << 6 | high for high in range(62) for low in range(high))
"""Two places in rising order, at high * (high - 1) / 2 + low."""


def state_of(tier: int, index: int) -> State:
    """Return the state of a slot; for an empty slot, whose state is illegal, bare kings, which have no slot."""
    if tier & IN_PASSING:
        return passing_state(tier, index)
    first, second, third = shr(tier, CODES_AT) & 15, shr(tier, CODES_AT + 4) & 15, shr(tier, CODES_AT + 8) & 15
    last = 0
    if third:
        room = 48 if third < PIECES else 62
        last, index = index % room, index // room
    places = places_of(first, second, index)
    kings = KING_PLACES[shr(places, 12) + (PAIRS if first < PIECES else 0)]
    king, other, one, two = shr(kings, 6), kings & 63, shr(places, 6) & 63, places & 63
    first = first << 6 | square_left(first, one, king, other)
    second = second << 6 | square_left(second, two, king, other) if second else 0
    third = third << 6 | square_left(third, last, king, other) if third else 0
    state = set_up(king, other, first, second, third, tier & WEAKER_MOVES)
    return state if is_legal(state, tier) else bare_kings()


def places_of(first: int, second: int, index: int) -> int:
    """Return pair << 12 | place << 6 | second man's place: of 48 for a pawn, else of the squares that kings leave."""
    if first < PIECES:
        if second == 0:
            return index // 48 << 12 | index % 48 << 6
        if first == second:
            return index // TWO_PAWNS << 12 | TWO[index % TWO_PAWNS]
        if second < PIECES:
            pair, one, two = index // (48 * 47), index // 47 % 48, index % 47
            return pair << 12 | one << 6 | two + (1 if two >= one else 0)
        # The second man's place is counted without the first man's square, wherever that is beside these kings.
        pair, one, two = index // (48 * 61), index // 61 % 48, index % 61
        kings = KING_PLACES[pair + PAIRS]
        taken = left(one + 8, shr(kings, 6), kings & 63)
        return pair << 12 | one << 6 | two + (1 if two >= taken else 0)
    if second == 0:
        return index // 62 << 12 | index % 62 << 6
    if first == second:
        return index // TWO_PIECES << 12 | TWO[index % TWO_PIECES]
    pair, one, two = index // (62 * 61), index // 61 % 62, index % 61
    return pair << 12 | one << 6 | two + (1 if two >= one else 0)


def square_left(code: int, place: int, king: int, other: int) -> int:
    """Return the square that a man's place stands for."""
    if code < PIECES:
        return place + 8
    place += 1 if place >= min(king, other) else 0
    return place + (1 if place >= max(king, other) else 0)


def set_up(king: int, other: int, first: int, second: int, third: int, player: int) -> State:
    """Return a state with these men, each as its code << 6 | its square, or 0 for none."""
    white = shl(1, king) | side(first, 0) | side(second, 0) | side(third, 0)
    black = shl(1, other) | side(first, 1) | side(second, 1) | side(third, 1)
    queens = kind_of(first, second, third, QUEEN)
    hashed = HASH[64 * KING_KIND + king] ^ HASH[BLACK + 64 * KING_KIND + other]
    score = WORTH[64 * KING_KIND + king] - WORTH[64 * KING_KIND + (other ^ 56)]
    return State(
        kind_of(first, second, third, PAWN_KIND),
        kind_of(first, second, third, KNIGHT_KIND),
        kind_of(first, second, third, BISHOP) | queens,
        kind_of(first, second, third, ROOK) | queens,
        shl(1, king) | shl(1, other),
        white,
        black,
        player | 1 << MOVE_AT,
        score + worth(first) + worth(second) + worth(third),
        hashed ^ hash_of(first) ^ hash_of(second) ^ hash_of(third),
    )


def kind_of(first: int, second: int, third: int, kind: int) -> int:
    """Return where the men of a kind stand."""
    board = shl(1, first & 63) if first >> 7 == kind else 0
    board |= shl(1, second & 63) if second >> 7 == kind else 0
    return board | (shl(1, third & 63) if third >> 7 == kind else 0)


def side(man: int, weaker: int) -> int:
    """Return where a man stands, if it is on this side."""
    return shl(1, man & 63) if man >> 6 and shr(man, 6) & 1 == weaker else 0


def worth(man: int) -> int:
    """Return what a man adds to the score."""
    if shr(man, 6) & 1:
        return -WORTH[shr(man, 7) << 6 | man & 63 ^ 56]
    return WORTH[shr(man, 7) << 6 | man & 63]


def hash_of(man: int) -> int:
    """Return what a man adds to the hash."""
    return HASH[(BLACK if shr(man, 6) & 1 else 0) + (shr(man, 7) << 6) + (man & 63)]


def bare_kings() -> State:
    """Return a state that belongs in no table."""
    return set_up(0, 2, 0, 0, 0, 0)


def is_legal(state: State, tier: int) -> bool:
    """Whether all men of a table stand on different squares, and the king can't be taken."""
    men = 3 + (1 if shr(tier, CODES_AT + 4) & 15 else 0) + (1 if shr(tier, CODES_AT + 8) & 15 else 0)
    if popcount(state.white | state.black) != men or state.pawns & LAST_RANKS:
        return False
    waiting = 1 - player_of(state)
    own, foes = (state.black, state.white) if waiting else (state.white, state.black)
    king = lsb(state.kings & own)
    # Most often no foe stands on a line with the king: what sliders reach need not be found.
    if (LINES[king] & (state.diagonal | state.straight) | KNIGHT[king] | PAWN[64 * waiting + king]) & foes == 0:
        return KING[king] & state.kings == 0
    return attackers(state, king, waiting, foes) == 0


def passing_state(tier: int, index: int) -> State:
    """Return the state of a slot in which a pawn may be taken en passant."""
    first, second, third = shr(tier, CODES_AT) & 15, shr(tier, CODES_AT + 4) & 15, shr(tier, CODES_AT + 8) & 15
    fifth = 0
    if third:
        fifth = (first if first == second else third) << 6 | index & 63
        index = shr(index, 6)
    player, file = tier & WEAKER_MOVES, shr(index, 12)
    victim, ahead = (24 + file, -8) if player else (32 + file, 8)
    passed = victim + ahead
    taker = (2 * PAWN_KIND + player) << 6 | victim + 1
    taken = (2 * PAWN_KIND + 1 - player) << 6 | victim
    state = set_up(shr(index, 6) & 63, index & 63, taker, taken, fifth, player)
    way = shl(1, passed) | shl(1, passed + ahead)
    if is_legal(state, tier) and (state.white | state.black) & way == 0 and is_takeable(state, victim, passed):
        return state._replace(flags=state.flags | passed << PASSING_AT)
    return bare_kings()


def is_takeable(state: State, victim: int, passed: int) -> bool:
    """Whether a pawn may be taken en passant: no knight or other pawn can give check, since this pawn moved last."""
    player = player_of(state)
    own, foes = (state.black, state.white) if player else (state.white, state.black)
    checkers = attackers(state, lsb(state.kings & own), player, foes) & inv(shl(1, victim))
    return checkers & (state.knights | state.pawns) == 0 and takers_in_passing(state, passed, player) != 0
