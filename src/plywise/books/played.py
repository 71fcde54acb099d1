"""A played game as a book counts it: where it started, the number of each action, and what it came to.

An action's number is its place among those that the rules offer, from 0 on: it needs no notation, and no search for a
name. Outcomes of chance are numbered likewise.

>>> from plywise.games.nim import Nim
>>> record = Record(Nim(piles=(1, 2)))
>>> for name in ("B2", "A1"):
...     _ = record.play(record.find(name))
>>> numbered(record, record.utilities)
PlayedGame(actions=(2, 0), utilities=(1.0, -1.0), start='')
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from plywise.rules import CHANCE, Action, Game, Record

MOST_PLIES = 10_000
"""A longer game isn't counted."""


class PlayedGame(NamedTuple):
    """A finished game."""

    actions: tuple[int, ...]
    utilities: tuple[float, ...]
    start: str = ""
    """The state it started from, by its name; empty where that is the game's own."""


def offered(game: Game, state: Any) -> list[Action]:
    """List what may happen in a state, in the order in which it is numbered."""
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.chances(state)]
    return list(game.playable_actions(state))


def numbered(record: Record, utilities: Iterable[float]) -> PlayedGame:
    """Return a record as a book counts it."""
    game, first = record.game, record.states[0]
    states = zip(record.states, record.actions, strict=False)
    numbers = tuple(offered(game, state).index(action) for state, action in states)
    start = "" if first == game.initial() else game.state_name(first)
    return PlayedGame(numbers, tuple(map(float, utilities)), start)
