"""Endings of up to five men, kings included: which table a state belongs to, and which slot of it.

A table is a material and a side to move. The stronger side is made White: where Black is stronger, or where both are
equal and Black is to move, the colours change and the board is turned upside down. Then it is turned and mirrored until
the kings are one of the pairs in `king_pairs`; where both stand on the diagonal, the lower of two slots counts.

A slot is the pair's number, then the place of each man among the squares that the kings and the man before it leave
(62, then 61), or of a pawn among 48; two men of one kind and colour share slots. A fifth man may be on any square that
the kings leave, or, if a pawn, off the first and last ranks. Slots of states that are impossible, or in which the king
could be taken, stay empty.

    tier    bit 0: the weaker moves     1: a pawn may be taken en passant     2 .. 5, 6 .. 9, 10 .. 13: the men's codes
    code    2 * kind + 1 if it is the weaker side's, 0 for none; in ascending order, so that pawns come first

Where a pawn may be taken en passant, a slot is the file of that pawn (mirrored so that it is taken from the right),
the squares of the kings, and that of a fifth man.
"""

from plywise.bits import lsb, popcount, shl, shr, sub
from plywise.games.chess.board import CASTLING, LOST_AT, PASSING_AT, PAWN_KIND, State, kind_at, player_of
from plywise.games.chess.endings.king_pairs import DIAGONALLY, NUMBERS, PAIRS, PAWN_PAIRS

MOST_MEN = 5
WEAKER_MOVES, IN_PASSING, CODES_AT = 1, 2, 2
PIECES = 2 * PAWN_KIND + 2
"""The lowest code that isn't a pawn's."""

STRENGTH = (0, 1, 3, 4, 2, 5, 0)
"""By kind, in the order of table names: of two sides with one man each, the higher figure is the stronger."""

OUTSIDE = CASTLING | 1 << LOST_AT
"""Flags that no state of a table has."""

TWO_PIECES, TWO_PAWNS = 62 * 61 // 2, 48 * 47 // 2
WITH_PAWNS = 4096
"""Where the pairs of boards with pawns begin in `NUMBERS`."""

NO_SLOT = 1 << 40
"""More than any slot's number."""


def tier_of(state: State) -> int:
    """Return the table of a state; with too many men 0, the table of bare kings, which has no slots."""
    men = (state.white | state.black) ^ state.kings
    if men == 0 or popcount(men) > MOST_MEN - 2:
        return 0
    swapped = is_swapped(state, player_of(state))
    strong = state.black if swapped else state.white
    low, middle, high = code_at(state, lsb(men), strong), 0, 0
    men &= sub(men, 1)
    if men:
        middle = code_at(state, lsb(men), strong)
        low, middle = min(low, middle), max(low, middle)
        men &= sub(men, 1)
        if men:
            high = code_at(state, lsb(men), strong)
            middle, high = min(middle, high), max(middle, high)
            low, middle = min(low, middle), max(low, middle)
    passing = IN_PASSING if shr(state.flags, PASSING_AT) & 63 else 0
    return player_of(state) ^ swapped | passing | (low | middle << 4 | high << 8) << CODES_AT


def is_swapped(state: State, player: int) -> int:
    """Return 1 if Black is the stronger side, or both are equal and Black is to move; requires men beside the kings."""
    ahead = popcount(state.white) - popcount(state.black)
    if ahead == 0:
        white, black = lsb(state.white & (state.kings ^ state.white)), lsb(state.black & (state.kings ^ state.black))
        ahead = STRENGTH[kind_at(state, white)] - STRENGTH[kind_at(state, black)]
        if ahead == 0:
            return player
    return 1 if ahead < 0 else 0


def code_at(state: State, square: int, strong: int) -> int:
    """Return the code of the man on a square."""
    return 2 * kind_at(state, square) + 1 - (shr(strong, square) & 1)


def index_of(state: State) -> int:
    """Return a state's slot, or -1 for none: castling rights, bare kings, too many men, or kings that touch."""
    men = (state.white | state.black) ^ state.kings
    if state.flags & OUTSIDE or men == 0 or popcount(men) > MOST_MEN - 2:
        return -1
    strong, flip, king, other = sides_of(state, player_of(state))
    pair = NUMBERS[64 * king + other + (WITH_PAWNS if state.pawns else 0)]
    if pair < 0:
        return -1
    if shr(state.flags, PASSING_AT) & 63:
        return passing_index(state, king, other, flip)
    first, second, third = men_of(state, strong, flip)
    return turned_slot(pair, king, other, first, second, third)


def sides_of(state: State, player: int) -> tuple[int, int, int, int]:
    """Return, with that player to move: the stronger side, 56 if it is Black, its king, and the other one.

    Squares are those of the board turned upside down where the stronger side is Black.
    """
    strong, flip = (state.black, 56) if is_swapped(state, player) else (state.white, 0)
    return strong, flip, lsb(state.kings & strong) ^ flip, lsb(state.kings & (state.kings ^ strong)) ^ flip


def men_of(state: State, strong: int, flip: int) -> tuple[int, int, int]:
    """Return the men beside the kings, each as code << 6 | square, in the order of their squares; 0 for none."""
    men = (state.white | state.black) ^ state.kings
    square, second, third = lsb(men), 0, 0
    first = code_at(state, square, strong) << 6 | square ^ flip
    men &= sub(men, 1)
    if men:
        square = lsb(men)
        second = code_at(state, square, strong) << 6 | square ^ flip
        men &= sub(men, 1)
        if men:
            square = lsb(men)
            third = code_at(state, square, strong) << 6 | square ^ flip
    return first, second, third


def turned_slot(pair: int, king: int, other: int, first: int, second: int, third: int) -> int:
    """Return the slot of kings, of which `pair` is what NUMBERS says, and men, all as they stand before any turn."""
    turn, number = pair & 7, shr(pair, 4)
    king, other = turned(king, turn), turned(other, turn)
    first, second, third = turned(first, turn), turned(second, turn), turned(third, turn)
    slot = slot_of(number, king, other, first, second, third)
    return min(slot, mirrored_slot(number, king, other, first, second, third)) if pair & 8 else slot


def mirrored_slot(pair: int, king: int, other: int, first: int, second: int, third: int) -> int:
    """Return the slot of the same, mirrored along the diagonal on which both kings stand."""
    first, second, third = turned(first, DIAGONALLY), turned(second, DIAGONALLY), turned(third, DIAGONALLY)
    return slot_of_any(pair, king, other, first, second, third)


def turned(man: int, turn: int) -> int:
    """Turn a square, or a man as code << 6 | square, as `TURN` says: by arithmetic, which is as fast as its table."""
    man ^= 7 * (turn & 1) | 28 * (turn & 2)
    return man & 0b11_1100_0000 | (man & 7) << 3 | shr(man, 3) & 7 if turn & 4 else man


def slot_of(pair: int, king: int, other: int, first: int, second: int, third: int) -> int:
    """Return the number of the men beside a pair of kings: one, two or three, each as its code << 6 | its square.

    Two different pieces are seen to here, so that this is small enough to become part of whatever loop asks for it.
    """
    low, high = min(first, second), max(first, second)
    if third >= 64 or low < PIECES << 6 or low >> 6 == high >> 6:
        return slot_of_any(pair, king, other, first, second, third)
    one, two = low & 63, high & 63
    return (62 * pair + left(one, king, other)) * 61 + left(two, king, other) - (1 if two > one else 0)


def slot_of_any(pair: int, king: int, other: int, first: int, second: int, third: int) -> int:
    """Return the same, whatever the men are."""
    if second < 64:
        if first < PIECES << 6:
            return 48 * pair + (first & 63) - 8
        return 62 * pair + left(first & 63, king, other)
    low, high = min(first, second), max(first, second)
    if third < 64:
        return slot_of_two(pair, king, other, low, high)
    high, last = min(high, third), max(high, third)
    low, high = min(low, high), max(low, high)
    slot = slot_of_two(pair, king, other, low, high)
    if last < PIECES << 6:
        return 48 * slot + (last & 63) - 8
    return 62 * slot + left(last & 63, king, other)


def slot_of_two(pair: int, king: int, other: int, low: int, high: int) -> int:
    """Return the number of two men in ascending order."""
    alike, one, two = low >> 6 == high >> 6, low & 63, high & 63
    after = 1 if two > one else 0
    if low >= PIECES << 6:
        one, two = left(one, king, other), left(two, king, other)
        if alike:
            return TWO_PIECES * pair + (two * (two - 1) >> 1) + one
        return (62 * pair + one) * 61 + two - after
    if high >= PIECES << 6:
        return (48 * pair + one - 8) * 61 + left(two, king, other) - after
    if alike:
        return TWO_PAWNS * pair + ((two - 8) * (two - 9) >> 1) + one - 8
    return (48 * pair + one - 8) * 47 + two - 8 - after


def left(square: int, king: int, other: int) -> int:
    """Return the number of a square among those that the kings leave."""
    return square - (1 if square > king else 0) - (1 if square > other else 0)


def passing_index(state: State, king: int, other: int, flip: int) -> int:
    """Return the slot of a state with an en passant capture; the lower of two slots if two pawns may capture."""
    player = player_of(state)
    own = state.black if player else state.white
    passed = shr(state.flags, PASSING_AT) & 63
    victim = passed + 8 if player else passed - 8
    takers, file, slot = state.pawns & own, victim & 7, NO_SLOT
    if file < 7 and shr(takers, victim + 1) & 1:
        slot = passing_slot(state, victim, victim + 1, king, other, flip)
    if file > 0 and shr(takers, victim - 1) & 1:
        slot = min(slot, passing_slot(state, victim, victim - 1, king, other, flip))
    return slot


def passing_slot(state: State, victim: int, taker: int, king: int, other: int, flip: int) -> int:
    """Return the slot for the pawn that may be taken, the kings, and the fifth man if there is one."""
    mirror = 7 if taker < victim else 0
    slot = ((victim ^ mirror) & 7) << 12 | (king ^ mirror) << 6 | other ^ mirror
    rest = (state.white | state.black) ^ state.kings ^ shl(1, victim) ^ shl(1, taker)
    return slot << 6 | lsb(rest) ^ flip ^ mirror if rest else slot


def size_of(tier: int) -> int:
    """Return how many slots a table has."""
    first, second, third = shr(tier, CODES_AT) & 15, shr(tier, CODES_AT + 4) & 15, shr(tier, CODES_AT + 8) & 15
    size = PAWN_PAIRS if first < PIECES else PAIRS
    if tier & IN_PASSING:
        return 7 << 18 if third else 7 << 12
    if first == 0:
        return 0
    if first == second:
        size *= TWO_PAWNS if first < PIECES else TWO_PIECES
    else:
        size *= 48 if first < PIECES else 62
        if second:
            size *= 47 if second < PIECES else 61
    if third:
        size *= 48 if third < PIECES else 62
    return size
