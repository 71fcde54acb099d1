"""Draughts in PDN notation: names of actions and states.

>>> read_fen("W:W18,K30:B1-3:H5", 80) == (0b111, 1 << 19 | 1 << 32, 1 << 32, 1, 5)
True
"""

import re
from collections.abc import Iterable
from typing import Any

from plywise.games.draughts.routes import START, STOP, TAKEN, path_of
from plywise.games.draughts.squares import BOTTOM, TOP, bits_of, squares_of
from plywise.rules import Game, NotationError
from plywise.rules.notation import find_action

COLOURS = "BW"
MOST_PIECES = 12
ENTRY = re.compile(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?")
FEN = re.compile(r"([BW]):([BW])([K0-9,-]*):([BW])([K0-9,-]*)(?::H([0-9]{1,3}))?(?::F[0-9]{1,4})?\.?")


# Actions


def write_action(action: int, legal: Iterable[int]) -> str:
    """Name an action by its first and last square, or by all its squares if another legal action has the same two."""
    path = path_of(action)
    if not TAKEN[action]:
        return "-".join(map(str, path))
    alike = [other for other in legal if START[other] == START[action] and STOP[other] == STOP[action]]
    return "x".join(map(str, path if len(alike) > 1 else (path[0], path[-1])))


def read_action(game: Game, state: Any, text: str) -> int:
    """Return the legal action that a text names; of captures with the same result, the first."""
    if re.fullmatch(r"[0-9]{1,2}(?: *[-xX:] *[0-9]{1,2})+", text.strip()):
        named = tuple(int(number) for number in re.findall("[0-9]+", text))
        legal: list[Any] = list(game.actions(state))
        meant = [action for action in legal if _passes(path_of(action), named)]
        exact = [action for action in meant if path_of(action) == named]
        if exact or len({game.result(state, action) for action in meant}) == 1:
            return int((exact or meant)[0])
    found: Any = find_action(game, state, text)
    return int(found)


def _passes(path: tuple[int, ...], named: tuple[int, ...]) -> bool:
    """Whether a path begins and ends as named and passes the other squares named, in that order."""
    rest = iter(path)
    return path[0] == named[0] and path[-1] == named[-1] and all(square in rest for square in named)


# States


def write_fen(state: Any) -> str:
    """Write a state: who moves, White's squares, Black's, and the clock unless it is 0."""
    sides = []
    for board in (state.white, state.black):
        sides.append(",".join(f"{'K' * (state.kings & bits_of(s) > 0)}{s}" for s in squares_of(board)))
    clock = f":H{state.clock}" if state.clock else ""
    return f"{COLOURS[state.turn]}:W{sides[0]}:B{sides[1]}{clock}"


def read_fen(text: str, most_idle: int) -> tuple[int, int, int, int, int]:
    """Read black, white and kings as boards, the turn and the clock; refuses what can't be on a board."""
    found = FEN.fullmatch(re.sub(r"\s*([:,])\s*", r"\1", text.strip().upper()))
    if not found or found[2] == found[4]:
        raise NotationError(f"'{text}' is not a state of draughts: write it like B:W21,22,K30:B1,2,K7, Black to move.")
    boards, kings = {}, 0
    for colour, listed in ((found[2], found[3]), (found[4], found[5])):
        men, crowned = _read_squares(listed, text)
        uncrowned = squares_of(men & (BOTTOM if colour == "B" else TOP))
        if uncrowned:
            raise NotationError(f"'{text}' can't come up: a man that reaches {uncrowned[0]} is crowned: write K there.")
        if (men | crowned).bit_count() > MOST_PIECES:
            raise NotationError(f"'{text}' can't come up: take pieces away until each side has at most {MOST_PIECES}.")
        boards[colour], kings = men | crowned, kings | crowned
    _refuse_overlap(boards["B"] & boards["W"], text)
    clock = int(found[6] or 0)
    if clock > most_idle:
        raise NotationError(f"'{text}' can't come up: H{most_idle} already ends a game: write at most that.")
    return boards["B"], boards["W"], kings, COLOURS.index(found[1]), clock


def _read_squares(listed: str, text: str) -> tuple[int, int]:
    """Read a side's men and kings from squares and ranges joined by commas."""
    men = kings = 0
    for entry in listed.split(",") if listed else ():
        found = ENTRY.fullmatch(entry)
        first, last = (int(found[2]), int(found[3] or found[2])) if found else (0, 0)
        if not found or not 1 <= first <= last <= 32:
            raise NotationError(f"'{text}' names '{entry}', which is no square: write 1 to 32, with K before a king's.")
        board = bits_of(*range(first, last + 1))
        _refuse_overlap(board & (men | kings), text)
        men, kings = (men, kings | board) if found[1] else (men | board, kings)
    return men, kings


def _refuse_overlap(twice: int, text: str) -> None:
    if twice:
        raise NotationError(f"'{text}' has two pieces on {squares_of(twice)[0]}: name each square once.")
