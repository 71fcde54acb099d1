"""Whole games of draughts, read from and written to PDN, the counterpart of chess's PGN.

    [White "Tesheliet,F"]          Tags, one to a line; SetUp and FEN if a game doesn't start from the usual position.
    [Black "Jordan,A"]
    [Result "1/2-1/2"]             The first figure is White's, although Black moves first: 0-1 says that Black won.

    1. 9-14 22-17 2. 11-15 25-22   Moves; {comments}, (variations) and signs such as $1, !, ? and * are kept.
    3. 15-19 23x16 1/2-1/2         The result again, or * (which PDN 3.0 writes, whatever the result).

At a board, a third occurrence ends a game only when a player claims the draw. Reading therefore continues where
`Record.play` would stop.

>>> [one] = read_pdn('[Event "Example"] 1. 11-15 {Old Faithful} 23-19 (1... 22-17) 2. 8-11 *')
>>> one.record.action_names, one.tags, one.result
(['11-15', '23-19', '8-11'], {'Event': 'Example'}, '*')
>>> print(write_pdn([one]).splitlines()[-1])
1. 11-15 {Old Faithful} 1... 23-19 (1... 22-17) 2. 8-11 *
"""

from collections.abc import Iterable, Mapping
from typing import Any

from plywise.games.draughts.game import Draughts
from plywise.games.shared.movetext import SIGNS, Dialect, read_movetext, token_pattern, write_movetext
from plywise.rules import Action, Game, RecordError, RecordTree

GAME_TYPE = "21"
"""PDN's number for English draughts."""

USUAL = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
    "GameType": GAME_TYPE,
}
"""The tags that every game has, in order, and what stands for an unknown value."""

RESULTS = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "2-0": "1-0",
    "0-2": "0-1",
    "1-1": "1/2-1/2",
    "0-0": "0-0",
    "*": "*",
}
"""What each way to write a result means; 0-0: both have forfeited the game."""

FORCED = 7
"""The number of the sign that PDN writes as * after a move."""


def read_pdn(text: str) -> list[RecordTree]:
    """Read the games of a PDN file; raises RecordError with the line where one can't be played."""
    return read_movetext(text, PDN)


def write_pdn(trees: Iterable[RecordTree]) -> str:
    """Write games one after the other, the tags of each first."""
    return write_movetext(trees, PDN)


def _begin(tags: Mapping[str, str]) -> tuple[Game, Any]:
    kind = tags.get("GameType", GAME_TYPE).split(",")[0].strip()
    if kind != GAME_TYPE:
        raise RecordError(f"it has the GameType {kind}: only English draughts, {GAME_TYPE}, can be read.")
    game = Draughts()
    return game, game.parse_state(tags["FEN"]) if "FEN" in tags else game.initial()


def _find(game: Game, state: Any, text: str) -> Action:
    """Return a move, whether or not a draw by repetition could have been claimed before it."""
    if game.is_terminal(state):
        raise RecordError(f"the game is over before {text}: leave out what follows.")
    return game.parse_action(state, text)


def _first_ply(state: Any) -> int:
    return int(state.turn)


PDN = Dialect("PDN", token_pattern(RESULTS), RESULTS, USUAL, _begin, _find, _first_ply, True, {**SIGNS, "*": FORCED})
