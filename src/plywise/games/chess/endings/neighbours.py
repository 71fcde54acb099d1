"""The slots before and after a state, found without making the states there: one man moves, all else stays.

Only where they are in one table: captures and promotions lead elsewhere, and so does a pawn that may be taken en
passant.
"""

from collections.abc import Iterator

from plywise.bits import inv, lsb, shr, sub
from plywise.games.chess.attacks import KING
from plywise.games.chess.board import State, attacked_by, player_of
from plywise.games.chess.endings.king_pairs import NUMBERS
from plywise.games.chess.endings.slots import (
    WITH_PAWNS,
    code_at,
    men_of,
    mirrored_slot,
    sides_of,
    slot_of,
    turned,
    turned_slot,
)
from plywise.games.chess.endings.unmoves import origins
from plywise.games.chess.moves import legal_actions


def slots_before(state: State) -> Iterator[int]:
    """Yield the slot of each state before this one; -1, or an empty slot, where the men can't stand like that."""
    player = 1 - player_of(state)
    own, pawns = (state.black if player else state.white), WITH_PAWNS if state.pawns else 0
    strong, flip, king, other = sides_of(state, player)
    first, second, third = men_of(state, strong, flip)
    pair = NUMBERS[64 * king + other + pawns]
    while own:
        square = lsb(own)
        places, code = origins(state, square, player), code_at(state, square, strong) << 6
        square ^= flip
        if square in (king, other):
            while places:
                place = lsb(places) ^ flip
                white, black = (place, other) if square == king else (king, place)
                yield slot_at(white, black, pawns, first, second, third)
                places &= sub(places, 1)
        else:
            man = code | square
            one, two = second if man == first else first, second if man == third else third
            yield from slots_of_man(code, places, flip, pair, king, other, one, two)
        own &= sub(own, 1)


def slots_of_man(
    code: int, places: int, flip: int, pair: int, king: int, other: int, second: int, third: int
) -> Iterator[int]:
    """Yield the slots with a man of this code on each of some places; all else is turned only once."""
    turn, number = pair & 7, shr(pair, 4)
    king, other, second, third = turned(king, turn), turned(other, turn), turned(second, turn), turned(third, turn)
    while places:
        man = turned(code | lsb(places) ^ flip, turn)
        slot = slot_of(number, king, other, man, second, third)
        if pair & 8:
            slot = min(slot, mirrored_slot(number, king, other, man, second, third))
        yield slot
        places &= sub(places, 1)


def slots_after(state: State) -> Iterator[int]:
    """Yield the slot that each action leads to which neither captures nor promotes."""
    own = state.black if player_of(state) else state.white
    if own & state.kings == own:
        yield from slots_of_lone_king(state, own)
    else:
        yield from slots_of_actions(state)


def slots_of_lone_king(state: State, own: int) -> Iterator[int]:
    """Yield the slots that a king leads to which has no other men: most of those that lose are like that."""
    player, foes = player_of(state), (state.white | state.black) ^ own
    strong, flip, king, other = sides_of(state, 1 - player)
    first, second, third = men_of(state, strong, flip)
    pawns = WITH_PAWNS if state.pawns else 0
    places = KING[lsb(own)] & inv(foes | attacked_by(state, 1 - player, foes, foes))
    while places:
        place = lsb(places) ^ flip
        white, black = (place, other) if own & strong else (king, place)
        yield slot_at(white, black, pawns, first, second, third)
        places &= sub(places, 1)


def slots_of_actions(state: State) -> Iterator[int]:
    """Yield the slots that actions to empty squares lead to."""
    strong, flip, king, other = sides_of(state, 1 - player_of(state))
    first, second, third = men_of(state, strong, flip)
    pawns = WITH_PAWNS if state.pawns else 0
    for action in legal_actions(state, inv(state.white | state.black), 0):
        origin, target = action & 63, shr(action, 6) & 63
        in_passing = shr(state.pawns, origin) & 1 and (origin ^ target) & 7
        if shr(action, 12) == 0 and not in_passing:
            code = code_at(state, origin, strong) << 6
            origin, target = origin ^ flip, target ^ flip
            man, moved = code | origin, code | target
            yield slot_at(
                target if origin == king else king,
                target if origin == other else other,
                pawns,
                moved if man == first else first,
                moved if man == second else second,
                moved if man == third else third,
            )


def slot_at(king: int, other: int, pawns: int, first: int, second: int, third: int) -> int:
    """Return the slot of kings and men; -1 where the kings touch."""
    pair = NUMBERS[64 * king + other + pawns]
    return turned_slot(pair, king, other, first, second, third) if pair >= 0 else -1
