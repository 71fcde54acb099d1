"""SAN: actions as people write them, as short as the state allows.

    e4  exd5  e8=Q  exd8=N+      pawns: the file they capture from, and what they become
    Nf3  Nbd7  R1e2  Qh4e1       other pieces by a letter, then file, rank or both where others could go there too
    O-O  O-O-O                   castling on the king's and on the queen's side
    +  #                         check and mate

What is typed may be sloppier (`find`): without x, = and +, with comments such as !?, zeros for castling, lower-case
letters for pieces, or both squares as in UCI.

>>> from plywise.games.chess import Chess
>>> game = Chess("r3k3/1P6/8/8/8/8/8/4K2R w K - 0 1")
>>> state = game.initial()
>>> [name(game, state, find(game, state, text)) for text in ("0-0", "bxa8q!", "b8R", "h1h8", "ke2")]
['O-O', 'bxa8=Q+', 'b8=R+', 'Rh8+', 'Ke2']
"""

import re

from plywise.bits import shl
from plywise.games.chess.attacks import square_name
from plywise.games.chess.board import KING_KIND, LETTERS, PAWN_KIND, State, attackers, in_check, kind_at, player_of
from plywise.games.chess.moves import can_move
from plywise.rules import Game, IllegalActionError

CASTLING = {2: "O-O", -2: "O-O-O"}
"""Names by how many files the king steps to the right."""

CASTLED = re.compile(r"([0Oo])[-–]?\1(?:[-–]?(\1))?")
SQUARES = re.compile(
    r"(?P<piece>[PNBRQKpnrqk])?(?P<file>[a-h])?(?P<rank>[1-8])?[-–x:×]?(?P<target>[a-h][1-8])"
    r"(?:[=/(]?(?P<promotion>[NBRQnbrq])\)?)?(?: ?e\.?p\.?)?"
)
MARKS = "+#!?†‡ "
"""What may follow an action's name: marks for check, mate, good and bad moves."""

LONGEST = 12
"""No action's name is longer; messages that quote a longer text cut it."""

LISTED = 40


def name(game: Game, state: State, action: int) -> str:
    """Name a legal action."""
    after = game.result(state, action)
    check = ("+" if can_move(after) else "#") if in_check(after) else ""
    return _unchecked(game, state, action) + check


def find(game: Game, state: State, text: str) -> int:
    """Return the legal action that a text names; raises IllegalActionError if none or several fit."""
    legal = [action for action in game.actions(state) if isinstance(action, int)]
    wanted = text.strip().removesuffix("mate").rstrip(MARKS)
    found = _matching(state, legal, wanted)
    if not found and wanted.startswith("b"):  # a pawn on the b file, unless only a bishop fits
        found = _matching(state, legal, wanted.capitalize())
    if len(found) == 1:
        return found[0]
    raise IllegalActionError(_refusal(game, state, text, legal, found))


def _unchecked(game: Game, state: State, action: int) -> str:
    """Name an action without the sign of a check."""
    origin, target, promotion = action & 63, action >> 6 & 63, action >> 12
    kind = kind_at(state, origin)
    if kind == KING_KIND and target - origin in CASTLING:
        return CASTLING[target - origin]
    captures = kind_at(state, target) != 0 or (kind == PAWN_KIND and (target - origin) % 8 != 0)
    start = square_name(origin)[0] * captures if kind == PAWN_KIND else LETTERS[kind] + _apart(game, state, action)
    return f"{start}{'x' * captures}{square_name(target)}{'=' + LETTERS[promotion] if promotion else ''}"


def _apart(game: Game, state: State, action: int) -> str:
    """Return what distinguishes a piece from others of its kind that can go to the same square: file, rank, or both."""
    origin, target = action & 63, action >> 6 & 63
    kind, own = kind_at(state, origin), state.black if player_of(state) else state.white
    near = attackers(state, target, player_of(state), own & ~shl(1, origin))
    if not any(near >> square & 1 and kind_at(state, square) == kind for square in range(64)):
        return ""  # enough for most actions, and much quicker than asking which are legal
    legal = (other for other in game.actions(state) if isinstance(other, int))
    rivals = [other & 63 for other in legal if other >> 6 == target and kind_at(state, other & 63) == kind]
    rivals.remove(origin)
    if not rivals:
        return ""
    if all(rival % 8 != origin % 8 for rival in rivals):
        return square_name(origin)[0]
    if all(rival // 8 != origin // 8 for rival in rivals):
        return square_name(origin)[1]
    return square_name(origin)


def _matching(state: State, legal: list[int], text: str) -> list[int]:
    """Return the legal actions that a text without marks can mean."""
    castled = CASTLED.fullmatch(text)
    if castled:
        step = -2 if castled[2] else 2
        return [action for action in legal if _king_step(state, action) == step]
    squares = SQUARES.fullmatch(text)
    if not squares:
        return []
    target = "abcdefgh".index(squares["target"][0]) + 8 * int(squares["target"][1]) - 8
    return [action for action in legal if action >> 6 & 63 == target and _fits(state, action, squares)]


def _king_step(state: State, action: int) -> int:
    """Return how far a king steps to the right, 0 for other pieces."""
    return (action >> 6 & 63) - (action & 63) if kind_at(state, action & 63) == KING_KIND else 0


def _fits(state: State, action: int, text: re.Match[str]) -> bool:
    """Whether an action to the square that a text names has the piece, the origin and the promotion named there."""
    origin = square_name(action & 63)
    if text["promotion"] and text["promotion"].upper() != LETTERS[action >> 12]:
        return False
    if (text["file"] or origin[0]) != origin[0] or (text["rank"] or origin[1]) != origin[1]:
        return False
    kind = kind_at(state, action & 63)
    if text["piece"]:
        return bool(text["piece"].upper() == LETTERS[kind])
    if text["file"] and text["rank"]:
        return True
    return kind == PAWN_KIND and (text["file"] is not None or origin[0] == text["target"][0])


def _refusal(game: Game, state: State, text: str, legal: list[int], found: list[int]) -> str:
    """Say why a text names no action, or more than one, and what to write."""
    shown = " ".join(text.split())
    shown = shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 3]}..."
    if found:
        names = [name(game, state, action) for action in found]
        return f"'{shown}' can mean {' and '.join([', '.join(names[:-1]), names[-1]])}: write one of these."
    if not legal:
        return f"'{shown}' is not a legal action here: there is none, since the game is over."
    names = [name(game, state, action) for action in legal[:LISTED]]
    return f"'{shown}' is not a legal action here: choose one of {' '.join(names)}{' ...' * (len(legal) > LISTED)}."
