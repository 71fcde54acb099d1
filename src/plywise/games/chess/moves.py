"""Legal actions, found without playing them: what a check leaves free, and along which lines pieces are pinned.

action = from | to << 6 | kind << 12      the kind is the one that a pawn becomes, 0 for any other action

. . . r . . . .     The rook checks: pieces may go to it or between (d8, d7), on `free`. Without a check `free`
. . . . . . . .     is all that isn't one's own.
. . . K B . q .     The queen pins the bishop: it may only stay on the line from the king to her, part of
. . . . . . . .     `rows`, which a bishop can't do, and a pawn only forward on a file. `slants` are diagonal pins.
"""

from collections.abc import Iterator

from plywise.bits import inv, lsb, rotl, shr, sub
from plywise.games.chess.attacks import (
    BETWEEN,
    KING,
    KNIGHT,
    NOT_A,
    NOT_H,
    PAWN,
    bishop_reach,
    knights_reach,
    rook_reach,
)
from plywise.games.chess.board import (
    BISHOP,
    CASTLING,
    KNIGHT_KIND,
    PASSING_AT,
    QUEEN,
    ROOK,
    State,
    attacked_by,
    player_of,
    takers_in_passing,
)

EVERYWHERE = 0xFFFF_FFFF_FFFF_FFFF
LAST_RANKS = 0xFF00_0000_0000_00FF
THIRD, SIXTH = 0x0000_0000_00FF_0000, 0x0000_FF00_0000_0000
SHORT_PATH, LONG_PATH, LONG_WALK = 0x60, 0x0E, 0x0C
"""What must be empty to castle on the first rank; on the long side the king crosses only two of the three squares."""


def legal_actions(state: State, goal: int, guarded: int) -> Iterator[int]:
    """Yield the legal actions that end on the `goal` squares; promotions and en passant captures whatever their square.

    On `guarded` squares (those that pawns guard), pieces take no pawns, and rooks and queens take only each other.
    """
    player = player_of(state)
    own, foes = (state.black, state.white) if player else (state.white, state.black)
    occupied, place = own | foes, state.kings & own
    king = lsb(place)
    danger = attacked_by(state, 1 - player, foes, occupied ^ place)
    checkers, free, rows, slants = constraints(state, king, own, foes)
    yield from steps(king, KING[king] & inv(own | danger) & goal)
    if shr(state.flags, PASSING_AT) & 63:
        yield from captures_in_passing(state, player)
    if state.flags & CASTLING and checkers == 0 and goal == EVERYWHERE:
        yield from castlings(state, occupied, danger, player)
    ahead = 56 if player else 8
    once, twice, west, east = pawn_targets(state, own, foes, rows, slants)
    yield from pawn_steps(once & free & (goal | LAST_RANKS), ahead)
    free &= goal
    yield from pawn_steps(twice & free, 2 * ahead)
    yield from pawn_steps(west & free, ahead - 1)
    yield from pawn_steps(east & free, ahead + 1)
    free &= inv(guarded & state.pawns)
    pieces = state.knights & own & inv(rows | slants)
    while pieces:
        square = lsb(pieces)
        yield from steps(square, KNIGHT[square] & free)
        pieces &= sub(pieces, 1)
    pieces = state.diagonal & own & inv(rows)
    while pieces:
        square = lsb(pieces)
        yield from steps(square, bishop_reach(square, occupied) & free & along(slants, square))
        pieces &= sub(pieces, 1)
    free &= state.straight | inv(guarded)
    pieces = state.straight & own & inv(slants)
    while pieces:
        square = lsb(pieces)
        yield from steps(square, rook_reach(square, occupied) & free & along(rows, square))
        pieces &= sub(pieces, 1)


def can_move(state: State) -> bool:
    """Whether there is a legal action; pawns and knights are tried first, which is usually enough."""
    player = player_of(state)
    own, foes = (state.black, state.white) if player else (state.white, state.black)
    occupied, place = own | foes, state.kings & own
    king = lsb(place)
    _, free, rows, slants = constraints(state, king, own, foes)
    once, twice, west, east = pawn_targets(state, own, foes, rows, slants)
    if (once | twice | west | east | knights_reach(state.knights & own & inv(rows | slants))) & free:
        return True
    danger = attacked_by(state, 1 - player, foes, occupied ^ place)
    if KING[king] & inv(own | danger) or shr(state.flags, PASSING_AT) & 63:
        return True
    pieces = state.diagonal & own & inv(rows)
    while pieces:
        square = lsb(pieces)
        if bishop_reach(square, occupied) & free & along(slants, square):
            return True
        pieces &= sub(pieces, 1)
    pieces = state.straight & own & inv(slants)
    while pieces:
        square = lsb(pieces)
        if rook_reach(square, occupied) & free & along(rows, square):
            return True
        pieces &= sub(pieces, 1)
    return False


def constraints(state: State, king: int, own: int, foes: int) -> tuple[int, int, int, int]:
    """Return the pieces that give check, where pieces other than the king may go, and the pins: rows and slants."""
    occupied = own | foes
    straight, slant = rook_reach(king, occupied), bishop_reach(king, occupied)
    checkers = KNIGHT[king] & state.knights | PAWN[64 * player_of(state) + king] & state.pawns
    checkers = (checkers | slant & state.diagonal | straight & state.straight) & foes
    rows = pins(king, rook_reach(king, occupied ^ straight & own) & inv(straight) & state.straight & foes)
    slants = pins(king, bishop_reach(king, occupied ^ slant & own) & inv(slant) & state.diagonal & foes)
    free = inv(own)
    if checkers:
        # Out of a double check only the king can move.
        free = 0 if checkers & sub(checkers, 1) else BETWEEN[64 * king + lsb(checkers)] | checkers
    return checkers, free, rows, slants


def pawn_targets(state: State, own: int, foes: int, rows: int, slants: int) -> tuple[int, int, int, int]:
    """Return where pawns can go by one step, by two, and by captures towards the a file and towards the h file."""
    player = player_of(state)
    ahead, empty = 56 if player else 8, inv(own | foes)
    pawns = state.pawns & own & inv(slants)
    once = (rotl(pawns & inv(rows), ahead) | rotl(pawns & rows, ahead) & rows) & empty
    twice = rotl(once & (SIXTH if player else THIRD), ahead) & empty
    pawns = state.pawns & own & inv(rows)
    west, east = pawns & NOT_A, pawns & NOT_H
    west = rotl(west & inv(slants), ahead - 1) | rotl(west & slants, ahead - 1) & slants
    east = rotl(east & inv(slants), ahead + 1) | rotl(east & slants, ahead + 1) & slants
    return once, twice, west & foes, east & foes


def steps(square: int, targets: int) -> Iterator[int]:
    """Yield the actions of one piece."""
    while targets:
        yield square | lsb(targets) << 6
        targets &= sub(targets, 1)


def pawn_steps(targets: int, step: int) -> Iterator[int]:
    """Yield actions of pawns that all move by the same offset; those that reach the last rank become any piece."""
    rest = targets & inv(LAST_RANKS)
    while rest:
        target = lsb(rest)
        yield (target - step) & 63 | target << 6
        rest &= sub(rest, 1)
    rest = targets & LAST_RANKS
    while rest:
        target = lsb(rest)
        action = (target - step) & 63 | target << 6
        yield action | QUEEN << 12
        yield action | ROOK << 12
        yield action | BISHOP << 12
        yield action | KNIGHT_KIND << 12
        rest &= sub(rest, 1)


def captures_in_passing(state: State, player: int) -> Iterator[int]:
    """Yield the captures of the pawn that has just gone two steps."""
    square = shr(state.flags, PASSING_AT) & 63
    takers = takers_in_passing(state, square, player)
    while takers:
        yield lsb(takers) | square << 6
        takers &= sub(takers, 1)


def castlings(state: State, occupied: int, danger: int, player: int) -> Iterator[int]:
    """Yield castling where the right is kept, the path is empty and the king crosses no attacked square."""
    home, rights = 56 * player, shr(state.flags, 1 + 2 * player)
    taken, threatened = shr(occupied, home), shr(danger, home)
    if rights & 1 and (taken | threatened) & SHORT_PATH == 0:
        yield (4 | 6 << 6) + home * 65
    if rights & 2 and (taken & LONG_PATH | threatened & LONG_WALK) == 0:
        yield (4 | 2 << 6) + home * 65


def pins(king: int, snipers: int) -> int:
    """Return the lines from a king to each pinning piece, including that piece."""
    lines = 0
    while snipers:
        lines |= BETWEEN[64 * king + lsb(snipers)]
        snipers &= sub(snipers, 1)
    return lines


def along(lines: int, square: int) -> int:
    """Return the lines if a square is on them, else everything: where a pin lets a piece go."""
    return lines if shr(lines, square) & 1 else EVERYWHERE
